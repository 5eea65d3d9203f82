import Preferences

/// The colour that an archive holds.
struct ArchivedColor {
  /// What held the colour, for reports.
  var origin = "archived NSColor"
  var color: AdaptiveColor
  /// How the numbers were read, where the archive does not name a space of this library.
  var rule: String?
  var isConverted = false

  /// A name that many colours share may be large, and is copied for each.
  static let longestName = 1000

  /// What becomes of an archive as a value: where the colour comes from, and by which rule.
  var note: String { origin + (rule.map { ", " + $0 } ?? "") }

  init(_ color: PreferenceColor, rule: String? = nil) {
    self.color = AdaptiveColor(color)
    self.rule = rule
  }

  init(_ reading: SpaceName.Reading) {
    self.init(reading.color, rule: reading.note)
    isConverted = reading.isConverted
  }

  init(_ imported: ImportedColor) { self.init(SpaceName.Reading(imported)) }

  init(_ reference: ColorReference, rule: String) {
    color = AdaptiveColor(reference)
    self.rule = rule
  }
}

/// Why an archived colour is not taken.
struct ArchiveRefusal: Error, Hashable {
  var reason: String
}
