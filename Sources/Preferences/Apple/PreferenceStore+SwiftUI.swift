#if canImport(SwiftUI)
  public import SwiftUI

  extension PreferenceStore {
    /// A binding to a key's value, for pickers, toggles and other controls.
    ///
    /// ```swift
    /// Toggle("Sounds", isOn: store.binding(for: AppSettings.sounds))
    /// ```
    ///
    /// Whoever asks for the binding has thereby read the key: a view that only hands it on shows the
    /// new value, too. Assigning is the convenience of the store's subscript: errors go to
    /// ``diagnostics``.
    public func binding<Value>(for key: Key<Value>) -> Binding<Value> {
      _ = self[key]
      return Binding {
        self[key]
      } set: {
        self[key] = $0
      }
    }
  }

  extension EnvironmentValues {
    /// The store of ``AppPreference`` and of `preferredColorScheme` by a key;
    /// ``PreferenceStore/current`` unless set.
    public var preferenceStore: PreferenceStore {
      get { self[StoreKey.self] ?? .current }
      set { self[StoreKey.self] = newValue }
    }

    private struct StoreKey: EnvironmentKey {
      static let defaultValue: PreferenceStore? = nil
    }
  }

  extension View {
    /// Sets the store of this view and of those in it, such as one in memory for a preview.
    ///
    /// ```swift
    /// #Preview { SettingsView().preferenceStore(.inMemory()) }
    /// ```
    public func preferenceStore(_ store: PreferenceStore) -> some View {
      environment(\.preferenceStore, store)
    }
  }
#endif
