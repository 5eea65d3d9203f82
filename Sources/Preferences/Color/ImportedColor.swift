/// A colour of a space that this library reads and never writes; ``color`` is what becomes of it.
package enum ImportedColor: Hashable, Sendable {
  /// "Calibrated RGB" of macOS: gamma 1.8, primaries of its own, white D50.
  case genericRGB(red: Double, green: Double, blue: Double, alpha: Double = 1)
  /// "Calibrated white" of macOS: gamma 1.8.
  case genericGray(Double, alpha: Double = 1)
  /// Adobe RGB (1998): gamma 563/256, white D65.
  case adobeRGB(red: Double, green: Double, blue: Double, alpha: Double = 1)
  /// CIE Lab, white D50: L in 0…100, a and b about -128…127.
  case lab(lightness: Double, a: Double, b: Double, alpha: Double = 1)
  /// CIE XYZ, each in parts of the white D50.
  case xyz(x: Double, y: Double, z: Double, alpha: Double = 1)
  /// Ink without a profile, each 0…1: there is no exact answer.
  case cmyk(cyan: Double, magenta: Double, yellow: Double, black: Double, alpha: Double = 1)

  /// How ``color`` comes about, for reports: "Generic RGB (calibrated, gamma 1.8) to sRGB".
  package var rule: String {
    switch self {
    case .genericRGB: "Generic RGB (calibrated, gamma 1.8) to sRGB"
    case .genericGray: "Generic Gray (calibrated, gamma 1.8) to sRGB"
    case .adobeRGB: "Adobe RGB (1998) to sRGB"
    case .lab: "Lab (D50) to sRGB"
    case .xyz: "XYZ (D50) to sRGB"
    case .cmyk: "CMYK without a profile to sRGB, approximately"
    }
  }

  /// The colour in sRGB, extended where need be.
  package var color: PreferenceColor {
    switch self {
    case .genericRGB(let red, let green, let blue, let alpha):
      let light = Self.fromGenericRGB(
        (
          ColorCurve.linear(red, gamma: 1.8), ColorCurve.linear(green, gamma: 1.8),
          ColorCurve.linear(blue, gamma: 1.8)
        ))
      return Self.sRGB(light, alpha)
    case .genericGray(let white, let alpha):
      let light = ColorCurve.linear(white, gamma: 1.8)
      return Self.sRGB((light, light, light), alpha)
    case .adobeRGB(let red, let green, let blue, let alpha):
      let gamma = 563.0 / 256
      let light = Self.fromAdobeRGB(
        (
          ColorCurve.linear(red, gamma: gamma), ColorCurve.linear(green, gamma: gamma),
          ColorCurve.linear(blue, gamma: gamma)
        ))
      return Self.sRGB(light, alpha)
    case .lab(let lightness, let a, let b, let alpha):
      let y = (lightness + 16) / 116
      let light = Self.fromD50((Self.cube(y + a / 500), Self.cube(y), Self.cube(y - b / 200)))
      return Self.sRGB(light, alpha)
    case .xyz(let x, let y, let z, let alpha): return Self.sRGB(Self.fromD50((x, y, z)), alpha)
    case .cmyk(let cyan, let magenta, let yellow, let black, let alpha):
      return PreferenceColor(
        red: (1 - cyan) * (1 - black), green: (1 - magenta) * (1 - black),
        blue: (1 - yellow) * (1 - black), alpha: alpha)
    }
  }

  private static func sRGB(_ light: ColorMatrix.Light, _ alpha: Double) -> PreferenceColor {
    let parts = PreferenceColor.encoded(light)
    return PreferenceColor(red: parts.red, green: parts.green, blue: parts.blue, alpha: alpha)
  }

  /// The inverse of Lab's cube root with its straight piece (CIE 15: 6/29, 24/116).
  private static func cube(_ root: Double) -> Double {
    root > 6.0 / 29 ? root * root * root : (root - 4.0 / 29) * (108.0 / 841)
  }

  // Primaries as in the system's Generic RGB profile, checked against archives that hold both.
  private static let fromGenericRGB = ColorMatrix(
    red: (green: -0.0263358, blue: 0.0012894),
    green: (red: 0.0194768, blue: 0.0325986),
    blue: (red: -0.0017987, green: -0.0014262))
  private static let fromAdobeRGB = ColorMatrix(
    red: (green: -0.3983557439607783, blue: 0),
    green: (red: 0, blue: 0),
    blue: (red: 0, green: -0.042928989294473266))
  /// From X, Y and Z in parts of the white D50 to linear sRGB, adapted by Bradford.
  private static let fromD50 = ColorMatrix(
    red: (green: -1.6172089589982748, blue: -0.40477353339886607),
    green: (red: -0.9437093077406675, blue: 0.027579210967080322),
    blue: (red: 0.0693876191869263, green: -0.22899387345320327))
}
