extension PreferenceColor {
  /// What the three components of a colour mean.
  ///
  /// All have the white point D65. The extended spaces are the same as their plain ones beyond 0…1: a
  /// colour says ``extendedSRGB`` when a component is outside, ``sRGB`` when none is.
  public enum Space: String, Hashable, Sendable, CaseIterable, Codable {
    /// sRGB, IEC 61966-2-1, gamma-encoded.
    case sRGB = "srgb"
    /// sRGB with components beyond 0…1, the curve continued with sign.
    case extendedSRGB = "extended-srgb"
    /// The light itself in the primaries of sRGB.
    case linearSRGB = "srgb-linear"
    /// The light itself in the primaries of sRGB, beyond 0…1.
    case extendedLinearSRGB = "extended-srgb-linear"
    /// Display P3: the primaries of DCI P3 with white and curve of sRGB (CSS Color 4, 10.4).
    case displayP3 = "display-p3"
    /// One component on the curve of sRGB; w is the gray of red = green = blue = w there.
    case gray

    var extended: Space {
      switch self {
      case .sRGB: .extendedSRGB
      case .linearSRGB: .extendedLinearSRGB
      default: self
      }
    }

    var standard: Space {
      switch self {
      case .extendedSRGB: .sRGB
      case .extendedLinearSRGB: .linearSRGB
      default: self
      }
    }
  }
}
