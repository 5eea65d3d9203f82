#if canImport(SwiftUI)
  public import SwiftUI

  extension Appearance {
    /// The colour scheme to prefer; nil for ``system``.
    ///
    /// ```swift
    /// WindowGroup { ContentView().preferredColorScheme(appearance.colorScheme) }
    /// ```
    ///
    /// Of a binding, `$appearance.colorScheme` is one of an optional scheme.
    public var colorScheme: ColorScheme? {
      get {
        switch self {
        case .system: nil
        case .light: .light
        case .dark: .dark
        }
      }
      set { self = Appearance(newValue) }
    }

    /// The appearance of a colour scheme; ``system`` for nil, and for a scheme of a later SwiftUI.
    public init(_ colorScheme: ColorScheme?) {
      self = colorScheme == .dark ? .dark : colorScheme == .light ? .light : .system
    }
  }
#endif
