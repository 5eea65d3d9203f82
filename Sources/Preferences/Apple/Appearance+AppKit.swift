#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit

  extension Appearance {
    /// The appearance that one of AppKit is closest to; ``system`` for nil, which inherits.
    public init(_ appearance: NSAppearance?) {
      guard let appearance else {
        self = .system
        return
      }
      self = appearance.bestMatch(from: [.aqua, .darkAqua]) == .darkAqua ? .dark : .light
    }
  }

  extension NSAppearance {
    /// The appearance of AppKit, nil for ``Appearance/system``: what an app, a window or a view takes
    /// to look light, dark, or as the system does.
    ///
    /// ```swift
    /// NSApplication.shared.appearance = NSAppearance(store[AppSettings.appearance])
    /// ```
    public convenience init?(_ appearance: Appearance) {
      guard let name = appearance.nsAppearanceName else { return nil }
      self.init(named: NSAppearance.Name(rawValue: name))
    }
  }
#endif
