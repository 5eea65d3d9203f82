import Preferences

/// A colour as desktop programs and editors write it, without naming its space: sRGB by custom.
struct DesktopColor {
  private(set) var color: PreferenceColor
  private(set) var note: String
  private(set) var isConverted = false

  /// The colour that a text can only be: `#rrggbb`, `#rrggbbaa`, `#rrrrggggbbbb`, `rgb(r, g, b)`,
  /// `rgba(r, g, b, a)`; nil for anything else.
  ///
  /// - Parameter isNamed: the key says that it is a colour, so that `#rgb` is one as well.
  init?(_ text: String, isNamed: Bool, _ options: ImportOptions) {
    let digits = text.utf8.first == UInt8(ascii: "#") ? text.utf8.count - 1 : 0
    let parsed: PreferenceColor?
    switch digits {
    case 6, 8: parsed = try? PreferenceColor(hex: text)
    case 3 where isNamed, 4 where isNamed: parsed = try? PreferenceColor(hex: text)
    case 12: parsed = Self.deep(text.utf8.dropFirst())
    default:
      guard text.hasPrefix("rgb(") || text.hasPrefix("rgba("), text.utf8.count < 200 else {
        return nil
      }
      parsed = try? PreferenceColor(text)
    }
    guard let parsed else { return nil }
    self.init(parsed, options)
  }

  /// `247,247,247` or `247,247,247,255`, as KDE writes colours; nil for anything else.
  init?(bytes text: String, _ options: ImportOptions) {
    guard text.utf8.count < 40 else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = parts.compactMap { part in
      UInt8(String(decoding: part.utf8.trimmedXMLSpace, as: UTF8.self)).map { Double($0) / 255 }
    }
    guard values.count == parts.count, (3...4).contains(values.count) else { return nil }
    self.init(
      PreferenceColor(
        red: values[0], green: values[1], blue: values[2], alpha: values.count == 4 ? values[3] : 1),
      options)
  }

  private init(_ parsed: PreferenceColor, _ options: ImportOptions) {
    guard options.assumedColorSpace == .calibrated else {
      color = parsed
      note = "a colour without a named space, taken as sRGB"
      return
    }
    let imported = ImportedColor.genericRGB(
      red: parsed.red, green: parsed.green, blue: parsed.blue, alpha: parsed.alpha)
    color = imported.color
    note = imported.rule
    isConverted = true
  }

  /// Four hexadecimal digits for each part, as X11 and GDK write them.
  private static func deep(_ digits: Substring.UTF8View) -> PreferenceColor? {
    var rest = digits
    var values: [Double] = []
    while !rest.isEmpty {
      let part = String(decoding: rest.prefix(4), as: UTF8.self)
      guard part.utf8.first != UInt8(ascii: "+"), let value = UInt16(part, radix: 16) else {
        return nil
      }
      values.append(Double(value) / 65_535)
      rest = rest.dropFirst(4)
    }
    guard values.count == 3 else { return nil }
    return PreferenceColor(red: values[0], green: values[1], blue: values[2])
  }
}
