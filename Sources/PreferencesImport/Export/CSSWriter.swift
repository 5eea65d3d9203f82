import Preferences

/// Writes CSS custom properties, `:root { --accent: #FF8800; }`, and the variants in media queries.
struct CSSWriter: ColorWriter {
  let namespace: String
  let keepsReferences = false
  private var names: Set<String> = []
  private var lines: [AdaptiveColor.Variant: [String]] = [:]

  init(namespace: String) { self.namespace = namespace }

  // What comes later wins, so that the order is that in which `AdaptiveColor` looks for a colour.
  private static let queries: [(variant: AdaptiveColor.Variant, query: String)] = [
    (.any, ""),
    (.anyHigh, "(prefers-contrast: more)"),
    (.light, "(prefers-color-scheme: light)"),
    (.dark, "(prefers-color-scheme: dark)"),
    (.lightHigh, "(prefers-color-scheme: light) and (prefers-contrast: more)"),
    (.darkHigh, "(prefers-color-scheme: dark) and (prefers-contrast: more)"),
  ]

  mutating func add(_ color: AdaptiveColor, named key: String) throws(ExportError) -> [String] {
    var name = Self.name(key)
    var count = 1
    while !names.insert(name).inserted {
      count += 1
      name = "\(Self.name(key))-\(count)"
    }
    for variant in AdaptiveColor.Variant.allCases {
      guard case .color(let color) = color[variant] else { continue }
      lines[variant, default: []].append("\(name): \(Self.value(color));")
    }
    var notes: [String] = []
    if name != "--\(key)" { notes.append("its name is \(name)") }
    guard color[.any] == nil else { return notes }
    if case .color(let light) = color[.light] {
      lines[.any, default: []].append("\(name): \(Self.value(light));")
    } else {
      notes.append("set only where a variant applies")
    }
    return notes
  }

  var files: [ColorExport.File] {
    var blocks: [String] = []
    for (variant, query) in Self.queries {
      guard let lines = lines[variant] else { continue }
      let margin = query.isEmpty ? "" : "  "
      let rule = "\(margin):root {\n" + lines.map { "\(margin)  \($0)\n" }.joined() + "\(margin)}\n"
      blocks.append(query.isEmpty ? rule : "@media \(query) {\n\(rule)}\n")
    }
    return [
      ColorExport.File(path: "\(namespace).css", bytes: Array(blocks.joined(separator: "\n").utf8))
    ]
  }

  /// Hexadecimal where that is exact, else a function of CSS Color 4 with all digits.
  private static func value(_ color: PreferenceColor) -> String {
    let color = color.space == .gray ? color.converted(to: .sRGB) : color
    return color.description
  }

  /// A dashed identifier (CSS Syntax 3, section 4.2): what it cannot hold becomes a hyphen.
  private static func name(_ key: String) -> String {
    var name = "--"
    for scalar in key.unicodeScalars {
      let isName =
        scalar.isASCII
        ? scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "-_".unicodeScalars.contains(scalar)
        : scalar.properties.isAlphabetic
      name.unicodeScalars.append(isName ? scalar : "-")
    }
    return name
  }
}
