import Preferences

/// Values as people write them, in both directions.
enum ValueText {
  /// The value that `text` stands for.
  ///
  /// The type is the forced one, else the stored one, else guessed.
  /// - Throws: ``ExitCode/badData`` with key, expected type and found text.
  static func parse(
    _ text: String, for name: String, stored: StoredType? = nil, type forced: ValueType? = nil
  ) throws(Failure) -> StoredValue {
    let expected: ValueType? = if let forced { forced } else { try type(of: stored, for: name) }
    if let type = expected {
      guard let value = try type.value(text) else { throw misfit(text, type, name) }
      return value
    }
    return try guess(text, for: name)
  }

  /// The value on one line, as `prefs get` prints it; text is not escaped.
  ///
  /// A tag of a newer version, or storage that does not fit its tag, is shown as it is stored.
  static func print(_ value: StoredValue) -> String {
    if let text = ValueType.of(value.type)?.print(value.storage) { return text }
    if let text = value.color.flatMap(ColorNotation.print) { return text }
    return switch value.storage {
    case .null: "null"
    case .integer(let number): "\(number)"
    case .real(let number): RealText.print(number)
    case .text(let text): text
    case .blob(let bytes) where value.type == .colorBlob: String(decoding: bytes, as: UTF8.self)
    case .blob(let bytes): Base64.text(of: bytes)
    case .components(let red, let green, let blue, let alpha):
      ColorNotation.short(PreferenceColor(red: red, green: green, blue: blue, alpha: alpha))
    case .malformedText(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The type that text for a key with this tag must have; nil says that any may come.
  private static func type(of stored: StoredType?, for name: String) throws(Failure) -> ValueType? {
    // `null` says nothing of what the key holds when it is set.
    guard let stored, stored != .null else { return nil }
    if let type = ValueType.of(stored == .colorBlob ? .color : stored) { return type }
    throw Failure(
      .badData,
      "\(name): stored with the type '\(stored)' , which this version does not know; "
        + "give a --type to replace the value")
  }

  /// What the text must be if nothing else is said: only where it can hardly be anything else.
  private static func guess(_ text: String, for name: String) throws(Failure) -> StoredValue {
    if text == "true" || text == "false" { return .bool(text == "true") }
    if text.hasPrefix("#") || text.hasPrefix("color("),
      let color = try ValueType.of(.color)?.value(text)
    {
      return color
    }
    guard isPlainNumber(text) else { return .text(text) }
    if let number = Int64(text) { return .int(number) }
    if text.utf8.contains(where: { ".eE".utf8.contains($0) }), let number = RealText.parse(text) {
      return .real(number)
    }
    throw Failure(
      .badData, "\(name): '\(text.shown)' is out of range; give --type text, or real, to keep it")
  }

  /// A number without plus sign and leading zeros: `007` and `+4930` are text.
  private static func isPlainNumber(_ text: String) -> Bool {
    text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
  }

  private static func misfit(_ text: String, _ type: ValueType, _ name: String) -> Failure {
    Failure(.badData, "\(name): expected \(type.tag) (\(type.forms)), found '\(text.shown)'")
  }
}
