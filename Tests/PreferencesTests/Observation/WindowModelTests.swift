import Observation
import Preferences
import SQLiteCore
import TestSupport
import Testing

private enum WindowSettings: PreferenceNamespace {
  static let namespace = "Settings"
  static let appearance = key("appearance", default: Appearance.system)
  static let fontSize = key("fontSize", default: 12)
}

/// What a settings window edits; it is drawn as SwiftUI draws one, by observation tracking.
private struct SettingsWindowModel {
  let store: PreferenceStore
  let drawn = Lock<[Appearance]>([])

  var appearance: Appearance {
    get { store[WindowSettings.appearance] }
    nonmutating set { store[WindowSettings.appearance] = newValue }
  }

  func draw() {
    let shown = withObservationTracking {
      appearance
    } onChange: {
      draw()
    }
    drawn.withLock { $0.append(shown) }
  }

  func waitUntilDrawn(_ count: Int) async throws -> [Appearance] {
    for _ in 0..<4000 where drawn.withLock(\.count) < count {
      try await Task.sleep(for: .milliseconds(5))
    }
    return drawn.withLock { $0 }
  }
}

/// The main window is in another process: `main-window` of the helper.
@Suite(
  "a settings window and a main window in two processes",
  .enabled(if: HelperProcess.executable != nil))
struct WindowModelTests {
  let folder: TemporaryFolder
  let mainWindow: HelperProcess

  init() throws {
    folder = try TemporaryFolder()
    mainWindow = try HelperProcess(["main-window", folder.file()])
  }

  @Test("switching the appearance in one switches the other; nothing else does")
  func switching() async throws {
    #expect(try mainWindow.line() == "main window: system", "before there is a file")
    let settings = SettingsWindowModel(store: try PreferenceStore(path: folder.file()))
    settings.draw()

    settings.appearance = .dark
    #expect(try mainWindow.line() == "main window: dark")
    var drawn = try await settings.waitUntilDrawn(2)
    #expect(drawn == [.system, .dark])

    try mainWindow.send("click")
    drawn = try await settings.waitUntilDrawn(3)
    #expect(drawn == [.system, .dark, .light])
    #expect(settings.appearance == .light)
    #expect(try mainWindow.line() == "main window: light")

    // No change of the appearance: neither window may take it for one.
    settings.appearance = .light
    settings.store[WindowSettings.fontSize] = 14
    try Shell(file: folder.file()).run(
      "UPDATE preference SET value = 'system' WHERE key = 'appearance'")
    #expect(try mainWindow.line() == "main window: system")
    drawn = try await settings.waitUntilDrawn(4)
    #expect(drawn == [.system, .dark, .light, .system])
    #expect(settings.store.diagnostics.isEmpty)
    #expect(try mainWindow.finish() == 0)
  }

  @Test("an undo in the settings window switches the main window back")
  func undo() throws {
    #expect(try mainWindow.line() == "main window: system")
    let stack = UndoStack(
      store: try PreferenceStore(path: folder.file()), origin: "settings window")
    try stack.store.set(.dark, for: WindowSettings.appearance, origin: stack.origin)
    #expect(try mainWindow.line() == "main window: dark")
    try stack.undo()
    #expect(try mainWindow.line() == "main window: system")
    try stack.redo()
    #expect(try mainWindow.line() == "main window: dark")
    #expect(try mainWindow.finish() == 0)
  }
}
