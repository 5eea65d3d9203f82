// A small app over the Apple adapters, as a user would write it.

import Preferences
import SwiftUI

#if canImport(UIKit)
  import UIKit
#else
  import AppKit
#endif

enum AppSettings: PreferenceNamespace {
  static let namespace = "Settings"
  static let accent = key("accent", default: PreferenceColor.blue)
  static let card = key("card", default: AdaptiveColor(any: .white, dark: .black))
  static let appearance = key("appearance", default: Appearance.system)
}

struct SampleApp: App {
  private let store = PreferenceStore.inMemory()

  var body: some Scene {
    WindowGroup {
      SettingsView(accent: binding(AppSettings.accent), appearance: binding(AppSettings.appearance))
        .background(Color(store[AppSettings.card]))
        .preferredColorScheme(store[AppSettings.appearance].colorScheme)
    }
  }

  private func binding<Value>(_ key: PreferenceStore.Key<Value>) -> Binding<Value> {
    let store = store
    return Binding {
      store[key]
    } set: {
      store[key] = $0
    }
  }
}

struct SettingsView: View {
  @Binding var accent: PreferenceColor
  @Binding var appearance: Appearance
  @Environment(\.colorScheme) private var colorScheme
  @Environment(\.colorSchemeContrast) private var contrast

  var body: some View {
    Form {
      ColorPicker("Accent", selection: $accent.color)
      Picker("Appearance", selection: $appearance.colorScheme) {
        Text("As the system").tag(ColorScheme?.none)
        Text("Light").tag(ColorScheme?.some(.light))
        Text("Dark").tag(ColorScheme?.some(.dark))
      }
      Text("The card in these surroundings")
        .foregroundStyle(Color(accent))
        .background(Color(card ?? .white))
    }
  }

  private var card: PreferenceColor? {
    AppSettings.card.defaultValue.resolved(colorScheme: colorScheme, contrast: contrast)
  }
}

func roundTrip(_ color: PreferenceColor, in environment: EnvironmentValues) -> PreferenceColor {
  let card = AdaptiveColor(color).resolved(in: environment) ?? color
  let resolved = PreferenceColor(Color.Resolved(card))
  return PreferenceColor(Color(resolved), in: environment)
}

func roundTrip(_ color: PreferenceColor) -> PreferenceColor? { PreferenceColor(color.cgColor) }

#if canImport(UIKit)
  @MainActor
  func dress(_ window: UIWindow, from store: PreferenceStore) {
    window.overrideUserInterfaceStyle = UIUserInterfaceStyle(store[AppSettings.appearance])
    window.backgroundColor = UIColor(store[AppSettings.card])
    let accent = PreferenceColor(UIColor(store[AppSettings.accent]))
    store[AppSettings.accent] = accent ?? .blue
    store[AppSettings.appearance] = Appearance(window.overrideUserInterfaceStyle)
  }
#else
  @MainActor
  func dress(_ window: NSWindow, from store: PreferenceStore) {
    NSApplication.shared.appearance = NSAppearance(store[AppSettings.appearance])
    window.backgroundColor = NSColor(store[AppSettings.card], fallback: .white)
    let accent = PreferenceColor(NSColor(store[AppSettings.accent]))
    store[AppSettings.accent] = accent ?? .blue
    store[AppSettings.appearance] = Appearance(NSApplication.shared.appearance)
  }
#endif
