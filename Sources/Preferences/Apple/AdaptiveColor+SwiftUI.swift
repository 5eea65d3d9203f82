#if canImport(SwiftUI)
  public import SwiftUI
  #if canImport(UIKit) && !os(watchOS)
    import UIKit
  #elseif canImport(AppKit)
    import AppKit
  #endif

  extension AdaptiveColor {
    /// The colour to show in an environment, by its colour scheme and its contrast.
    ///
    /// - Returns: nil as for ``resolved(for:contrast:)``.
    public func resolved(in environment: EnvironmentValues) -> PreferenceColor? {
      resolved(
        colorScheme: environment.colorScheme, contrast: environment.colorSchemeContrast)
    }

    /// The colour to show in a colour scheme: `resolved(colorScheme: .dark, contrast: .increased)`.
    ///
    /// - Returns: nil as for ``resolved(for:contrast:)``.
    public func resolved(
      colorScheme: ColorScheme, contrast: ColorSchemeContrast = .standard
    ) -> PreferenceColor? {
      resolved(
        for: Appearance(colorScheme), contrast: contrast == .increased ? .high : .standard)
    }
  }

  extension Color {
    /// A colour that follows light, dark and contrast by itself; on watchOS the dark variant.
    ///
    /// - Parameter fallback: what stands for a reference that nothing is known of.
    public init(_ color: AdaptiveColor, fallback: PreferenceColor = .clear) {
      #if canImport(UIKit) && !os(watchOS)
        self.init(uiColor: UIColor(color, fallback: fallback))
      #elseif canImport(AppKit)
        self.init(nsColor: NSColor(color, fallback: fallback))
      #else
        self.init(color.resolved(for: .dark) ?? fallback)
      #endif
    }
  }
#endif
