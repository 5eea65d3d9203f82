import Preferences
import TestSupport
import Testing

// The code of the pages "Colours" and "Appearance".

extension PreferenceKeys {
  fileprivate var tint: Key<PreferenceColor> { Ways.accent }
}

private enum Ways: PreferenceNamespace {
  static let namespace = "Settings"
  static let accent = key("accent", default: PreferenceColor.white)
  static let appearance = key("appearance", default: Appearance.system)
  static let look = key("look", default: Look())
  static let card = key(
    "card", default: AdaptiveColor(any: .white, dark: PreferenceColor(white: 0.1)))
}

private struct Look: PreferenceCodable, Equatable {
  var appearance = Appearance.system
  var accent = PreferenceColor(red: 0, green: 0.48, blue: 1)
  var card = AdaptiveColor(any: .white, dark: .black)
}

private enum Editor: String, PreferenceEnum {
  case ink, paper, lineHeight
  var defaultValue: any PreferenceValue {
    switch self {
    case .ink: PreferenceColor.black
    case .paper: PreferenceColor.white
    case .lineHeight: 1.5
    }
  }
}

@Suite("five ways to keep a colour")
struct FiveWaysTests {
  let folder: TemporaryFolder
  let store: PreferenceStore

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
  }

  @Test("as the page shows them")
  func page() throws {
    let vivid = PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.7)
    #expect(vivid.hex == "#FF34B6")
    #expect(store[\.tint] == .white)
    try store.set(vivid, for: Ways.accent)
    #expect(store[\.tint] == vivid)
  }

  @Test("a property with red, green, blue and alpha")
  func property() throws {
    struct View { @Preference("background", in: Ways.self) var background = PreferenceColor.black }
    PreferenceStore.using(store) {
      let view = View()
      view.background.red = 0.25
      view.background.alpha = 0.5
      #expect(view.background == PreferenceColor(red: 0.25, green: 0, blue: 0, alpha: 0.5))
    }
    #expect(
      try Shell(file: folder.file()).run("SELECT red, green, blue, alpha FROM preference").output
        == "0.25|0.0|0.0|0.5\n")
  }

  @Test("an enum of keys of several types")
  func enumeration() throws {
    try Editor.register(in: store)
    try Editor.ink.set(PreferenceColor(gray: 0.2), in: store)
    let ink: PreferenceColor = try Editor.ink.get(from: store)
    #expect(ink == PreferenceColor(gray: 0.2))
    #expect(throws: PreferenceError.self) {
      try Editor.lineHeight.set(PreferenceColor.red, in: store)
    }
    try Editor.ink.remove(from: store)
    #expect(try Editor.ink.get(from: store) == PreferenceColor.black)
  }

  @Test("a struct whose appearance switches the whole app")
  func look() throws {
    try store.update(Ways.look) { $0.appearance = .dark }
    #expect(store[Ways.look] == Look(appearance: .dark))
    let sql = "SELECT count(DISTINCT change_set) FROM history"
    #expect(try Shell(file: folder.file()).run(sql).output == "1\n")
  }

  @Test("the choice of a person comes before that of the system")
  func portal() throws {
    func background(portalSays number: Int) -> PreferenceColor? {
      let chosen = store[Ways.appearance]
      let shown = chosen == .system ? Appearance(freedesktop: number) ?? .system : chosen
      return store[Ways.card].resolved(for: shown)
    }
    #expect(background(portalSays: 1) == PreferenceColor(white: 0.1))
    #expect(background(portalSays: 7) == .white)
    try store.set(.light, for: Ways.appearance)
    #expect(background(portalSays: 1) == .white)
  }
}
