import Preferences
import TestSupport
import Testing

private enum Brand: String, ColorPalette {
  case orange = "Orange"
  case green = "CustomGreen"
  case paper = "Paper"

  var defaultValue: AdaptiveColor {
    switch self {
    case .orange: AdaptiveColor(PreferenceColor(red: 1, green: 0.5, blue: 0))
    case .green: AdaptiveColor(PreferenceColor.green)
    case .paper: AdaptiveColor(any: .white, dark: .black)
    }
  }
}

private enum Plain: String, ColorPalette {
  case ink
  var defaultValue: PreferenceColor { .black }
}

@Suite("palettes")
struct PaletteTests {
  private enum Keys: PreferenceNamespace {
    static let namespace = "Settings"
    static let accent = key("accent", default: PreferenceColor.white)
    static let card = key("card", default: AdaptiveColor(.white))
  }

  let folder: TemporaryFolder
  let store: PreferenceStore
  let shell: Shell

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    shell = Shell(file: folder.file())
  }

  @Test("a colour is looked up by case and by name; an unknown name has suggestions")
  func lookUp() throws {
    let palette = store.palette(Brand.self)
    #expect(store[Brand.green.key].color == .green)
    #expect(try Brand.green.get(from: store) == AdaptiveColor(.green))
    #expect(palette.color(named: "CustomGreen") == .green)
    #expect(palette.color(named: "customGreen") == nil)
    #expect(
      throws: PreferenceError.unknownColor(
        "customgren", palette: "Brand", suggestions: ["CustomGreen"])
    ) { try palette.get("customgren") }
    #expect(throws: PreferenceError.unknownColor("zzz", palette: "Brand", suggestions: [])) {
      try palette.get("zzz")
    }
    #expect(throws: PreferenceError.self) { try palette.get("") }
    #expect(try palette.get("Paper").resolved(for: .dark) == .black)
    #expect(try palette.names == ["Orange", "CustomGreen", "Paper"])
    #expect(store.palette(Plain.self).color(named: "ink") == .black)
    #expect(folder.contents.isEmpty, "looking up has created nothing")
  }

  @Test("a palette that no code declares is what its namespace holds")
  func undeclared() throws {
    try store.set(
      .red, for: PreferenceStore.Key("rot", in: "Deutsch", default: PreferenceColor.black))
    try store.set(3, for: PreferenceStore.Key("count", in: "Deutsch", default: 0))
    let palette = store.palette(in: "Deutsch")
    #expect(try palette.names == ["rot"])
    #expect(palette.color(named: "rot") == .red)
    #expect(
      throws: PreferenceError.unknownColor("rott", palette: "Deutsch", suggestions: ["rot"])
    ) { try palette.get("rott") }
    #expect(throws: PreferenceError.self) { try palette.get("count") }
  }

  @Test("a new theme is one change set, all or nothing; reset brings the declared colours back")
  func theme() throws {
    let palette = store.palette(Brand.self)
    try palette.set(["Orange": .red, "Paper": .blue] as [String: PreferenceColor], origin: "night")
    #expect(palette.color(named: "Orange") == .red)
    #expect(
      try shell.run("SELECT count(DISTINCT change_set), count(*), origin FROM history").output
        == "1|2|night\n")
    #expect(throws: PreferenceError.self) {
      try palette.set(["Orange": PreferenceColor.green, "Oranje": .green])
    }
    #expect(palette.color(named: "Orange") == .red)
    try palette.reset(origin: "day")
    #expect(try palette.get("Orange") == Brand.orange.defaultValue)
    #expect(
      try shell.run("SELECT count(DISTINCT change_set) FROM history WHERE origin = 'day'").output
        == "1\n")
  }

  @Test("a preference follows a named colour, in this store and in others, until it has its own")
  func following() throws {
    try store.refer(Keys.accent, to: Brand.orange.key)
    #expect(store[Keys.accent] == PreferenceColor(red: 1, green: 0.5, blue: 0))
    #expect(try store.reference(of: Keys.accent)?.name == "Brand.Orange")
    let other = try PreferenceStore(path: folder.file())
    try other.set(AdaptiveColor(any: .red, dark: .blue), for: Brand.orange.key)
    #expect(store[Keys.accent] == .red)
    let card = PreferenceStore.Key("accent", in: "Settings", default: AdaptiveColor(.white))
    #expect(store[card].resolved(for: .dark) == .blue)
    try other.transaction { (transaction) throws(PreferenceError) in
      try transaction.set(AdaptiveColor(.green), for: Brand.orange.key)
      #expect(transaction[Keys.accent] == .green)
    }
    try store.palette(Brand.self).reset()
    #expect(store[Keys.accent] == PreferenceColor(red: 1, green: 0.5, blue: 0))
    try store.set(.black, for: Keys.accent)
    #expect(try store.reference(of: Keys.accent) == nil)
    #expect(store[Keys.accent] == .black)
  }

  @Test("the default of a declared colour stands in for one that is not set, not the old fallback")
  func declaredDefault() throws {
    let old = PreferenceStore.Key("Orange", in: "Brand", default: PreferenceColor.black)
    try store.refer(Keys.accent, to: old)
    #expect(store[Keys.accent] == .black)
    _ = store.palette(Brand.self)
    #expect(store[Keys.accent] == PreferenceColor(red: 1, green: 0.5, blue: 0))
  }

  @Test("names that lead back are refused, and harmless in a file of another writer")
  func cycles() throws {
    try store.refer(Keys.accent, to: Keys.card)
    #expect(throws: PreferenceError.self) { try store.refer(Keys.card, to: Keys.accent) }
    #expect(throws: PreferenceError.self) { try store.refer(Keys.card, to: Keys.card) }
    #expect(store[Keys.card] == AdaptiveColor(.white))
    try shell.run(
      """
      DELETE FROM preference;
      INSERT INTO preference (namespace, key, type, value) VALUES
        ('Settings', 'accent', 'color_blob', CAST('{"reference":"Settings.card"}' AS BLOB)),
        ('Settings', 'card', 'color_blob', CAST('{"reference":"Settings.accent"}' AS BLOB))
      """)
    #expect(store[Keys.accent] == .white)
    #expect(store.diagnostics.contains { "\($0)".contains("Settings.card") })
    #expect(store[Keys.card].resolved(for: .light) == nil)
  }

  @Test("a web of references ends after a bounded number of look-ups")
  func web() throws {
    let variants = AdaptiveColor.Variant.allCases.map(\.rawValue)
    let rows = (0..<12).map { level in
      let members = variants.map { "\"\($0)\":{\"reference\":\"Web.c\(level + 1)\"}" }
        .joined(separator: ",")
      return "('Web', 'c\(level)', 'color_blob', CAST('{\(members)}' AS BLOB))"
    }
    try store.set(.red, for: Keys.accent)
    try shell.run(
      "INSERT INTO preference (namespace, key, type, value) VALUES \(rows.joined(separator: ","))")
    let key = PreferenceStore.Key("c0", in: "Web", default: PreferenceColor.white)
    #expect(store[key] == .white)
  }

  // B02, B05
  @Test("a name that only a system knows is kept as a name; its old colour is marked as fallback")
  func systemName() throws {
    let reference = ColorReference(
      "controlAccentColor", platform: "System", fallback: AdaptiveColor(.blue))
    try store.set(AdaptiveColor(reference), for: Keys.card)
    let other = try PreferenceStore(path: folder.file())
    #expect(other[Keys.card].reference == reference)
    let text = try shell.run("SELECT value FROM settings").output
    #expect(text.hasPrefix(#"{"reference":"controlAccentColor","platform":"System","fallback":{"#))
  }

  @Test("where a colour is used is found by colour and by name, in rows, variants and structs")
  func uses() throws {
    struct Theme: PreferenceCodable {
      var colors = [PreferenceColor.red]
      var card = AdaptiveColor(ColorReference("Brand.Orange"))
    }
    try store.refer(Keys.accent, to: Brand.orange.key)
    try store.set(AdaptiveColor(any: .white, dark: .red), for: Keys.card)
    try store.set(Theme(), for: PreferenceStore.Key("theme", in: "Settings", default: Theme()))
    try store.set("#FF0000", for: PreferenceStore.Key("text", in: "Settings", default: ""))
    func names(_ names: [PreferenceName]) -> [String] { names.map(\.description) }
    #expect(names(try store.preferences(using: .red)) == ["Settings.card", "Settings.theme"])
    #expect(
      names(try store.preferences(referringTo: Brand.orange.key))
        == ["Settings.accent", "Settings.theme"])
    let orange = try PreferenceColor("rgb(255 127.5 0)")
    #expect(names(try store.preferences(using: orange)) == ["Settings.accent"])
    #expect(try store.preferences(using: PreferenceColor.green) == [])
    #expect(
      try shell.run(#"SELECT name FROM settings WHERE value LIKE '%"reference":"Brand.Orange"%'"#)
        .output == "Settings.accent\nSettings.theme\n")
  }

  @Test("the view settings shows another space as color(…)")
  func view() throws {
    try store.set(
      PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.7, alpha: 0.5), for: Keys.accent)
    #expect(
      try shell.run("SELECT value FROM settings; SELECT after FROM history").output
        == String(repeating: "color(display-p3 1.0 0.3 0.7 / 0.5)\n", count: 2))
  }
}
