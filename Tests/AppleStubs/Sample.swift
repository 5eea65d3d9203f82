// A small app over the Apple adapters, as a user would write it.

import Combine
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
  static let sounds = key("sounds", default: true)
}

nonisolated extension PreferenceKeys {
  var card: Key<AdaptiveColor> { AppSettings.card }
}

struct SampleApp: App {
  private let store = PreferenceStore.inMemory()

  var body: some Scene {
    WindowGroup {
      SettingsView(sounds: store.binding(for: AppSettings.sounds))
        .preferredColorScheme(AppSettings.appearance)
        .preferenceStore(store)
    }
  }
}

struct SettingsView: View {
  @Binding var sounds: Bool
  @AppPreference(AppSettings.accent) private var accent
  @AppPreference(AppSettings.appearance) private var appearance
  @AppPreference(\.card) private var card
  @AppPreference("greeting") private var greeting = "Hello"
  @AppPreference("columns", in: AppSettings.self) private var columns = 2
  @AppPreference("nickname") private var nickname: String?
  @Environment(\.colorScheme) private var colorScheme
  @Environment(\.colorSchemeContrast) private var contrast
  @Environment(\.preferenceStore) private var store
  @Environment(\.undoManager) private var undoManager

  var body: some View {
    Form {
      ColorPicker("Accent", selection: $accent.color)
      Picker("Appearance", selection: $appearance.colorScheme) {
        Text("As the system").tag(ColorScheme?.none)
        Text("Light").tag(ColorScheme?.some(.light))
        Text("Dark").tag(ColorScheme?.some(.dark))
      }
      Toggle("Sounds", isOn: $sounds)
      TextField("Greeting", text: $greeting)
      Text("\(greeting), \(nickname ?? "nobody")")
        .foregroundStyle(Color(accent))
        .background(Color(shownCard ?? .white))
      Button("Lights out") { switchOff() }
      Button("One more column") { columns += 1 }
    }
  }

  private var shownCard: PreferenceColor? {
    card.resolved(colorScheme: colorScheme, contrast: contrast)
  }

  private func switchOff() {
    let stack = UndoStack(store: store, origin: "settings window")
    do {
      try store.set(.dark, for: AppSettings.appearance, origin: stack.origin)
      undoManager?.register(stack, named: "Lights Out")
    } catch { nickname = "\(error)" }
  }
}

func follow(_ store: PreferenceStore) -> AnyCancellable {
  store.publisher(of: AppSettings.accent, initial: false).sink { print($0) }
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
