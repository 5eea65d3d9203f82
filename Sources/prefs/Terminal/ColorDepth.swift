import Preferences

/// How many colours a terminal can show.
enum ColorDepth: Sendable {
  case none, palette256, trueColor

  /// What is known from the environment (https://no-color.org, `COLORTERM`, `TERM`).
  init(isTerminal: Bool, environment: Environment) {
    let term = environment["TERM"] ?? "dumb"
    if !isTerminal || environment["NO_COLOR"] != nil || term == "dumb" {
      self = .none
    } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || term.hasSuffix("direct")
    {
      self = .trueColor
    } else {
      self = term.contains("256color") ? .palette256 : .none
    }
  }

  /// The colour, in light and in dark where they differ; nil where no colours can be shown, or none
  /// is known.
  func swatch(_ color: AdaptiveColor) -> TextTable.Mark? {
    var shown: [PreferenceColor] = []
    for appearance in [Appearance.light, .dark] {
      guard let part = color.resolved(for: appearance) else { continue }
      if shown.last != part { shown.append(part) }
    }
    guard self != .none, !shown.isEmpty else { return nil }
    let text = shown.map { $0.converted(to: .sRGB) }
      .map { swatch(red: $0.red, green: $0.green, blue: $0.blue) }.joined()
    return TextTable.Mark(text: text, columns: 2 * shown.count)
  }

  /// Two blanks on the colour, empty where no colours can be shown; components outside 0 to 1
  /// are cut.
  func swatch(red: Double, green: Double, blue: Double) -> String {
    let bytes = [red, green, blue].map { $0 > 0 ? Int(min($0, 1) * 255 + 0.5) : 0 }
    switch self {
    case .none: return ""
    case .trueColor: return "\u{1b}[48;2;\(bytes[0]);\(bytes[1]);\(bytes[2])m  \u{1b}[0m"
    case .palette256: return "\u{1b}[48;5;\(Self.nearest(bytes))m  \u{1b}[0m"
    }
  }

  /// The nearest of the 6 x 6 x 6 cube and the 24 greys of the usual palette.
  private static func nearest(_ color: [Int]) -> Int {
    let levels = [0, 95, 135, 175, 215, 255]
    func distance(_ other: [Int]) -> Int {
      zip(color, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let cube = color.map { part in
      levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0
    }
    let average = color.reduce(0, +) / 3
    let gray = min(max((average - 3) / 10, 0), 23)
    let isGray =
      distance(Array(repeating: 8 + 10 * gray, count: 3)) < distance(cube.map { levels[$0] })
    return isGray ? 232 + gray : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
  }
}
