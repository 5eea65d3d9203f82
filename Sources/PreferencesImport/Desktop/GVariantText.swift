import Preferences

/// Values in the text format of GVariant, as GSettings schemas and dconf dumps write them.
enum GVariantText {
  /// The longest text of one value, in bytes.
  static let maximumLength = 1 << 20
  /// How deep values may nest, as in GVariant's own parser.
  static let maximumDepth = 64

  /// The value in a text, of the type given or of the one that the text tells.
  ///
  /// Integers are `int`, doubles `real`, strings `text`, arrays of bytes `data`, `nothing` is null;
  /// everything else becomes `json`.
  ///
  /// - Throws: the reason why the text is no such value, or why the store cannot hold it.
  static func read(
    _ text: String, as type: GVariantType? = nil
  ) throws(PropertyList.Unsayable) -> PropertyList.Conversion {
    let node = try GVariantParser.parse(text)
    if node == .nothing, case .maybe = type { return PropertyList.Conversion(value: .null) }
    if case .typed(.maybe, .nothing) = node { return PropertyList.Conversion(value: .null) }
    let type = if let type { type } else { try node.type() }
    return try node.value(as: type).conversion(sortsKeys: false)
  }
}
