extension StoredValue {
  /// The value as an element of a JSON list or object, whose reader knows the type.
  ///
  /// Text where the row has text, base64 for bytes, ISO 8601 for dates, an object for a colour.
  func json() throws(CodecError) -> JSONValue {
    switch storage {
    case .null: return .null
    case .integer(let integer):
      if type == .bool { return .bool(integer != 0) }
      if type == .date, let text = ISO8601.text(milliseconds: integer) { return .string(text) }
      return JSONValue(integer)
    case .real(let real):
      guard let number = JSONValue(real) else {
        throw .notRepresentable("an infinite number inside a list or dictionary")
      }
      return number
    case .text(let text): return type == .json ? try Self.parsed(text) : .string(text)
    case .blob(let bytes):
      return type == .colorBlob
        ? try Self.parsed(String(decoding: bytes, as: UTF8.self)) : .string(Base64.text(of: bytes))
    case .components(let red, let green, let blue, let alpha):
      let color = PreferenceColor(red: red, green: green, blue: blue, alpha: alpha)
      do { return try color.jsonForm() } catch { throw .notRepresentable(error.text) }
    case .malformedText: throw .unreadable("the text is not UTF-8")
    }
  }

  /// The value that ``json()`` has written, read as a given type.
  init(json: JSONValue, as type: StoredType) throws(CodecError) {
    guard !json.isNull else {
      self = .null
      return
    }
    if type == .color || type == .colorBlob {
      let color: AdaptiveColor
      do { color = try AdaptiveColor(jsonForm: json) } catch { throw .unreadable(error.text) }
      self = try StoredValue(color)
      return
    }
    guard let storage = try Self.storage(json, as: type) else {
      throw .unreadable("a list or dictionary holds something else than \(type)")
    }
    self.init(type: type, storage: storage)
  }

  private static func storage(
    _ json: JSONValue, as type: StoredType
  ) throws(CodecError) -> Storage? {
    switch type {
    case .bool: json.bool.map { .integer($0 ? 1 : 0) }
    case .int: json.int64.map { .integer($0) }
    case .real: json.double.map { .real($0) }
    case .date:
      json.string.flatMap(ISO8601.milliseconds).map { .integer($0) }
        ?? json.int64.map { .integer($0) }
    case .data: json.string.flatMap(Base64.bytes).map { .blob($0) }
    case .json: .text(try text(of: json))
    default: json.string.map { .text($0) }
    }
  }

  static func parsed(_ text: String) throws(CodecError) -> JSONValue {
    do { return try JSONValue(parsing: text) } catch { throw .unreadable("\(error)") }
  }

  static func text(of json: JSONValue) throws(CodecError) -> String {
    do { return try json.readableText() } catch { throw CodecError(error) }
  }
}

extension CodecError {
  init(_ error: JSONCodingError) {
    switch error {
    case .malformed, .undecodable: self = .unreadable("\(error)")
    case .notRepresentable: self = .notRepresentable("\(error)")
    case .newerVersion(let supported, let found):
      self = .newerVersion(supported: supported, found: found)
    }
  }
}
