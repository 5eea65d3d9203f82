import Preferences

extension ImportFormat {
  /// Adobe Swatch Exchange.
  static let ase = palette(
    word: "ase", name: "an Adobe swatch exchange file",
    recognizes: { $0.bytes.starts(with: AdobeSwatchExchange.magic) },
    read: AdobeSwatchExchange.read)

  /// Photoshop's swatches.
  static let aco = palette(
    word: "aco", name: "a Photoshop swatches file",
    recognizes: { AdobeColorSwatches.recognizes($0.bytes) }, read: AdobeColorSwatches.read)

  /// A palette of GIMP, and of the many programs that read and write the same.
  static let gpl = palette(
    word: "gpl", name: "a GIMP palette",
    recognizes: { GIMPPalette.recognizes($0.bytes) }, read: GIMPPalette.read)

  private static func palette(
    word: String, name: String, recognizes: @escaping @Sendable (ImportInput) -> Bool,
    read: @escaping @Sendable ([UInt8], ImportOptions) throws(ImportError) -> Palette
  ) -> ImportFormat {
    ImportFormat(word: word, name: name, recognizes: recognizes) {
      (input, options) throws(ImportError) in
      guard let key = options.key else {
        return try read(input.bytes, options).entries(namespace: options.namespace)
      }
      var entries = EntryCollector(format: name)
      entries.take(
        namespace: options.namespace, key: key, .data(input.bytes), note: "the file as data")
      return entries.result
    }
  }
}
