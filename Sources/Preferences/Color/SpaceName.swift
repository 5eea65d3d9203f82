/// A colour space by the names that files and descriptions give it.
package enum SpaceName: Hashable, Sendable {
  case space(PreferenceColor.Space)
  /// No space is named, only a model; sRGB is what these numbers mostly mean.
  case assumedSRGB
  case assumedGray
  case genericRGB
  case genericGray
  case adobeRGB

  /// What became of a colour's numbers.
  package struct Reading: Hashable, Sendable {
    package var color: PreferenceColor
    /// The rule that was used, for reports.
    package var note: String?
    package var isConverted = false

    init(_ color: PreferenceColor, note: String? = nil) {
      self.color = color
      self.note = note
    }

    package init(_ imported: ImportedColor) {
      color = imported.color
      note = imported.rule
      isConverted = true
    }
  }

  /// Whether a colour has one component, not three.
  package var isGray: Bool { [.space(.gray), .assumedGray, .genericGray].contains(self) }

  /// The colour of as many components as the space has.
  package func color(_ parts: [Double], alpha: Double) -> Reading {
    let (red, green, blue) =
      isGray ? (parts[0], parts[0], parts[0]) : (parts[0], parts[1], parts[2])
    switch self {
    case .space(let space):
      return Reading(PreferenceColor(space, red: red, green: green, blue: blue, alpha: alpha))
    case .assumedSRGB:
      return Reading(
        PreferenceColor(red: red, green: green, blue: blue, alpha: alpha),
        note: "RGB without a named space, taken as sRGB")
    case .assumedGray:
      return Reading(
        PreferenceColor(gray: red, alpha: alpha), note: "gray without a named space, taken as sRGB")
    case .genericRGB:
      return Reading(ImportedColor.genericRGB(red: red, green: green, blue: blue, alpha: alpha))
    case .genericGray: return Reading(ImportedColor.genericGray(red, alpha: alpha))
    case .adobeRGB:
      return Reading(ImportedColor.adobeRGB(red: red, green: green, blue: blue, alpha: alpha))
    }
  }

  /// The space that the start of a description names, and the name.
  package static func prefix(of text: String) -> (String, SpaceName)? {
    descriptions.first { name, _ in text.hasPrefix(name) }
  }

  /// The names of CSS Color 4, and those of this library.
  static let css: [String: PreferenceColor.Space] = Dictionary(
    uniqueKeysWithValues: PreferenceColor.Space.allCases.map { ($0.rawValue, $0) })

  /// The constants of `CGColorSpace` (their values, as programs store them).
  package static let coreGraphics: [String: SpaceName] = [
    "kCGColorSpaceSRGB": .space(.sRGB),
    "kCGColorSpaceExtendedSRGB": .space(.extendedSRGB),
    "kCGColorSpaceLinearSRGB": .space(.linearSRGB),
    "kCGColorSpaceExtendedLinearSRGB": .space(.extendedLinearSRGB),
    "kCGColorSpaceDisplayP3": .space(.displayP3),
    "kCGColorSpaceExtendedDisplayP3": .space(.displayP3),
    "kCGColorSpaceGenericGrayGamma2_2": .space(.gray),
    "kCGColorSpaceExtendedGray": .space(.gray),
    "kCGColorSpaceGenericRGB": .genericRGB,
    "kCGColorSpaceGenericGray": .genericGray,
    "kCGColorSpaceAdobeRGB1998": .adobeRGB,
    "kCGColorSpaceDeviceRGB": .space(.sRGB),
    "kCGColorSpaceDeviceGray": .space(.gray),
  ]

  // Longer names before those that they start with.
  private static let descriptions: [(String, SpaceName)] = [
    ("UIExtendedSRGBColorSpace", .space(.extendedSRGB)),
    ("UIExtendedGrayColorSpace", .space(.gray)),
    ("UIDisplayP3ColorSpace", .space(.displayP3)),
    ("UIDeviceRGBColorSpace", .space(.sRGB)),
    ("UIDeviceWhiteColorSpace", .space(.gray)),
    ("kCGColorSpaceModelRGB", .assumedSRGB),
    ("kCGColorSpaceModelMonochrome", .assumedGray),
    ("NSCalibratedRGBColorSpace", .genericRGB),
    ("NSCalibratedWhiteColorSpace", .genericGray),
    ("NSDeviceRGBColorSpace", .space(.sRGB)),
    ("NSDeviceWhiteColorSpace", .space(.gray)),
    ("sRGB IEC61966-2.1", .space(.sRGB)),
    ("Display P3", .space(.displayP3)),
    ("Generic RGB Profile", .genericRGB),
    ("Generic Gray Gamma 2.2 Profile", .space(.gray)),
    ("Generic Gray Profile", .genericGray),
    ("Adobe RGB (1998)", .adobeRGB),
  ]
}
