import Preferences

/// A theme of iTerm2: one colour per key, and where the key ends in `(Light)` or `(Dark)`, one variant
/// of the colour of the key without it.
struct ITermTheme {
  private let members: [PropertyList.Member]

  /// Nil for a property list that is no theme.
  init?(_ list: PropertyList) {
    guard case .dictionary(let members) = list, !members.isEmpty,
      members.allSatisfy({ ITermColor.looksLikeOne($0.value) })
    else { return nil }
    self.members = members
  }

  private struct Entry {
    var sources: [AdaptiveColor.Variant: AdaptiveColor.Source] = [:]
    /// Each rule once, with the variants that it was used for.
    var notes: [(note: String, variants: [AdaptiveColor.Variant])] = []
    var isConverted = false

    mutating func add(_ color: ITermColor, as variant: AdaptiveColor.Variant) {
      sources[variant] = .color(color.color)
      isConverted = isConverted || color.isConverted
      guard let note = color.note else { return }
      if let index = notes.firstIndex(where: { $0.note == note }) {
        notes[index].variants.append(variant)
      } else {
        notes.append((note, [variant]))
      }
    }

    var note: String? {
      guard !notes.isEmpty else { return nil }
      return notes.map { note, variants in
        variants.count == sources.count
          ? note : variants.map(\.rawValue).joined(separator: " and ") + ": " + note
      }.joined(separator: "; ")
    }
  }

  func take(_ options: ImportOptions, into collector: inout EntryCollector) {
    var order: [String] = []
    var entries: [String: Entry] = [:]
    for member in members {
      let (key, variant) = Self.split(member.key)
      do throws(ArchiveRefusal) {
        let color = try ITermColor(member.value, assuming: options.assumedColorSpace)
        guard entries[key]?.sources[variant] == nil else {
          throw ArchiveRefusal(reason: "an earlier entry has this name in another Unicode form")
        }
        if entries[key] == nil { order.append(key) }
        entries[key, default: Entry()].add(color, as: variant)
      } catch {
        collector.leaveOut(member.key, error.reason)
      }
    }
    for key in order {
      guard let entry = entries[key], let color = AdaptiveColor(entry.sources) else { continue }
      collector.take(
        namespace: options.namespace, key: key, color, note: entry.note,
        isConverted: entry.isConverted)
    }
  }

  private static func split(_ key: String) -> (String, AdaptiveColor.Variant) {
    for (ending, variant) in [(" (Light)", AdaptiveColor.Variant.light), (" (Dark)", .dark)]
    where key.hasSuffix(ending) {
      return (String(key.dropLast(ending.count)), variant)
    }
    return (key, .any)
  }
}
