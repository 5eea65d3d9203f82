import Preferences

// What keyed archives and typedstreams have in common: the kinds of colours, and their numbers.
extension ArchivedColor {
  /// Some numbers, with alpha or without, in a named space.
  init(_ numbers: [Double], _ space: SpaceName) throws(ArchiveRefusal) {
    let (parts, alpha) = try Self.split(numbers, space.isGray ? 1 : 3)
    self.init(space.color(parts, alpha: alpha))
  }

  /// The numbers as they stand: what a screen shows is nearest to sRGB.
  init(deviceRGB numbers: [Double]) throws(ArchiveRefusal) {
    try self.init(numbers, .space(.sRGB))
    rule = "device RGB taken as sRGB"
  }

  /// The number as it stands.
  init(deviceWhite numbers: [Double]) throws(ArchiveRefusal) {
    try self.init(numbers, .space(.gray))
    rule = "device white taken as sRGB"
  }

  /// Amounts of ink.
  init(cmyk numbers: [Double]) throws(ArchiveRefusal) {
    let (parts, alpha) = try Self.split(numbers, 4)
    self.init(
      .cmyk(cyan: parts[0], magenta: parts[1], yellow: parts[2], black: parts[3], alpha: alpha))
  }

  /// A named colour; what it stood for when it was archived is a fallback and no more.
  init(
    catalog: String?, name: String?,
    fallback: () throws(ArchiveRefusal) -> ArchivedColor?
  ) throws(ArchiveRefusal) {
    guard let name, !name.isEmpty else {
      throw ArchiveRefusal(reason: "a catalogue colour without a name")
    }
    guard max(name.utf8.count, catalog?.utf8.count ?? 0) <= Self.longestName else {
      throw ArchiveRefusal(reason: "a catalogue colour whose name is too long")
    }
    var rule = "catalogue colour, kept by name"
    var known: ArchivedColor?
    do {
      known = try fallback()
      if let how = known?.rule { rule += "; its fallback: " + how }
    } catch {
      rule += "; no fallback: " + error.reason
    }
    self.init(ColorReference(name, platform: catalog, fallback: known?.color), rule: rule)
  }

  /// So many components, and the number after them, which is alpha.
  static func split(
    _ numbers: [Double], _ count: Int
  ) throws(ArchiveRefusal) -> ([Double], alpha: Double) {
    guard numbers.count == count || numbers.count == count + 1 else {
      throw ArchiveRefusal(
        reason: "\(numbers.count) numbers, where \(count) are a colour and one more its alpha")
    }
    return (Array(numbers.prefix(count)), numbers.count > count ? numbers[count] : 1)
  }
}
