import Preferences

extension KeyedArchive {
  /// A UIColor: numbers in extended sRGB, and the name where it is a colour of the system.
  func uiColor(_ object: PropertyList) throws(ArchiveRefusal) -> ArchivedColor {
    let name = text(object["UISystemColorName"])
    guard name?.utf8.count ?? 0 <= ArchivedColor.longestName else {
      throw ArchiveRefusal(reason: "a colour of the system whose name is too long")
    }
    var color = uiComponents(object)
    if let name, !name.isEmpty, !Self.fixedColors.contains(name) {
      let fallback = color.map { AdaptiveColor($0) }
      var reference = ArchivedColor(
        ColorReference(name, platform: "ios", fallback: fallback),
        rule: "system colour, kept by name" + (fallback == nil ? "" : "; its fallback as archived"))
      reference.origin = "archived UIColor"
      return reference
    }
    if color == nil, let name { color = Self.grays[name].map { PreferenceColor(gray: $0) } }
    guard let color else {
      throw ArchiveRefusal(
        reason: object["UIPatternSelector"] == nil
          ? "a UIColor without components" : "a pattern of pictures, which has no numbers")
    }
    var archived = ArchivedColor(color)
    archived.origin = "archived UIColor"
    return archived
  }

  private func uiComponents(_ object: PropertyList) -> PreferenceColor? {
    func part(_ name: String) -> Double? {
      switch object[name + "-Double"] ?? object[name] {
      case .real(let value): value
      case .integer(let value): Double(value)
      default: nil
      }
    }
    let alpha = part("UIAlpha") ?? 1
    if let red = part("UIRed"), let green = part("UIGreen"), let blue = part("UIBlue") {
      return PreferenceColor(.extendedSRGB, red: red, green: green, blue: blue, alpha: alpha)
    }
    return part("UIWhite").map { PreferenceColor(gray: $0, alpha: alpha) }
  }

  private static let grays = ["blackColor": 0.0, "whiteColor": 1]

  /// The colours whose names say which they are; all others change with the appearance.
  private static let fixedColors: Set<String> = [
    "blackColor", "blueColor", "brownColor", "clearColor", "cyanColor", "darkGrayColor",
    "grayColor", "greenColor", "lightGrayColor", "magentaColor", "orangeColor", "purpleColor",
    "redColor", "whiteColor", "yellowColor",
  ]
}
