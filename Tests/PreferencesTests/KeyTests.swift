import Preferences
import PreferencesTesting
import Testing

extension PreferenceKeys {
  var accent: Key<PreferenceColor> { AppSettings.accent }
  var size: Key<Int> { Key("size", in: "Editor", default: 12) }
}

extension PreferenceStore.Key where Value == Int {
  static var launches: Self { AppSettings.launches }
}

private enum Editor: String, PreferenceEnum {
  case tabWidth, wrapLines, font
  var defaultValue: any PreferenceValue {
    switch self {
    case .tabWidth: 4
    case .wrapLines: true
    case .font: "Menlo"
    }
  }
}

private enum Palette: String, PreferenceEnum {
  case text, paper
  static let namespace = "Palette"
  var defaultValue: PreferenceColor { self == .text ? .black : .white }
}

private struct Wrapped {
  @Preference("bgColor") var background = PreferenceColor.black
  @Preference("nickname", in: AppSettings.self) var nickname = "nobody"
  @Preference(AppSettings.username) var username
  @Preference(\.size) var size
  @Preference("note") var note: String?
  @Preference("level", codec: .rawValue) var level = Level.low
}

@Suite("Five ways to declare keys", .ownPreferences)
struct KeyTests {
  var store: PreferenceStore { .current }

  @Test("static members of a namespace, with a leading dot and with parameters")
  func members() throws {
    try store.set("ada", for: AppSettings.username)
    store[.launches] = 3
    #expect(store[AppSettings.launches] == 3)
    func column(_ id: Int) -> PreferenceStore.Key<Double> {
      PreferenceStore.Key("column.\(id)", in: "Table", default: 100)
    }
    try store.set(50, for: column(2))
    #expect(store[column(1)] == 100 && store[column(2)] == 50)
  }

  @Test("key paths")
  func keyPaths() throws {
    store[\.size] = 14
    #expect(store[\.size] == 14)
    try store.set(.red, for: store.keys.accent)
    #expect(store[AppSettings.accent] == .red)
  }

  @Test("a property wrapper over the current store, its reference, and the colour's components")
  func wrapper() throws {
    let object = Wrapped()
    #expect(object.background == .black)
    #expect(try object.$background.state == .unset)
    object.background = PreferenceColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)
    object.background.alpha = 0.5
    #expect(object.background.red == 0.25 && object.background.alpha == 0.5)
    #expect(object.note == nil)
    object.note = "x"
    try object.$note.set(nil)
    #expect(try object.$note.state == .set(nil))
    object.username = "ada"
    #expect(store[AppSettings.username] == "ada")
    try object.$size.update { $0 += 1 }
    #expect(object.size == 13)
    object.nickname = "countess"
    #expect(object.$nickname.key.namespace == "Settings")
    try object.$nickname.remove()
    #expect(object.nickname == "nobody")
    object.level = .high
    #expect(try store.storedValue(named: "Preferences.level") == .int(2))
    let size = object.$size
    size.value = 14
    #expect(try size.value == 14 && size.get() == 14)
    object.background.green = 1
    #expect(object.background.green == 1)
    PreferenceStore.using(.inMemory()) { #expect(object.size == 12) }
  }

  @Test("a name that no file can have is refused", arguments: ["", "a/b", ".", ".."])
  func names(_ name: String) {
    #expect(throws: PreferenceError.self) { try PreferenceStore(app: name) }
    #expect(throws: PreferenceError.self) { try StoreFile(app: name) }
    #expect(throws: PreferenceError.self) { try PreferenceStore(path: name + "\0") }
  }

  @Test("an enum of keys with a type per case")
  func enumOfKeys() throws {
    try Editor.register()
    #expect(
      store.declarations.map(\.name.description) == [
        "Editor.font", "Editor.tabWidth", "Editor.wrapLines",
      ])
    let width: Int = try Editor.tabWidth.get()
    #expect(width == 4)
    try Editor.tabWidth.set(8)
    #expect(try Editor.tabWidth.get(Int.self) == 8)
    try Editor.tabWidth.remove()
    #expect(try Editor.tabWidth.get() == 4)
    let wrong = PreferenceError.declaredType(
      key: try PreferenceName("Editor.wrapLines"), declared: "Bool", requested: "Int")
    #expect(throws: wrong) { try Editor.wrapLines.get(Int.self) }
    #expect(throws: wrong) { try Editor.wrapLines.set(1) }
    #expect(
      throws: PreferenceError.typeMismatch(
        key: try PreferenceName("Editor.font"), expected: .text, found: .int)
    ) {
      try store.set(1, for: PreferenceStore.Key("font", in: "Editor", default: 0))
      let _: String = try Editor.font.get()
    }
  }

  @Test("an enum with one type is a palette")
  func palette() throws {
    #expect(store[Palette.paper.key] == .white)
    try store.set(PreferenceColor(white: 0.9), for: Palette.paper.key)
    #expect(try Palette.paper.get() == PreferenceColor(white: 0.9))
    #expect(Palette(rawValue: "paper") == .paper)
  }

  @Test("the registry lists keys with type, default and documentation, and finds clashes")
  func registry() throws {
    let size = PreferenceStore.Key("size", in: "Editor", default: 12)
      .documented("Points of the editor's font").formerly("fontSize")
    try store.register(size, AppSettings.username)
    let declared = try #require(store.declarations.first)
    #expect(declared.name.description == "Editor.size")
    #expect(declared.valueType == "Int" && declared.storedType == .int)
    #expect(declared.defaultValue == StoredValue(type: .int, storage: .integer(12)))
    #expect(declared.documentation == "Points of the editor's font")
    #expect(declared.formerNames.map(\.description) == ["Editor.fontSize"])
    try store.register(size)
    #expect(throws: PreferenceError.self) {
      try store.register(PreferenceStore.Key("size", in: "Editor", default: "12"))
    }
    #expect(throws: PreferenceError.self) {
      try store.register(PreferenceStore.Key("size", in: "Editor", default: 13))
    }
    #expect(try store.state(of: size) == .unset)
  }

  @Test("a former name is read until the key is set under its own")
  func formerNames() throws {
    let old = PreferenceStore.Key("colour", in: "Settings", default: PreferenceColor.black)
    try store.set(.red, for: old)
    let new = PreferenceStore.Key("tint", in: "Settings", default: PreferenceColor.black)
      .formerly("colour")
    #expect(store[new] == .red)
    #expect(try store.state(of: old) == .set(.red))
    try store.set(.blue, for: new)
    #expect(try store.state(of: old) == .unset)
    #expect(store[new] == .blue)
    try store.set(.green, for: old)
    try store.remove(new)
    #expect(store[new] == .black)
  }

  @Test("a default is evaluated at first need, and never stored")
  func lazyDefault() throws {
    @Sendable func unwanted() -> Int {
      Issue.record("the default was evaluated")
      return 1
    }
    let key = PreferenceStore.Key("never", in: "Test", default: unwanted())
    try store.set(5, for: key)
    #expect(store[key] == 5)
  }

  @Test(
    "a name that no file can hold is an error at its use, not a trap",
    arguments: ["", "a\0b", "a\nb", "\u{7F}", "a\u{A0}b", String(repeating: "é", count: 128)])
  func badNames(_ name: String) throws {
    let key = PreferenceStore.Key(name, in: "Test", default: 1)
    #expect(store[key] == 1)
    #expect(store.diagnostics.count == 1)
    #expect(throws: PreferenceError.self) { try store.set(2, for: key) }
    #expect(throws: PreferenceError.self) { try store.state(of: key) }
    #expect(throws: PreferenceError.self) { try store.register(key) }
  }

  @Test("two forms of one accented name are one key")
  func normalisation() throws {
    let composed = PreferenceStore.Key("caf\u{E9}", in: "Test", default: 0)
    let decomposed = PreferenceStore.Key("cafe\u{301}", in: "Test", default: 0)
    try store.set(7, for: decomposed)
    #expect(store[composed] == 7)
  }
}

@Suite("Names as people write them")
struct PreferenceNameTests {
  @Test(
    "are split at the last dot, or before a quoted key",
    arguments: [
      ("Settings.accent", "Settings", "accent"),
      ("com.example.app.size", "com.example.app", "size"),
      ("com.example.app.\"a.b\"", "com.example.app", "a.b"),
      ("A.\"b", "A", "\"b"), ("é.ü", "é", "ü"), ("[python].tab size", "[python]", "tab size"),
    ])
  func split(written: String, namespace: String, key: String) throws {
    let name = try PreferenceName(written)
    #expect(name.namespace == namespace && name.key == key)
    #expect(try PreferenceName(name.description) == name)
  }

  @Test("round trip for awkward keys", arguments: ["a.b", "\"b\"", "b\"", "\"", ".", "..", " "])
  func awkward(_ key: String) throws {
    let name = try PreferenceName(namespace: "N", key: key)
    #expect(try PreferenceName(name.description) == name)
  }

  @Test("a long spelling of a short name is taken")
  func longSpelling() throws {
    // The one that form C shortens most: 7 bytes to 2.
    let key = String(repeating: "\u{1FBE}\u{308}\u{301}", count: 127)
    #expect(try PreferenceName(namespace: "N", key: key).key.utf8.count == 254)
  }

  @Test("what is far too long is refused as it came, without the work of normalising it")
  func farTooLong() {
    let key = String(repeating: "e\u{301}", count: 512)
    let error = #expect(throws: PreferenceError.self) {
      try PreferenceName(namespace: "N", key: key)
    }
    #expect(error.map { "\($0)".contains("the key has 1536 bytes of UTF-8") } == true)
  }

  @Test("are refused without dot or part", arguments: ["", "accent", ".accent", "Settings.", "."])
  func refused(_ written: String) {
    #expect(throws: PreferenceError.self) { try PreferenceName(written) }
  }
}
