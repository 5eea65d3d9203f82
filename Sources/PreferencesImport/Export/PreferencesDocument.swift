package import Preferences

/// The JSON export: `{"preferencesExport": 1, "preferences": [row, …]}`.
///
/// A row has `namespace`, `key`, `type`, `value`, `createdAt`, `updatedAt`. The value has the form
/// that its type suggests (see `StoredValue.typedJSON`); where that form would not read back as the
/// same bytes, and for types that this version does not know, a member `storage` names the storage
/// class and the value is what SQLite keeps.
enum PreferencesDocument {
  static let marker = "preferencesExport"
  static let version: Int64 = 1

  static func write(_ rows: [ExportedPreference]) throws(ExportError) -> [UInt8] {
    let rows = rows.map(\.json)
    let document: JSONValue = [marker: JSONValue(version), "preferences": .array(rows)]
    do {
      return Array((try document.text(.pretty) + "\n").utf8)
    } catch {
      throw ExportError(path: "preferences", reason: error.description)
    }
  }

  static func read(_ document: JSONObject) throws(ImportError) -> ImportResult {
    guard document[marker]?.int64 == version else {
      throw ImportError(
        .malformed, expected: "version \(version) of the export",
        found: document[marker]?.description ?? "none",
        advice: "a newer version of this program reads it")
    }
    guard let rows = document["preferences"]?.array else {
      throw ImportError(
        .malformed, expected: "a list \"preferences\" in the export",
        found: document["preferences"]?.kind ?? "none")
    }
    var entries = EntryCollector(format: "preferences export, version \(version)")
    for (position, row) in rows.enumerated() {
      guard let namespace = row["namespace"]?.string, let key = row["key"]?.string,
        let type = row["type"]?.string
      else {
        entries.leaveOut(
          "preferences[\(position)]", "a row has texts \"namespace\", \"key\" and \"type\"")
        continue
      }
      let value = StoredValue(
        type: StoredType(rawValue: type), typedJSON: row["value"], storage: row["storage"])
      if let problem = value?.storageProblem {
        entries.leaveOut("\(namespace).\(key)", problem)
      } else if let value {
        entries.take(namespace: namespace, key: key, value, path: "\(namespace).\(key)")
      } else {
        entries.leaveOut(
          "\(namespace).\(key)", "its value is not of the form of the type \(type.quotedForMessage)"
        )
      }
    }
    return entries.result
  }
}

extension ExportedPreference {
  /// The row as an object of the JSON export; what tools get that ask for JSON.
  package var json: JSONValue {
    var object: JSONObject = [
      "namespace": .string(name.namespace), "key": .string(name.key),
      "type": .string(value.type.rawValue),
    ]
    for (name, value) in value.typedJSON { object[name] = value }
    object["createdAt"] = Self.time(createdAt)
    object["updatedAt"] = Self.time(updatedAt)
    return .object(object)
  }

  private static func time(_ milliseconds: Int64) -> JSONValue {
    ISO8601.text(milliseconds: milliseconds).map(JSONValue.string) ?? JSONValue(milliseconds)
  }
}
