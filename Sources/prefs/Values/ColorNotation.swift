import Preferences

/// Colours as people write and read them.
enum ColorNotation {
  /// The colour of a text, or of the JSON of one with variants.
  static func parse(_ text: String) -> StoredValue.Storage? {
    if let color = try? PreferenceColor(text) { return StoredValue(color: color.adaptive)?.storage }
    guard text.utf8.first == UInt8(ascii: "{"), let json = try? JSONValue(parsing: text),
      let color = try? AdaptiveColor(jsonForm: json)
    else { return nil }
    return StoredValue(color: color)?.storage
  }

  /// What `prefs get` prints, and `prefs set` takes: the text of a colour, the colour that a
  /// reference stands for, else the JSON.
  static func print(_ color: AdaptiveColor) -> String? {
    let plain = color.color ?? color.reference?.fallback?.resolved(for: .system)
    return plain.map(short) ?? (try? color.jsonForm())?.description
  }

  /// What lists show: `#FFFFFF, dark #000000`, `Brand.accent = #FF8800`.
  static func show(_ color: AdaptiveColor) -> String {
    AdaptiveColor.Variant.allCases.compactMap { variant in
      guard let source = color[variant] else { return nil }
      return (variant == .any ? "" : "\(variant.rawValue) ") + show(source)
    }.joined(separator: ", ")
  }

  private static func show(_ source: AdaptiveColor.Source) -> String {
    switch source {
    case .color(let color): return short(color)
    case .reference(let reference):
      let platform = reference.platform.map { "\($0) " } ?? ""
      guard let fallback = reference.fallback else { return "\(platform)\(reference.name)" }
      return "\(platform)\(reference.name) = \(show(fallback))"
    }
  }

  /// The text that the view `settings` shows: rounded to 8 bits, or six digits outside 0 to 1.
  static func short(_ color: PreferenceColor) -> String {
    switch color.space {
    case .sRGB where (0...1).contains(color.alpha): return color.hex
    case .sRGB, .extendedSRGB:
      let words = [color.red, color.green, color.blue, color.alpha].map(RealText.sixDigits)
      return "color(srgb \(words[0]) \(words[1]) \(words[2]) / \(words[3]))"
    default: return color.description
    }
  }
}
