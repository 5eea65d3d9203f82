import Preferences

/// A colour as it is seen in one appearance, and what it came from.
struct PaletteSwatch {
  let appearance: Appearance
  let contrast: AdaptiveColor.Contrast
  /// The names on the way to the colour.
  var references: [ColorReference] = []
  /// Nil when the last name is unknown.
  var color: PreferenceColor?

  var html: String {
    let parts = [
      "<p class=\"mode\">\(mode)</p>",
      references.map { "<p>→ \($0.words.html)</p>" }.joined(),
      color.map(value) ?? "<p>No such colour here</p>",
    ]
    return """
      <div class="panel \(appearance.rawValue)">
      <div class="swatch\(color == nil ? " unknown" : "")"\(color.map(style) ?? "")>
      \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
      </div>
      </div>
      """
  }

  private var mode: String {
    let name = appearance == .dark ? "Dark" : "Light"
    return contrast == .high ? "\(name), high contrast" : name
  }

  private func value(_ color: PreferenceColor) -> String {
    let (_, ratio) = label(on: color)
    // Two decimals, cut and not rounded, since 6.999 is not yet 7; but 20.999999999999996 is 21.
    let hundredths = Int(exactly: (ratio * 100 + 1e-6).rounded(.down)) ?? 100
    let decimals = String(hundredths % 100 + 100).dropFirst()
    // Of black and white the better one has at least the root of 21, 4.58.
    let mark = hundredths >= 700 ? "AAA" : "AA"
    let text = color.description
    let approximation = text == color.hex ? "" : "<p>in sRGB <code>\(color.hex)</code></p>\n"
    return """
      <p><code>\(text.html)</code></p>
      \(approximation)<p class="ratio">\(hundredths / 100).\(decimals):1 \(mark)</p>
      """
  }

  /// The second background is passed over by a browser that does not know it.
  private func style(_ color: PreferenceColor) -> String {
    let (label, _) = label(on: color)
    let exact = color.description == color.hex ? "" : ";background:\(color.css)"
    return " style=\"color:\(label.hex);background:\(color.hex)\(exact)\""
  }

  /// Black or white, whichever is easier to read on a colour, and its contrast ratio.
  private func label(on color: PreferenceColor) -> (PreferenceColor, ratio: Double) {
    let seen = color.alpha < 1 ? color.blended(over: surface) : color
    let (white, black) = (seen.contrastRatio(to: .white), seen.contrastRatio(to: .black))
    return white > black ? (.white, white) : (.black, black)
  }

  /// What the panel round a swatch has, see ``PaletteStyle``.
  private var surface: PreferenceColor {
    appearance == .dark ? PreferenceColor(red: 28 / 255, green: 28 / 255, blue: 30 / 255) : .white
  }
}

extension PreferenceColor {
  /// What is seen of the colour before another, as browsers mix them: in encoded sRGB.
  fileprivate func blended(over back: PreferenceColor) -> PreferenceColor {
    let front = converted(to: .sRGB).clamped
    func mix(_ front: Double, _ back: Double) -> Double { front * alpha + back * (1 - alpha) }
    return PreferenceColor(
      red: mix(front.red, back.red), green: mix(front.green, back.green),
      blue: mix(front.blue, back.blue))
  }
}

extension ColorReference {
  /// `Brand.accent`, `labelColor of ios`.
  fileprivate var words: String { platform.map { "\(name) of \($0)" } ?? name }
}
