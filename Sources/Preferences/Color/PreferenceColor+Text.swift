extension PreferenceColor {
  /// A colour from the text of one, as people and programs write it.
  ///
  /// - `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA`;
  /// - CSS Color 4: `color(display-p3 1 0.3 0.7 / 0.5)` with the spaces srgb, srgb-linear,
  ///   display-p3 and, beyond CSS, gray; `rgb(255 0 0 / 50%)`, `rgba(255, 0, 0, 0.5)`;
  /// - numbers from 0 to 1, taken as sRGB: `1 0.5 0`, `1,0.5,0,0.5`;
  /// - descriptions of the systems' colours: `UIExtendedSRGBColorSpace 0.839216 0.521569 0.690196 1`,
  ///   `NSCalibratedWhiteColorSpace 0.5 1`, `sRGB IEC61966-2.1 colorspace 1 0 0 1`. Their six digits
  ///   are taken for the n/255 that they round, if there is one.
  ///
  /// - Throws: ``ColorTextError``, which says which component and why; also for a text that names
  ///   a colour, such as `Catalog color: System labelColor`.
  public init(_ text: String) throws(ColorTextError) {
    let reading = try ColorText(text)
    guard case .color(let color) = reading.source else {
      throw ColorTextError(text, nil, "it is the name of a colour, not its numbers")
    }
    self = color
  }

  /// CSS Color 4 text with all digits: `color(srgb 1 0 0)`, `color(display-p3 1 0 0 / 0.5)`.
  ///
  /// A gray is written in sRGB, where it has the same look.
  public var css: String { functionText(space: cssSpace, [red, green, blue]) }

  private var cssSpace: String {
    switch space {
    case .sRGB, .extendedSRGB, .gray: "srgb"
    case .linearSRGB, .extendedLinearSRGB: "srgb-linear"
    case .displayP3: "display-p3"
    }
  }

  private func functionText(space: String, _ parts: [Double]) -> String {
    let numbers = parts.map(Self.number).joined(separator: " ")
    return "color(\(space) \(numbers)\(alpha == 1 ? "" : " / " + Self.number(alpha)))"
  }

  /// The fewest digits that read back as the same number; whole numbers without a point.
  private static func number(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension PreferenceColor: CustomStringConvertible {
  /// A text that ``init(_:)`` reads as the same colour: hexadecimal where that is exact, else ``css``,
  /// or `color(gray 0.5)`.
  public var description: String {
    if space == .gray { return functionText(space: "gray", [red]) }
    if space == .sRGB, let same = try? PreferenceColor(hex: hex), same == self { return hex }
    return css
  }
}
