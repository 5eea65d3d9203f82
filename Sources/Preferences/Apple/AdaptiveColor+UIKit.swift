#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  extension UIColor {
    /// A colour that follows light, dark and contrast of the traits by itself.
    ///
    /// - Parameter fallback: what stands for a reference that nothing is known of.
    public convenience init(_ color: AdaptiveColor, fallback: PreferenceColor = .clear) {
      self.init { traits in UIColor(color.resolved(for: traits) ?? fallback) }
    }
  }

  extension AdaptiveColor {
    /// The colour to show with these traits, by their style and contrast.
    ///
    /// - Returns: nil as for ``resolved(for:contrast:)``.
    public func resolved(for traits: UITraitCollection) -> PreferenceColor? {
      resolved(
        for: Appearance(traits.userInterfaceStyle),
        contrast: traits.accessibilityContrast == .high ? .high : .standard)
    }
  }
#endif
