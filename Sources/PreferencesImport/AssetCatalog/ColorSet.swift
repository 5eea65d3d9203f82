import Preferences

/// A colour set, the `Contents.json` of an `X.colorset` folder: one colour with its variants.
struct ColorSet {
  /// What the entries say together; nil when none gives a colour.
  private(set) var color: AdaptiveColor?
  /// What had to be assumed or converted, and what is a reference; nil when there is nothing to say.
  private(set) var note: String?
  private(set) var isConverted = false
  /// Entries that are not in ``color``, by their place.
  private(set) var leftOut: [ImportReport.LeftOut] = []

  /// Whether JSON is a colour set: a list of colours for idioms, and nothing of another kind.
  static func recognizes(_ json: JSONValue) -> Bool {
    guard let object = json.object, let colors = object["colors"]?.array,
      object.names.allSatisfy({ ["colors", "info", "properties"].contains($0) })
    else { return false }
    return colors.isEmpty
      ? object["info"]?["version"] != nil
      : colors.allSatisfy { $0["idiom"]?.string != nil || $0["color"]?.object != nil }
  }

  /// - Throws: ``ImportError`` for JSON that is no colour set.
  init(_ json: JSONValue, _ options: ImportOptions) throws(ImportError) {
    guard Self.recognizes(json), let colors = json["colors"]?.array else {
      throw ImportError(
        .unknownFormat, expected: ImportFormat.colorSet.name,
        found: json.object == nil ? "\(json.kind) at the top" : "other JSON")
    }
    let entries = colors.enumerated().map { Entry(position: $0.offset, json: $0.element) }
    let given = entries.filter { $0.color != nil }
    let idiom = given.contains { $0.idiom == "universal" } ? "universal" : given.first?.idiom
    var notes: [String] = []
    if let idiom, idiom != "universal" {
      notes.append("for the idiom \(idiom.escapedForDisplay), none is universal")
    }
    var sources: [AdaptiveColor.Variant: AdaptiveColor.Source] = [:]
    // What holds everywhere comes before what holds under conditions that are not kept.
    for entry in entries.filter(\.conditions.isEmpty) + entries.filter({ !$0.conditions.isEmpty }) {
      do throws(JSONReason) {
        guard let json = entry.color else { throw JSONReason("unset") }
        guard entry.idiom == idiom else {
          throw JSONReason(
            "for the idiom \(entry.idiom.quotedForMessage); the one for \(idiom ?? "") is taken")
        }
        let variant = try entry.variant()
        let color = try ColorSetColor(json, options)
        guard sources[variant] == nil else {
          throw JSONReason(
            (["another colour for \(variant.rawValue) is taken"] + entry.conditions)
              .joined(separator: "; only for "))
        }
        sources[variant] = color.source
        notes += ([color.note].compactMap(\.self) + entry.conditions.map { "only for \($0)" })
          .map { "\(variant.rawValue): \($0)" }
        isConverted = isConverted || color.isConverted
      } catch {
        leftOut.append(ImportReport.LeftOut(path: entry.path, reason: error.text))
      }
    }
    color = AdaptiveColor(sources)
    note = notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  /// One element of `colors`.
  private struct Entry {
    var position: Int
    var json: JSONValue

    var path: String { "colors[\(position)]" }
    var idiom: String { json["idiom"]?.string ?? "universal" }
    var color: JSONValue? { json["color"] }

    /// Conditions that a colour preference has no variants for, such as `display-gamut sRGB`.
    var conditions: [String] {
      (json.object?.members ?? [])
        .filter { !["idiom", "color", "appearances"].contains($0.name) }
        .map { "\($0.name) \($0.value.string ?? $0.value.description)".escapedForDisplay }
    }

    func variant() throws(JSONReason) -> AdaptiveColor.Variant {
      var luminosity: String?
      var isHigh = false
      for condition in json["appearances"]?.array ?? [] {
        let names = [condition["appearance"]?.string, condition["value"]?.string]
        switch (names[0], names[1]) {
        case ("luminosity", let value?) where ["light", "dark"].contains(value):
          luminosity = value
        case ("contrast", "high"): isHigh = true
        default:
          let text = names.compactMap(\.self).joined(separator: " ")
          throw JSONReason("unknown appearance \(text.quotedForMessage)")
        }
      }
      switch luminosity {
      case "light": return isHigh ? .lightHigh : .light
      case "dark": return isHigh ? .darkHigh : .dark
      default: return isHigh ? .anyHigh : .any
      }
    }
  }
}
