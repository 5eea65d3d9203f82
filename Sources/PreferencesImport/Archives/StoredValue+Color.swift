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
    case (.data, .blob(let bytes)): return (try? ColorArchive.read(bytes))?.reading
    case (.text, .text(let text)):
      if let archived = try? ColorArchive.read(base64: text) { return archived.reading }
      guard let reading = try? ColorText(text) else { return nil }
      return AdaptiveColor([.any: reading.source]).map { ($0, reading.note, reading.isConverted) }
    case (.json, .text(let text)): return (try? JSONValue(parsing: text))?.readAsColor()
    default: return nil
    }
  }
}

extension JSONValue {
  fileprivate func readAsColor() -> (color: AdaptiveColor, note: String?, isConverted: Bool)? {
    if let elements = array, elements.count == 2, let name = elements[0].string,
      let numbers = elements[1].array
    {
      return ArchivedColor(name, numbers.compactMap(\.double), count: numbers.count)?.reading
    }
    guard let color = try? AdaptiveColor(jsonForm: self), StoredValue(color: color) != nil else {
      return nil
    }
    let isBare = array != nil || self["red"] != nil && self["space"] == nil
    guard isBare else { return (color, nil, false) }
    // `[255, 0, 0]` means bytes; as components it would be a light that no screen has.
    if let color = color.color, max(color.red, color.green, color.blue) >= 2 { return nil }
    return (color, "numbers without a colour space, taken as sRGB", false)
  }
}

extension ArchivedColor {
  fileprivate var reading: (color: AdaptiveColor, note: String?, isConverted: Bool) {
    (color, note, isConverted)
  }
}
