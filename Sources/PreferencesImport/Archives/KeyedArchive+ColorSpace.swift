import Preferences

extension KeyedArchive {
  /// The colour of some numbers in the space of an NSColorSpace object.
  func color(
    _ numbers: [Double], space: PropertyList
  ) throws(ArchiveRefusal) -> ArchivedColor {
    if case .integer(let id) = space["NSID"] ?? space["NSSpaceID"] {
      switch id {
      case 3, 6: return try ArchivedColor(cmyk: numbers)
      case 4: return try ArchivedColor(deviceRGB: numbers)
      case 5: return try ArchivedColor(deviceWhite: numbers)
      default:
        if let name = Self.spaces[id] { return try ArchivedColor(numbers, name) }
      }
    }
    guard let bytes = bytes(space["NSICC"]) else {
      throw ArchiveRefusal(reason: "a colour space without a known number or profile")
    }
    let profile = try ICCProfile(bytes)
    if let name = profile.knownSpace { return try ArchivedColor(numbers, name) }
    let (parts, alpha) = try ArchivedColor.split(numbers, profile.isGray ? 1 : 3)
    return ArchivedColor(try profile.reading(parts, alpha: alpha))
  }

  /// The numbers that the system gives its own spaces; those of devices and inks are not here.
  private static let spaces: [Int64: SpaceName] = [
    1: .genericRGB, 2: .genericGray, 7: .space(.sRGB), 8: .adobeRGB, 9: .space(.gray),
    12: .space(.displayP3), 14: .space(.extendedSRGB), 15: .space(.gray),
    16: .space(.linearSRGB), 17: .space(.extendedLinearSRGB),
  ]
}
