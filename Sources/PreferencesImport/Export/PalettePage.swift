import Preferences

extension PreferencesExporter {
  /// The colours among the rows as one page of HTML for people: swatches in light and dark, names,
  /// values and the contrast of text on each.
  ///
  /// The page needs nothing else: no network, no script. Colours beyond sRGB are shown as they are
  /// where browser and screen can, else in sRGB. A reference is followed through the rows, else
  /// through what it stood for when it was written. Other preferences are counted, not shown.
  public static func html(_ rows: [ExportedPreference], title: String) -> [UInt8] {
    Array(PalettePage(rows, title: title).text.utf8)
  }
}

struct PalettePage {
  private let title: String
  /// By name; the colour is nil for a row that this version cannot read.
  private let entries: [(name: PreferenceName, color: AdaptiveColor?)]
  private let others: Int
  private let colors: PaletteColors

  init(_ rows: [ExportedPreference], title: String) {
    self.title = title
    entries = rows.sorted { $0.name < $1.name }
      .filter { [.color, .colorBlob].contains($0.value.type) }
      .map { ($0.name, $0.value.color) }
    others = rows.count - entries.count
    colors = PaletteColors(entries)
  }

  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title.html)</title>
    <style>
    \(PaletteStyle.text)
    </style>
    </head>
    <body>
    <header>
    <h1>\(title.html)</h1>
    <p>\(summary)</p>
    </header>
    <main>
    \(sections.joined(separator: "\n"))
    </main>
    <footer>
    <p>The ratio is the contrast of the text on each swatch, by WCAG 2.2: AA from 4.5:1, AAA from 7:1. \
    A translucent colour is seen over the surface round it.</p>
    </footer>
    </body>
    </html>

    """
  }

  private var summary: String {
    let shown = entries.count == 1 ? "1 colour" : "\(entries.count) colours"
    switch others {
    case 0: return "\(shown)."
    case 1: return "\(shown). 1 other preference is not shown."
    default: return "\(shown). \(others) other preferences are not shown."
    }
  }

  /// One for each namespace.
  private var sections: [String] {
    var sections: [(namespace: String, cards: [String])] = []
    for entry in entries {
      if sections.last?.namespace != entry.name.namespace {
        sections.append((entry.name.namespace, []))
      }
      sections[sections.count - 1].cards.append(card(entry.name.key, entry.color))
    }
    return sections.map { section in
      """
      <section>
      <h2>\(section.namespace.html)</h2>
      <ul>
      \(section.cards.joined(separator: "\n"))
      </ul>
      </section>
      """
    }
  }

  private func card(_ key: String, _ color: AdaptiveColor?) -> String {
    guard let color else {
      return """
        <li>
        <h3>\(key.html)</h3>
        <p class="note">This version cannot read the colour.</p>
        </li>
        """
    }
    let standard = colors.pair(of: color, contrast: .standard)
    let high = colors.pair(of: color, contrast: .high)
    let isHighGiven = [.anyHigh, .lightHigh, .darkHigh].contains { color[$0] != nil }
    let pairs =
      isHighGiven || high.map(\.color) != standard.map(\.color) ? [standard, high] : [standard]
    return """
      <li>
      <h3>\(key.html)</h3>
      \(pairs.map { "<div class=\"pair\">\n\($0.map(\.html).joined(separator: "\n"))\n</div>" }
        .joined(separator: "\n"))
      </li>
      """
  }
}
