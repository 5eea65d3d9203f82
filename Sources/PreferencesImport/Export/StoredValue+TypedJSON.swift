package import Preferences
internal import SQLiteCore

// The two forms of a value in the JSON export. Natural: true, 1, 1.0, "text", base64 for `data`,
// ISO 8601 with milliseconds for `date`, the JSON itself for `json` and `color_blob`, an object of
// red, green, blue and alpha for `color`. Raw: by storage class, named in the row; `malformedText` is
// the bytes of a text in base64. A `color_blob` in base64, as exports of the first version have it,
// is read too.
extension StoredValue {
  /// The members `value` and, for the raw form, `storage` of a row.
  var typedJSON: [(String, JSONValue)] {
    // A text that the parser would refuse is written as its bytes.
    if case .text(let text) = storage, text.hasPiledMarks {
      return StoredValue(type: type, storage: .malformedText(Array(text.utf8))).typedJSON
    }
    if let natural,
      let again = StoredValue(type: type, typedJSON: natural, storage: nil),
      again.isIdentical(to: self)
    {
      return [("value", natural)]
    }
    return [("storage", .string(storage.name)), ("value", raw)]
  }

  /// Type and value, as a row of the export has them.
  package var typedJSONObject: JSONObject {
    JSONObject([("type", .string(type.rawValue))] + typedJSON)
  }

  /// The value alone, for people: the natural form if there is one.
  var typedJSONValue: JSONValue { natural ?? raw }

  init?(type: StoredType, typedJSON value: JSONValue?, storage: JSONValue?) {
    guard value != .none || type == .null else { return nil }
    let value = value ?? JSONValue.null
    let storage: Storage? =
      switch storage {
      case nil: Storage(natural: value, type: type)
      case .string(let name): Storage(raw: value, name: name)
      default: nil
      }
    guard let storage else { return nil }
    self.init(type: type, storage: storage)
  }

  /// Levels of the document round the value of a row.
  private static let levelsAround = 3

  private var natural: JSONValue? {
    switch (type, storage) {
    case (.null, .null): .null
    case (.bool, .integer(let value)): .bool(value != 0)
    case (.int, .integer(let value)): .some(JSONValue(value))
    case (.real, .real(let value)): JSONValue(value)
    case (.text, .text(let text)), (.url, .text(let text)), (.uuid, .text(let text)),
      (.appearance, .text(let text)):
      .string(text)
    case (.data, .blob(let bytes)): .string(Base64.text(of: bytes))
    case (.colorBlob, .blob(let bytes)):
      String(validating: bytes, as: UTF8.self).flatMap(Self.embedded)
    case (.date, .integer(let value)):
      ISO8601.text(milliseconds: value).map(JSONValue.string)
    case (.json, .text(let text)): Self.embedded(text)
    case (.color, .components(let red, let green, let blue, let alpha)):
      Self.object(red: red, green: green, blue: blue, alpha: alpha)
    default: nil
    }
  }

  private static func embedded(_ text: String) -> JSONValue? {
    guard let json = try? JSONValue(parsing: text),
      json.depth <= JSONValue.maximumDepth - levelsAround
    else { return nil }
    return json
  }

  private static func object(
    red: Double, green: Double, blue: Double, alpha: Double
  ) -> JSONValue? {
    let numbers = [red, green, blue, alpha].compactMap { JSONNumber($0) }.map(JSONValue.number)
    guard numbers.count == 4 else { return nil }
    return ["red": numbers[0], "green": numbers[1], "blue": numbers[2], "alpha": numbers[3]]
  }

  private var raw: JSONValue {
    switch storage {
    case .null: .null
    case .integer(let value): JSONValue(value)
    case .real(let value): Self.number(value)
    case .text(let text): .string(text)
    case .blob(let bytes), .malformedText(let bytes): .string(Base64.text(of: bytes))
    case .components(let red, let green, let blue, let alpha):
      .array([red, green, blue, alpha].map(Self.number))
    }
  }

  private static func number(_ value: Double) -> JSONValue {
    JSONValue(value) ?? .string(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
  }
}

extension StoredValue.Storage {
  init?(natural value: JSONValue, type: StoredType) {
    switch (type, value) {
    case (.null, .null): self = .null
    case (.bool, .bool(let value)): self = .integer(value ? 1 : 0)
    case (.int, .number(let number)):
      guard let value = number.int64 else { return nil }
      self = .integer(value)
    case (.real, .number(let number)):
      guard let value = number.double else { return nil }
      self = .real(value)
    case (.text, .string(let text)), (.url, .string(let text)), (.uuid, .string(let text)),
      (.appearance, .string(let text)):
      self = .text(text)
    case (.data, .string(let text)), (.colorBlob, .string(let text)):
      guard let bytes = Base64.bytes(text) else { return nil }
      self = .blob(bytes)
    case (.date, .string(let text)):
      guard let value = ISO8601.milliseconds(text) else { return nil }
      self = .integer(value)
    case (.date, .number(let number)):
      guard let value = number.int64 else { return nil }
      self = .integer(value)
    case (.json, _): self = .text(value.description)
    case (.colorBlob, .object): self = .blob(Array(value.description.utf8))
    case (.color, .object(let object)):
      let numbers = ["red", "green", "blue", "alpha"].compactMap { object[$0]?.double }
      guard object.count == 4, numbers.count == 4 else { return nil }
      self = .components(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
    default: return nil
    }
  }

  init?(raw value: JSONValue, name: String) {
    switch (name, value) {
    case ("null", .null): self = .null
    case ("integer", .number(let number)):
      guard let value = number.int64 else { return nil }
      self = .integer(value)
    case ("real", _):
      guard let value = Self.number(value) else { return nil }
      self = .real(value)
    case ("text", .string(let text)): self = .text(text)
    case ("blob", .string(let text)):
      guard let bytes = Base64.bytes(text) else { return nil }
      self = .blob(bytes)
    case ("malformedText", .string(let text)):
      guard let bytes = Base64.bytes(text) else { return nil }
      self.init(textBytes: bytes)
    case ("components", .array(let elements)):
      let numbers = elements.compactMap(Self.number)
      guard elements.count == 4, numbers.count == 4 else { return nil }
      self = .components(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
    default: return nil
    }
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .number(let number): number.double
    case .string("inf"): .infinity
    case .string("-inf"): -.infinity
    default: nil
    }
  }
}

extension JSONValue {
  /// The levels of arrays and objects.
  var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let object): 1 + (object.members.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}
