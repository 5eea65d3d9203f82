import Preferences

/// The colours of a palette file as they come, with the names that the file gives.
struct Palette {
  /// One colour.
  struct Swatch {
    /// Empty where the file gives none.
    var name: String
    /// The group that the colour lies in, if the format has groups.
    var group = ""
    /// Where it stands, for reports.
    var place: String
    var reading: SpaceName.Reading
  }

  var format: String
  private var items: [Item] = []

  private enum Item {
    case swatch(Swatch)
    case leftOut(ImportReport.LeftOut)
  }

  init(format: String) { self.format = format }

  mutating func append(_ swatch: Swatch) { items.append(.swatch(swatch)) }

  mutating func leaveOut(_ place: String, _ reason: String) {
    items.append(.leftOut(ImportReport.LeftOut(path: place, reason: reason)))
  }

  /// The colours under names that are the same at every import: `Group/Name`; `Color 3` for the
  /// third of the file where it has no name; `Name 2` for the second of a name.
  func entries(namespace: String) -> ImportResult {
    var entries = EntryCollector(format: format)
    var names = PaletteNames(
      given: items.compactMap { item in
        guard case .swatch(let swatch) = item, !swatch.name.isEmpty else { return nil }
        return swatch.path(swatch.name)
      })
    var number = 0
    for item in items {
      switch item {
      case .leftOut(let entry): entries.leaveOut(entry.path, entry.reason)
      case .swatch(let swatch):
        number += 1
        let (key, rule) = names.next(
          swatch.name.isEmpty ? nil : swatch.path(swatch.name), else: swatch.path("Color \(number)")
        )
        let notes = [rule, swatch.reading.note].compactMap(\.self)
        entries.take(
          namespace: namespace, key: key, AdaptiveColor(swatch.reading.color),
          note: notes.isEmpty ? nil : notes.joined(separator: ", "),
          isConverted: swatch.reading.isConverted, path: swatch.place)
      }
    }
    return entries.result
  }
}

extension Palette.Swatch {
  func path(_ name: String) -> String { group.isEmpty ? name : "\(group)/\(name)" }
}
