#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit

  extension NSColor {
    /// A colour that follows light, dark and contrast of the drawing appearance by itself.
    ///
    /// - Parameter fallback: what stands for a reference that nothing is known of.
    public convenience init(_ color: AdaptiveColor, fallback: PreferenceColor = .clear) {
      self.init(name: nil) { appearance in NSColor(color.resolved(for: appearance) ?? fallback) }
    }
  }

  extension AdaptiveColor {
    /// The colour to show in an appearance of AppKit, by its closest of the four standard ones.
    ///
    /// - Returns: nil as for ``resolved(for:contrast:)``.
    public func resolved(for appearance: NSAppearance) -> PreferenceColor? {
      let high: [NSAppearance.Name] = [
        .accessibilityHighContrastAqua, .accessibilityHighContrastDarkAqua,
      ]
      let match = appearance.bestMatch(from: [.aqua, .darkAqua] + high)
      return resolved(
        for: Appearance(appearance), contrast: match.map(high.contains) == true ? .high : .standard)
    }
  }
#endif
