import Preferences
import SQLiteCore
import TestSupport
import Testing

@Suite("colours in the file")
struct ColorStorageTests {
  enum Keys: PreferenceNamespace {
    static let namespace = "Settings"
    static let accent = key("accent", default: PreferenceColor.white)
    static let columns = key("columns", codec: .components, default: PreferenceColor.white)
    static let encoded = key("encoded", codec: .encoded, default: PreferenceColor.white)
    static let card = key("card", default: AdaptiveColor(.white))
    static let list = key("list", default: [PreferenceColor]())
  }

  let folder: TemporaryFolder
  let store: PreferenceStore

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
  }

  func stored(_ name: String) throws -> StoredValue? {
    try store.row(of: PreferenceName(name))?.value
  }

  func write(_ value: StoredValue, _ name: String) throws {
    let name = try PreferenceName(name)
    try store.transaction { (transaction) throws(PreferenceError) in
      try transaction.set(value, for: name)
    }
  }

  // B01
  @Test("every colour comes back bit for bit, from another store, with its space")
  func exact() throws {
    var generator = SystemRandomNumberGenerator()
    var colors: [PreferenceColor] = [
      PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.7), .clear,
      PreferenceColor(red: 1.08661, green: 0.20368, blue: 0.71293),
      PreferenceColor(red: .leastNonzeroMagnitude, green: -1e308, blue: 1e-300, alpha: 1.5),
    ]
    for space in PreferenceColor.Space.allCases {
      func part() -> Double { .random(in: -1...2, using: &generator) }
      let red = part()
      colors.append(
        space == .gray
          ? PreferenceColor(gray: red, alpha: part())
          : PreferenceColor(space, red: red, green: part(), blue: part(), alpha: part()))
    }
    for color in colors {
      try store.set(color, for: Keys.accent)
      let back = try PreferenceStore(path: folder.file())[Keys.accent]
      #expect(back == color)
      #expect(back.red.bitPattern == color.red.bitPattern)
    }
    try store.set(colors, for: Keys.list)
    #expect(try PreferenceStore(path: folder.file())[Keys.list] == colors)
  }

  @Test("sRGB is four columns, another space is legible JSON; a key may force either")
  func forms() throws {
    let p3 = PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.7, alpha: 0.5)
    for key in [Keys.accent, Keys.columns, Keys.encoded] { try store.set(.red, for: key) }
    let red = StoredValue.Storage.components(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(try stored("Settings.accent") == StoredValue(type: .color, storage: red))
    #expect(try stored("Settings.columns")?.storage == red)
    #expect(
      try stored("Settings.encoded")?.blobText
        == #"{"space":"srgb","red":1.0,"green":0.0,"blue":0.0,"alpha":1.0}"#)
    for key in [Keys.accent, Keys.columns, Keys.encoded] { try store.set(p3, for: key) }
    #expect(
      try stored("Settings.accent")?.blobText
        == #"{"space":"display-p3","red":1.0,"green":0.3,"blue":0.7,"alpha":0.5}"#)
    #expect(store[Keys.columns] == p3.converted(to: .extendedSRGB))
    #expect(store[Keys.encoded] == p3)
  }

  @Test("what other code has written is read")
  func foreign() throws {
    let half = PreferenceColor(red: 1, green: 0.5, blue: 0, alpha: 0.25)
    for (json, color) in [
      (#"{"red":1,"green":0.5,"blue":0,"alpha":0.25}"#, half),
      (#"{"red":1,"green":0.5,"blue":0,"opacity":0.25}"#, half),
      (#"{"red":1,"green":0.5,"blue":0}"#, PreferenceColor(red: 1, green: 0.5, blue: 0)),
      ("[1, 0.5, 0, 0.25]", half), (#""color(srgb 1 0.5 0 / 0.25)""#, half),
    ] {
      try write(.json(json), "Settings.accent")
      #expect(try store.get(Keys.accent) == color)
      try write(StoredValue(type: .colorBlob, storage: .blob(Array(json.utf8))), "Settings.accent")
      #expect(try store.get(Keys.accent) == color)
      #expect(
        try PreferenceStore(path: folder.file()).get(
          PreferenceStore.Key("accent", in: "Settings", default: AdaptiveColor(.black)))
          == AdaptiveColor(color))
    }
    try write(.text("#FF8000"), "Settings.accent")
    #expect(try store.get(Keys.accent).hex == "#FF8000")
  }

  // B17
  @Test(
    "what is no colour reads as the default, says why, and stays",
    arguments: [
      StoredValue.text(""), .text("hello"), .json("{}"), .json(#"{"red":1,"green":1}"#),
      .json(#"{"red":"1","green":1,"blue":1}"#), .json("[1,2]"), .int(5),
      StoredValue(type: .colorBlob, storage: .blob([0xFF, 0xFE])),
      StoredValue(type: .colorBlob, storage: .blob(Array("{".utf8))),
      StoredValue(
        type: .colorBlob,
        storage: .blob(Array(#"{"space":"rec2020","red":1,"green":1,"blue":1}"#.utf8))),
    ])
  func unreadable(_ value: StoredValue) throws {
    try write(value, "Settings.accent")
    #expect(store[Keys.accent] == .white)
    #expect(store.diagnostics.count == 1)
    #expect(try stored("Settings.accent") == value)
  }

  @Test("components that are no numbers are refused by name, and the old value stays")
  func infinite() throws {
    try store.set(.red, for: Keys.accent)
    for space in [PreferenceColor.Space.sRGB, .displayP3] {
      let error = #expect(throws: PreferenceError.self) {
        try store.set(
          PreferenceColor(space, red: 0, green: .nan, blue: 0), for: Keys.accent)
      }
      #expect(error?.description.contains("green is nan") == true)
    }
    #expect(store[Keys.accent] == .red)
  }

  @Test("variants are kept, and the colour for any appearance is what a plain key reads")
  func variants() throws {
    let card = AdaptiveColor(
      any: .white, dark: PreferenceColor(.displayP3, red: 0.1, green: 0.1, blue: 0.2),
      darkHigh: .black)
    try store.set(card, for: Keys.card)
    #expect(try PreferenceStore(path: folder.file())[Keys.card] == card)
    #expect(
      try stored("Settings.card")?.blobText?.hasPrefix(#"{"any":{"space":"srgb","red":1.0"#)
        == true)
    let plain = PreferenceStore.Key("card", in: "Settings", default: PreferenceColor.red)
    #expect(try store.get(plain) == .white)
    try store.set(AdaptiveColor(.red), for: Keys.card)
    #expect(try stored("Settings.card")?.type == .color)
  }

  @Test("a colour in a struct keeps its space, and older structs are read")
  func inStructs() throws {
    struct Theme: PreferenceCodable, Equatable {
      var accent = PreferenceColor.red
      var card = AdaptiveColor(any: .white, dark: .black)
    }
    let key = PreferenceStore.Key("theme", in: "Settings", default: Theme())
    let theme = Theme(
      accent: PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.7),
      card: AdaptiveColor(ColorReference("Brand.accent")))
    try store.set(theme, for: key)
    #expect(try PreferenceStore(path: folder.file()).get(key) == theme)
    try write(.json(#"{"accent":{"red":0,"green":1,"blue":0,"alpha":1}}"#), "Settings.theme")
    #expect(try store.get(key) == Theme(accent: .green))
  }
}

extension StoredValue {
  var blobText: String? {
    guard case .blob(let bytes) = storage else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
