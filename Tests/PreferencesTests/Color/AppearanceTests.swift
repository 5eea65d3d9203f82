import Preferences
import SQLiteCore
import TestSupport
import Testing

@Suite("appearance")
struct AppearanceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  enum Keys: PreferenceNamespace {
    static let namespace = "Settings"
    static let appearance = key("appearance", default: Appearance.light)
  }

  @Test("numbers mean what their system says")
  func numbers() {
    #expect(Appearance.allCases.map(\.userInterfaceStyle) == [0, 1, 2])
    #expect(Appearance.allCases.map(\.freedesktop) == [0, 2, 1])
    #expect(Appearance(1, as: .userInterfaceStyle) == .light)
    #expect(Appearance(1, as: .freedesktop) == .dark)
    for mapping in Appearance.NumberMapping.allCases {
      #expect(Appearance(3, as: mapping) == nil)
      #expect(Appearance(-1, as: mapping) == nil)
      for appearance in Appearance.allCases {
        #expect(Appearance(appearance.number(as: mapping), as: mapping) == appearance)
      }
    }
  }

  @Test("names of NSAppearance, plain, vibrant and of high contrast")
  func names() {
    #expect(Appearance.system.nsAppearanceName == nil)
    for appearance in [Appearance.light, .dark] {
      #expect(appearance.nsAppearanceName.flatMap(Appearance.init(nsAppearanceName:)) == appearance)
    }
    #expect(Appearance(nsAppearanceName: "NSAppearanceNameAccessibilityVibrantDark") == .dark)
    #expect(Appearance(nsAppearanceName: "") == nil)
    #expect(Appearance(gnomeColorScheme: "prefer-dark") == .dark)
    #expect(Appearance(gnomeColorScheme: "dark") == nil)
  }

  // B80
  @Test("system stays system, whatever the system looks like")
  func system() throws {
    let path = folder.file()
    try PreferenceStore(path: path).set(.system, for: Keys.appearance)
    let store = try PreferenceStore(path: path)
    #expect(store[Keys.appearance] == .system)
    #expect(try store.state(of: Keys.appearance) == .set(.system))
  }

  @Test("an unknown word reads as system, and is kept by reads and by writes of other keys")
  func unknownWord() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set(.dark, for: Keys.appearance)
    let name = try PreferenceName("Settings.appearance")
    try store.transaction { (transaction) throws(PreferenceError) in
      try transaction.set(
        StoredValue(type: .appearance, storage: .text("sepia")), for: name)
    }
    #expect(store[Keys.appearance] == .system)
    #expect(try store.row(of: name)?.value.storage == .text("sepia"))
  }
}
