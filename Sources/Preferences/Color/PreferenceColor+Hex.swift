extension PreferenceColor {
  /// A colour from `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`, alpha last; the `#` may be missing.
  ///
  /// - Throws: ``ColorTextError``, which names the component.
  public init(hex text: String) throws(ColorTextError) {
    var digits = text[...].utf8
    if digits.first == UInt8(ascii: "#") { digits = digits.dropFirst() }
    if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
      throw ColorTextError(
        text, nil, "after 0x alpha may come first or last; write it as #RRGGBBAA, alpha last")
    }
    let count = digits.count
    guard [3, 4, 6, 8].contains(count) else {
      throw ColorTextError(text, nil, "expected 3, 4, 6 or 8 hexadecimal digits, found \(count)")
    }
    let width = count < 6 ? 1 : 2
    let parts: [ColorTextError.Part] = [.red, .green, .blue, .alpha]
    var values: [Double] = []
    while let first = digits.popFirst() {
      let last = width == 2 ? digits.popFirst() ?? first : first
      guard let high = Self.digit(first), let low = Self.digit(last) else {
        throw ColorTextError(
          text, parts[values.count], "expected hexadecimal digits, 0 to 9 and A to F")
      }
      values.append(Double(high * 16 + low) / 255)
    }
    self.init(
      red: values[0], green: values[1], blue: values[2], alpha: count % 4 == 0 ? values[3] : 1)
  }

  /// `#RRGGBB`, or `#RRGGBBAA` when not opaque: the sRGB colour rounded to 8 bits, cut to 0…1.
  public var hex: String {
    let color = converted(to: .sRGB)
    var parts = [color.red, color.green, color.blue]
    if alpha < 1 { parts.append(alpha) }
    return parts.reduce(into: "#") { text, part in
      let digits = String(Self.byte(part), radix: 16, uppercase: true)
      text += digits.utf8.count == 1 ? "0" + digits : digits
    }
  }

  /// Red, green and blue in sRGB as 8-bit numbers, rounded and cut to 0…255.
  package var bytes: (red: UInt8, green: UInt8, blue: UInt8) {
    let color = converted(to: .sRGB)
    return (Self.byte(color.red), Self.byte(color.green), Self.byte(color.blue))
  }

  /// Rounded as the view `settings` does; NaN, which a colour in memory may hold, is 0.
  private static func byte(_ part: Double) -> UInt8 {
    part > 0 ? UInt8(min(part, 1) * 255 + 0.5) : 0
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 48
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 55
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 87
    default: nil
    }
  }
}
