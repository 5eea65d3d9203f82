// How systems say it. A number alone does not: 1 is light to UIKit and dark to freedesktop.

extension Appearance {
  /// What the integers of a system or program mean.
  public enum NumberMapping: String, Hashable, Sendable, CaseIterable {
    /// `UIUserInterfaceStyle`: 0 unspecified, 1 light, 2 dark.
    case userInterfaceStyle
    /// `color-scheme` of the freedesktop settings portal: 0 no preference, 1 dark, 2 light.
    case freedesktop
  }

  /// The appearance that a number means; nil for a number that the mapping does not know.
  public init?(_ number: Int, as mapping: NumberMapping) {
    guard let appearance = Self.allCases.first(where: { $0.number(as: mapping) == number }) else {
      return nil
    }
    self = appearance
  }

  /// The number that means this appearance.
  public func number(as mapping: NumberMapping) -> Int {
    switch (mapping, self) {
    case (_, .system): 0
    case (.userInterfaceStyle, .light), (.freedesktop, .dark): 1
    case (.userInterfaceStyle, .dark), (.freedesktop, .light): 2
    }
  }

  /// The appearance of a raw value of `UIUserInterfaceStyle`; nil for an unknown one.
  public init?(userInterfaceStyle: Int) { self.init(userInterfaceStyle, as: .userInterfaceStyle) }

  /// The raw value of `UIUserInterfaceStyle`.
  public var userInterfaceStyle: Int { number(as: .userInterfaceStyle) }

  /// The appearance of a value of the freedesktop portal's `color-scheme`; nil for an unknown one.
  ///
  /// Source: org.freedesktop.appearance of the Settings portal, xdg-desktop-portal.
  public init?(freedesktop: Int) { self.init(freedesktop, as: .freedesktop) }

  /// The value of the freedesktop portal's `color-scheme`.
  public var freedesktop: Int { number(as: .freedesktop) }

  /// The appearance of a raw value of `NSAppearance.Name`, or of `AppleInterfaceStyle` (`Dark`); nil
  /// for an unknown one.
  public init?(nsAppearanceName name: String) {
    switch name {
    case "NSAppearanceNameAqua", "NSAppearanceNameVibrantLight",
      "NSAppearanceNameAccessibilityAqua", "NSAppearanceNameAccessibilityVibrantLight", "Light":
      self = .light
    case "NSAppearanceNameDarkAqua", "NSAppearanceNameVibrantDark",
      "NSAppearanceNameAccessibilityDarkAqua", "NSAppearanceNameAccessibilityVibrantDark", "Dark":
      self = .dark
    default: return nil
    }
  }

  /// The raw value of `NSAppearance.Name`; nil for `system`, as `NSApplication.appearance` has it.
  public var nsAppearanceName: String? {
    switch self {
    case .system: nil
    case .light: "NSAppearanceNameAqua"
    case .dark: "NSAppearanceNameDarkAqua"
    }
  }

  /// The appearance of a text of GNOME's `color-scheme` key: `default`, `prefer-dark`,
  /// `prefer-light`; nil for an unknown one.
  public init?(gnomeColorScheme text: String) {
    switch text {
    case "default": self = .system
    case "prefer-dark": self = .dark
    case "prefer-light": self = .light
    default: return nil
    }
  }
}
