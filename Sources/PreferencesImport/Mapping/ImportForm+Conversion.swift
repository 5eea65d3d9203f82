import Preferences

extension ImportForm {
  /// A value that was brought into a form.
  struct Conversion {
    var value: StoredValue
    var outcome = ImportReport.Outcome.taken
    /// What was done; nil when the value had the form already.
    var note: String?
  }

  /// The value in this form.
  ///
  /// - Throws: the reason why it has none.
  func conversion(of value: StoredValue) throws(JSONReason) -> Conversion {
    switch self {
    case .text, .data:
      guard value.type.rawValue == word else {
        throw JSONReason("it is of type \(value.type), not \(word)")
      }
      return Conversion(value: value)
    case .json: return try Self.json(value)
    case .color: return try Self.color(value)
    case .appearance(let mapping):
      let appearance = try Self.appearance(value, mapping)
      return Conversion(
        value: StoredValue(type: .appearance, storage: .text(appearance.rawValue)),
        note: value.type == .appearance
          ? nil : "\(value.type) as \(word) \(appearance.rawValue)")
    }
  }

  private static func json(_ value: StoredValue) throws(JSONReason) -> Conversion {
    if value.type == .json { return Conversion(value: value) }
    let document = try value.jsonDocument()
    guard let text = try? document.text() else { throw JSONReason("it is too deep for JSON") }
    return Conversion(value: .json(text), note: "the JSON document in \(value.type)")
  }

  private static func color(_ value: StoredValue) throws(JSONReason) -> Conversion {
    guard let (color, note, isConverted) = value.readAsColor(),
      let stored = StoredValue(color: color)
    else {
      // The text itself says best what it lacks.
      if case .text(let text) = value.storage {
        do throws(ColorTextError) { _ = try ColorText(text) } catch {
          throw JSONReason(error.description.escapedForDisplay)
        }
      }
      throw JSONReason("it is \(value.type) that holds no colour")
    }
    if value.color != nil { return Conversion(value: value) }
    return Conversion(
      value: stored,
      outcome: !color.references.isEmpty ? .reference : isConverted ? .converted : .taken,
      note: ["\(value.type) as color", note].compactMap(\.self).joined(separator: ", "))
  }

  private static func appearance(
    _ value: StoredValue, _ mapping: Appearance.NumberMapping?
  ) throws(JSONReason) -> Appearance {
    let number: Int?
    switch (value.type, value.storage) {
    case (.appearance, .text(let text)), (.text, .text(let text)):
      let word = Appearance(rawValue: text) ?? Appearance(nsAppearanceName: text)
      if let appearance = word ?? Appearance(gnomeColorScheme: text) { return appearance }
      number = Int(text)
      guard number != nil else {
        throw JSONReason("\(text.quotedForMessage) is no appearance (light, dark, system)")
      }
    case (.int, .integer(let integer)): number = Int(exactly: integer)
    case (.real, .real(let real)): number = Int(exactly: real)
    default: throw JSONReason("it is of type \(value.type), not a word or a number")
    }
    guard let mapping else {
      let mappings = all.filter { if case .appearance(_?) = $0 { true } else { false } }
      let words = mappings.map(\.word).joined(separator: " or ")
      throw JSONReason("a number means an appearance only by a mapping, \(words)")
    }
    guard let number, let appearance = Appearance(number, as: mapping) else {
      throw JSONReason("the number means nothing by \(mapping.rawValue), which knows 0, 1 and 2")
    }
    return appearance
  }
}

extension StoredValue {
  /// The tree of a JSON value, or of a JSON document in text or in data.
  ///
  /// - Throws: the reason why there is none.
  func jsonDocument() throws(JSONReason) -> JSONValue {
    let text: String? =
      switch (type, storage) {
      case (.json, .text(let text)), (.text, .text(let text)): text
      case (.data, .blob(let bytes)): String(validating: bytes, as: UTF8.self)
      default: nil
      }
    guard let text else { throw JSONReason("it is \(type) without the text of a JSON document") }
    do throws(JSONCodingError) {
      return try JSONValue(parsing: text)
    } catch {
      throw JSONReason("it holds no JSON document: \(error.description)")
    }
  }
}
