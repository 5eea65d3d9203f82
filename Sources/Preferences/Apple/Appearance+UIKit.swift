#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  extension Appearance {
    /// The appearance of a style of UIKit; ``system`` for `unspecified`, and for a style of a later
    /// UIKit.
    public init(_ style: UIUserInterfaceStyle) {
      self = Appearance(userInterfaceStyle: style.rawValue) ?? .system
    }
  }

  extension UIUserInterfaceStyle {
    /// The style of an appearance, `unspecified` for ``Appearance/system``: what a window takes to
    /// look light, dark, or as the system does.
    ///
    /// ```swift
    /// window.overrideUserInterfaceStyle = UIUserInterfaceStyle(store[AppSettings.appearance])
    /// ```
    public init(_ appearance: Appearance) {
      self = Self(rawValue: appearance.userInterfaceStyle) ?? .unspecified
    }
  }
#endif
