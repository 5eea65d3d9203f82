package import Preferences

extension StoredValue {
  /// The colour that a value is in one of the forms that programs store colours in: an archived
  /// colour, as data or as base64 text; the text of a colour or its description; JSON with the
  /// name of a space and components, with named components, or of three or four numbers.
  ///
  /// - Returns: nil for anything else, empty text included. The note says by which rule the
  ///   numbers were read, where the value does not say it itself.
  package func readAsColor() -> (color: AdaptiveColor, note: String?, isConverted: Bool)? {
    switch (type, storage) {
    case (.color, _), (.colorBlob, _): return color.map { ($0, nil, false) }
    case (.text, .text(let text)):
      guard let reading = try? ColorText(text) else { return nil }
      return AdaptiveColor([.any: reading.source]).map { ($0, reading.note, reading.isConverted) }
    case (.json, .text(let text)):
      guard let json = try? JSONValue(parsing: text),
        let color = try? AdaptiveColor(jsonForm: json)
      else { return nil }
      return (color, nil, false)
    default: return nil
    }
  }
}
