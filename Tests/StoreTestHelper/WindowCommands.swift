import Preferences

private enum WindowSettings: PreferenceNamespace {
  static let namespace = "Settings"
  static let appearance = key("appearance", default: Appearance.system)
}

/// What a main window shows of the settings, on any system.
private struct MainWindowModel {
  let store: PreferenceStore

  /// Dresses the window, now and whenever the appearance has changed, by whoever it was.
  func follow() async {
    for await appearance in store.values(of: WindowSettings.appearance) {
      say("main window: \(appearance)")
    }
  }

  /// What the button in the window's toolbar does.
  func switchAppearance() throws(PreferenceError) {
    try store.update(WindowSettings.appearance, origin: "main window") { (appearance) in
      appearance = appearance == .dark ? .light : .dark
    }
  }
}

/// `main-window FILE`: says how its window looks, whenever that changes; a line of input is a click on
/// the button that switches. Until its input ends.
func mainWindow(_ arguments: [String]) throws {
  let window = MainWindowModel(store: try PreferenceStore(path: try arguments.argument(0, "FILE")))
  Task.detached { await window.follow() }
  while readLine() != nil { try window.switchAppearance() }
}
