import Preferences

/// Colours as text: hexadecimal, or components in extended sRGB.
enum ColorText {
  /// `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA`, `r,g,b`, `r g b a` or `color(srgb r g b / a)`.
  static func parse(_ text: String) -> StoredValue.Storage? {
    if text.hasPrefix("#") { return hexadecimal(text.dropFirst()) }
    let prefix = "color(srgb "
    if text.hasPrefix(prefix), text.hasSuffix(")") {
      let words = text.dropFirst(prefix.count).dropLast().split(separator: " ")
      if words.count == 5, words[3] == "/" {
        return components(words[..<3] + [words[4]], areBytesLikely: false)
      }
      return words.count == 3 ? components(words[...], areBytesLikely: false) : nil
    }
    let parts =
      text.contains(",")
      ? text.split(separator: ",", omittingEmptySubsequences: false) : text.split(separator: " ")
    return components(parts[...])
  }

  /// The text that the view `settings` shows: rounded to 8 bits, or six digits outside 0 to 1.
  static func print(red: Double, green: Double, blue: Double, alpha: Double) -> String {
    let all = [red, green, blue, alpha]
    if all.allSatisfy({ (0...1).contains($0) }) {
      let bytes = (alpha < 1 ? all : [red, green, blue]).map { UInt32($0 * 255 + 0.5) }
      return "#" + bytes.map { formatted("%02X", $0) }.joined()
    }
    let words = all.map(RealText.sixDigits)
    return "color(srgb \(words[0]) \(words[1]) \(words[2]) / \(words[3]))"
  }

  private static func hexadecimal(_ digits: Substring) -> StoredValue.Storage? {
    let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard values.count == digits.count else { return nil }
    switch values.count {
    case 3, 4: return components(values.map { Double($0) / 15 })
    case 6, 8:
      return components(
        stride(from: 0, to: values.count, by: 2).map {
          Double(values[$0] * 16 + values[$0 + 1]) / 255
        })
    default: return nil
    }
  }

  private static func components(
    _ words: ArraySlice<Substring>, areBytesLikely: Bool = true
  ) -> StoredValue.Storage? {
    var values: [Double] = []
    for word in words {
      let number = word.trimmed
      guard let value = RealText.parse(number), value.isFinite else { return nil }
      // `255,0,0` means bytes; as components it would be a light that no screen has.
      if areBytesLikely, Int64(number) != nil, value > 1 { return nil }
      values.append(value)
    }
    return components(values)
  }

  private static func components(_ values: [Double]) -> StoredValue.Storage? {
    guard (3...4).contains(values.count) else { return nil }
    return .components(
      red: values[0], green: values[1], blue: values[2], alpha: values.count == 4 ? values[3] : 1)
  }
}

extension Substring {
  /// Without blanks at either end.
  fileprivate var trimmed: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
