#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Shows this view light, dark, or as the system does, as a key says: one change of it switches
    /// every window whose content has this modifier, in every process.
    ///
    /// ```swift
    /// WindowGroup { ContentView().preferredColorScheme(AppSettings.appearance) }
    /// ```
    ///
    /// The key is read from the store of the environment.
    public func preferredColorScheme(_ key: PreferenceStore.Key<Appearance>) -> some View {
      modifier(PreferredAppearance(appearance: AppPreference(key)))
    }
  }

  /// A modifier and not a function, so that the window's content alone runs again, not the app.
  private struct PreferredAppearance: ViewModifier {
    @AppPreference var appearance: Appearance

    func body(content: Content) -> some View {
      content.preferredColorScheme(appearance.colorScheme)
    }
  }
#endif
