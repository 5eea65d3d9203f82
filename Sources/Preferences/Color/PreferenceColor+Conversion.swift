extension PreferenceColor {
  /// The same colour in another space: what is seen stays, the numbers change.
  ///
  /// Nothing is clamped: a Display P3 red has components beyond 0…1 in sRGB, and says
  /// ``Space/extendedSRGB``. Only ``Space/gray`` loses, keeping the luminance. Between spaces with a
  /// common curve a gray stays exactly gray. Constants: CSS Color 4, section 10; computed from the
  /// primaries.
  public func converted(to space: Space) -> PreferenceColor {
    let target = space.standard
    guard target != self.space.standard else { return self }
    switch (self.space.standard, target) {
    case (.gray, .sRGB), (.gray, .displayP3):
      return with(target, (red, green, blue))
    default: break
    }
    let light = linearSRGB
    switch target {
    case .linearSRGB, .extendedLinearSRGB: return with(target, light)
    case .displayP3: return with(target, Self.encoded(Self.displayP3(light)))
    case .gray:
      let gray = ColorCurve.sRGB(linear: Self.luminance(light))
      return with(target, (gray, gray, gray))
    case .sRGB, .extendedSRGB: return with(target, Self.encoded(light))
    }
  }

  /// The colour with its components brought into 0…1, in its own space.
  ///
  /// - SeeAlso: ``converted(to:)``, which never does.
  public var clamped: PreferenceColor {
    func clamp(_ value: Double) -> Double { min(max(value, 0), 1) }
    return PreferenceColor(
      space, red: clamp(red), green: clamp(green), blue: clamp(blue), alpha: clamp(alpha))
  }

  /// Whether both look alike: no component of the two, in sRGB, differs by more than `tolerance`.
  ///
  /// The default is half a step of 255. The colour of what is wholly transparent does not count.
  public func isVisuallyEqual(
    to other: PreferenceColor, tolerance: Double = 0.5 / 255
  ) -> Bool {
    guard abs(alpha - other.alpha) <= tolerance else { return false }
    if alpha == 0, other.alpha == 0 { return true }
    let (a, b) = (converted(to: .sRGB), other.converted(to: .sRGB))
    return abs(a.red - b.red) <= tolerance && abs(a.green - b.green) <= tolerance
      && abs(a.blue - b.blue) <= tolerance
  }

  /// The contrast ratio to another colour, 1 to 21; 4.5 is asked for text (WCAG 2.2, 1.4.3).
  ///
  /// Both are taken as opaque.
  public func contrastRatio(to other: PreferenceColor) -> Double {
    let (a, b) = (Self.luminance(clamped.linearSRGB), Self.luminance(other.clamped.linearSRGB))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The light in the primaries of sRGB.
  private var linearSRGB: ColorMatrix.Light {
    switch space {
    case .linearSRGB, .extendedLinearSRGB:
      (Self.bounded(red, of: red), Self.bounded(green, of: green), Self.bounded(blue, of: blue))
    case .displayP3: Self.fromDisplayP3(linearComponents)
    case .sRGB, .extendedSRGB, .gray: linearComponents
    }
  }

  private var linearComponents: ColorMatrix.Light {
    (
      Self.bounded(ColorCurve.linear(sRGB: red), of: red),
      Self.bounded(ColorCurve.linear(sRGB: green), of: green),
      Self.bounded(ColorCurve.linear(sRGB: blue), of: blue)
    )
  }

  /// Brighter than any light there is, and small enough that no sum of such is infinite: the
  /// difference of two infinities would be no number, and be shown as black. A component that is no
  /// number itself stays none.
  private static func bounded(_ light: Double, of component: Double) -> Double {
    component.isFinite ? min(max(light, -1e250), 1e250) : light
  }

  private func with(_ space: Space, _ parts: ColorMatrix.Light) -> PreferenceColor {
    PreferenceColor(space, red: parts.red, green: parts.green, blue: parts.blue, alpha: alpha)
  }

  static func encoded(_ light: ColorMatrix.Light) -> ColorMatrix.Light {
    (
      ColorCurve.sRGB(linear: light.red), ColorCurve.sRGB(linear: light.green),
      ColorCurve.sRGB(linear: light.blue)
    )
  }

  private static func luminance(_ light: ColorMatrix.Light) -> Double {
    0.21263900587151036 * light.red + 0.7151686787677559 * light.green + 0.07219231536073371
      * light.blue
  }

  private static let fromDisplayP3 = ColorMatrix(
    red: (green: -0.22494017628055996, blue: 0),
    green: (red: -0.04205695470968816, blue: 0),
    blue: (red: -0.019637554590334432, green: -0.07863604555063189))
  private static let displayP3 = ColorMatrix(
    red: (green: 0.17753803128563775, blue: 0),
    green: (red: 0.03319419885096162, blue: 0),
    blue: (red: 0.017082630721120033, green: 0.07239744066396347))
}
