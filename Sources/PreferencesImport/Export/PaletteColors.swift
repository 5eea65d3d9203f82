import Preferences

/// The colours of a palette by their names, for following references.
struct PaletteColors {
  private let colors: [String: AdaptiveColor]

  init(_ entries: [(name: PreferenceName, color: AdaptiveColor?)]) {
    // Names that differ only in Unicode form, which other programs can write, are one to Swift.
    colors = Dictionary(
      entries.compactMap { entry in entry.color.map { (entry.name.description, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The swatches for light and for dark.
  func pair(of color: AdaptiveColor, contrast: AdaptiveColor.Contrast) -> [PaletteSwatch] {
    [Appearance.light, .dark].map { appearance in
      var swatch = PaletteSwatch(appearance: appearance, contrast: contrast)
      var source = color.source(for: appearance, contrast: contrast)
      for _ in 0..<NamedColors.maximumDepth {
        guard case .reference(let reference) = source, !swatch.references.contains(reference)
        else { break }
        swatch.references.append(reference)
        let target = reference.platform == nil ? colors[reference.name] : nil
        source = (target ?? reference.fallback)?.source(for: appearance, contrast: contrast)
      }
      if case .color(let color) = source { swatch.color = color }
      return swatch
    }
  }
}
