/// A colour that differs with the appearance: one for any, and others for light, dark and for high
/// contrast; each a colour of its own or a reference to a named one.
///
/// ```swift
/// let card = AdaptiveColor(any: .white, dark: PreferenceColor(white: 0.1))
/// let now = card.resolved(for: .dark)
/// ```
public struct AdaptiveColor: Hashable, Sendable {
  /// When a colour applies.
  public enum Variant: String, Hashable, Sendable, CaseIterable, Codable {
    /// Where no other does.
    case any
    /// In the light appearance.
    case light
    /// In the dark appearance.
    case dark
    /// With high contrast, where no other does.
    case anyHigh = "any-high"
    /// In the light appearance with high contrast.
    case lightHigh = "light-high"
    /// In the dark appearance with high contrast.
    case darkHigh = "dark-high"
  }

  /// Whether colours are asked for that are easier to tell apart.
  public enum Contrast: String, Hashable, Sendable, CaseIterable, Codable {
    /// As designed.
    case standard
    /// "Increase contrast" is on.
    case high
  }

  /// What stands for one variant.
  public enum Source: Hashable, Sendable {
    /// A colour.
    case color(PreferenceColor)
    /// A named colour.
    case reference(ColorReference)
  }

  /// What is given, by variant.
  public private(set) var sources: [Variant: Source]

  /// The colour of each variant that is given; nil values leave the variant to the others.
  public init(
    any: PreferenceColor, light: PreferenceColor? = nil, dark: PreferenceColor? = nil,
    anyHigh: PreferenceColor? = nil, lightHigh: PreferenceColor? = nil,
    darkHigh: PreferenceColor? = nil
  ) {
    sources = [.any: .color(any)]
    sources[.light] = light.map(Source.color)
    sources[.dark] = dark.map(Source.color)
    sources[.anyHigh] = anyHigh.map(Source.color)
    sources[.lightHigh] = lightHigh.map(Source.color)
    sources[.darkHigh] = darkHigh.map(Source.color)
  }

  /// One colour for all.
  public init(_ color: PreferenceColor) { self.init(any: color) }

  /// A named colour, whatever variants that has.
  public init(_ reference: ColorReference) { sources = [.any: .reference(reference)] }

  /// Not empty.
  init(checked sources: [Variant: Source]) { self.sources = sources }

  /// What each variant is, as files say it; nil when none is given.
  package init?(_ sources: [Variant: Source]) {
    guard !sources.isEmpty else { return nil }
    self.sources = sources
  }

  /// What is given for a variant; the last one cannot be taken away.
  public subscript(variant: Variant) -> Source? {
    get { sources[variant] }
    set {
      if newValue == nil, sources.count == 1 { return }
      sources[variant] = newValue
    }
  }

  /// The one colour, when there are no variants and no reference.
  public var color: PreferenceColor? {
    guard sources.count == 1, case .color(let color) = sources[.any] else { return nil }
    return color
  }

  /// The reference, when all there is is one.
  public var reference: ColorReference? {
    guard sources.count == 1, case .reference(let reference) = sources[.any] else { return nil }
    return reference
  }

  /// The colour to show.
  ///
  /// For the dark appearance with high contrast the first given of dark-high, dark, any-high and
  /// any; for light likewise; without high contrast only those without. `.system`, where nobody has
  /// said what the system is, takes any. A last resort, where a file gives neither, is light.
  ///
  /// - Returns: nil when the variant is a reference that nothing is known of: white on white would
  ///   be worse.
  public func resolved(
    for appearance: Appearance, contrast: Contrast = .standard
  ) -> PreferenceColor? {
    switch source(for: appearance, contrast: contrast) {
    case .color(let color): color
    case .reference(let reference):
      reference.fallback?.resolved(for: appearance, contrast: contrast)
    case nil: nil
    }
  }

  /// What is given for the colour to show, see ``resolved(for:contrast:)``.
  package func source(
    for appearance: Appearance, contrast: Contrast = .standard
  ) -> Source? {
    Self.candidates(appearance, contrast).lazy.compactMap { sources[$0] }.first
  }

  private static func candidates(_ appearance: Appearance, _ contrast: Contrast) -> [Variant] {
    switch (appearance, contrast) {
    case (.dark, .high): [.darkHigh, .dark, .anyHigh, .any, .light]
    case (.dark, .standard): [.dark, .any, .light]
    case (.light, .high): [.lightHigh, .light, .anyHigh, .any]
    case (.light, .standard): [.light, .any]
    case (.system, .high): [.anyHigh, .any, .lightHigh, .light]
    case (.system, .standard): [.any, .light]
    }
  }
}

extension AdaptiveColor: CustomStringConvertible {
  /// The variants in their order: `#FFFFFF, dark #000000`; a reference by its name.
  public var description: String {
    Variant.allCases.compactMap { variant in
      let text: String
      switch sources[variant] {
      case .color(let color): text = color.description
      case .reference(let reference): text = reference.name
      case nil: return nil
      }
      return variant == .any ? text : "\(variant.rawValue) \(text)"
    }.joined(separator: ", ")
  }
}
