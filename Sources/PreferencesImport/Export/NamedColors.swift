import Preferences

/// The colours of a store by their names, to follow references.
struct NamedColors {
  /// How many references are followed from one to the next; a longer chain is taken for a circle.
  static let maximumDepth = 64

  private let colors: [PreferenceName: AdaptiveColor]

  init(_ rows: [ExportedPreference]) {
    // Names that differ only in Unicode form, which other programs can write, are one to Swift.
    colors = Dictionary(rows.map { ($0.name, $0.value.color) }) { first, _ in first }
      .compactMapValues(\.self)
  }

  /// The colour with numbers where it has references, as far as they are known.
  ///
  /// - Parameter keepsPlatforms: leaves references to colours of a system.
  /// - Returns: nil when nothing is left; and what was done, for reports.
  func resolve(_ color: AdaptiveColor, keepsPlatforms: Bool) -> (AdaptiveColor?, notes: [String]) {
    guard let reference = color.reference else { return variants(of: color, keepsPlatforms) }
    if keepsPlatforms, reference.platform != nil { return (color, []) }
    guard let target = target(of: reference, keepsPlatforms),
      let resolved = variants(of: target, keepsPlatforms).0
    else { return (nil, []) }
    return (resolved, ["\(reference.shown) as the colour that it stands for"])
  }

  /// Each variant is followed by itself: all those of all targets may be more than can be counted.
  private func variants(
    of color: AdaptiveColor, _ keepsPlatforms: Bool
  ) -> (AdaptiveColor?, notes: [String]) {
    var sources: [AdaptiveColor.Variant: AdaptiveColor.Source] = [:]
    var notes: [String] = []
    for variant in AdaptiveColor.Variant.allCases {
      guard case .reference(let reference) = color[variant],
        !keepsPlatforms || reference.platform == nil
      else {
        sources[variant] = color[variant]
        continue
      }
      let number = number(of: reference, in: variant)
      sources[variant] = number.map(AdaptiveColor.Source.color)
      notes.append(
        "\(variant.rawValue): \(reference.shown) "
          + (number == nil ? "left out, it has no numbers" : "as the colour that it stands for"))
    }
    return (AdaptiveColor(sources), notes)
  }

  /// The first colour on the way that is more than a reference; nil for a circle and for an
  /// unknown name.
  private func target(of reference: ColorReference, _ keepsPlatforms: Bool) -> AdaptiveColor? {
    var color = named(reference)
    for _ in 1..<Self.maximumDepth {
      guard let next = color?.reference, !keepsPlatforms || next.platform == nil else { break }
      color = named(next)
    }
    return color
  }

  private func number(
    of reference: ColorReference, in variant: AdaptiveColor.Variant
  ) -> PreferenceColor? {
    let (appearance, contrast) = variant.circumstances
    var source = AdaptiveColor.Source.reference(reference)
    for _ in 0..<Self.maximumDepth {
      guard case .reference(let reference) = source,
        let next = named(reference)?.source(for: appearance, contrast: contrast)
      else { break }
      source = next
    }
    if case .color(let color) = source { return color }
    return nil
  }

  private func named(_ reference: ColorReference) -> AdaptiveColor? {
    reference.preference.flatMap { colors[$0] } ?? reference.fallback
  }
}

extension ColorReference {
  fileprivate var shown: String {
    name.escapedForDisplay + (platform.map { " (\($0.escapedForDisplay))" } ?? "")
  }
}

extension AdaptiveColor.Variant {
  /// When the variant applies.
  var circumstances: (Appearance, AdaptiveColor.Contrast) {
    switch self {
    case .any: (.system, .standard)
    case .light: (.light, .standard)
    case .dark: (.dark, .standard)
    case .anyHigh: (.system, .high)
    case .lightHigh: (.light, .high)
    case .darkHigh: (.dark, .high)
    }
  }
}
