import Preferences

/// A JSON text whose top level is to be read as named settings; comments and trailing commas, as
/// editors write them into settings files, are allowed.
struct JSONDomain {
  let json: JSONValue

  static func parse(_ bytes: [UInt8]) throws(ImportError) -> JSONValue {
    let text = try TextEncoding.utf8(bytes)
    do {
      return try JSONValue(parsing: text, options: .withComments)
    } catch {
      guard case .malformed(let line, let column, let expected, let found) = error else {
        throw ImportError(.malformed, expected: "JSON", found: error.description)
      }
      throw ImportError(
        .malformed, at: .line(line, column: column), expected: expected, found: found)
    }
  }

  func entries(namespace: String, key: String?) throws(ImportError) -> ImportResult {
    var entries = EntryCollector(format: "JSON")
    if let key {
      entries.take(namespace: namespace, key: key, Self.value(of: json))
      return entries.result
    }
    guard case .object(let members) = json else {
      throw ImportError(
        .notADomain, expected: "a preferences domain, an object of settings",
        found: "\(json.kind) at the top", advice: "with --key NAME it is imported under one key")
    }
    if members[PreferencesDocument.marker] != nil {
      return try PreferencesDocument.read(members)
    }
    for (name, member) in members.members {
      entries.take(namespace: namespace, key: name, Self.value(of: member))
    }
    return entries.result
  }

  /// Numbers without point or exponent are `int`, with one `real`; beyond both ranges, `json`.
  static func value(of json: JSONValue) -> StoredValue {
    switch json {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .string(let text): return .text(text)
    case .number(let number):
      let isReal = number.description.utf8.contains { ".eE".utf8.contains($0) }
      let value =
        isReal
        ? number.double.map(StoredValue.real)
        : Int64(number.description).map(StoredValue.int)
      return value ?? .json(number.description)
    case .array, .object: return .json(json.description)
    }
  }
}
