import Preferences

/// The colours of a store by their names, to follow references.
struct NamedColors {
  /// How many references are followed from one to the next; a longer chain is taken for a circle.
  private static let maximumDepth = 16

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
  func resolve(
    _ color: AdaptiveColor, keepsPlatforms: Bool, depth: Int = 0
  ) -> (AdaptiveColor?, notes: [String]) {
    if let reference = color.reference {
      if keepsPlatforms, reference.platform != nil { return (color, []) }
      let target = target(of: reference, keepsPlatforms: keepsPlatforms, depth: depth)
      return (target, target == nil ? [] : ["\(reference.shown) as the colour that it stands for"])
    }
    var sources: [AdaptiveColor.Variant: AdaptiveColor.Source] = [:]
    var notes: [String] = []
    for variant in AdaptiveColor.Variant.allCases {
      guard case .reference(let reference) = color[variant],
        !keepsPlatforms || reference.platform == nil
      else {
        sources[variant] = color[variant]
        continue
      }
      let target = target(of: reference, keepsPlatforms: false, depth: depth)
      let (appearance, contrast) = variant.circumstances
      let number = target?.resolved(for: appearance, contrast: contrast)
      sources[variant] = number.map(AdaptiveColor.Source.color)
      notes.append(
        "\(variant.rawValue): \(reference.shown) "
          + (number == nil ? "left out, it has no numbers" : "as the colour that it stands for"))
    }
    return (AdaptiveColor(sources), notes)
  }

  private func target(
    of reference: ColorReference, keepsPlatforms: Bool, depth: Int
  ) -> AdaptiveColor? {
    guard depth < Self.maximumDepth else { return nil }
    let stored = reference.preference.flatMap { colors[$0] }
    return (stored ?? reference.fallback).flatMap {
      resolve($0, keepsPlatforms: keepsPlatforms, depth: depth + 1).0
    }
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
