import Preferences
import TestSupport
import Testing

private struct Look1: PreferenceCodable, Equatable {
  var size = 13.0
}

private struct Look2: PreferenceCodable, Equatable {
  var fontSize = 13.0
  var appearance = Appearance.dark
  var note: String? = "hello"
  static let upgrades: [FieldUpgrade] = [{ $0.rename("size", to: "fontSize") }]
}

private struct Refusing: PreferenceCodable {
  struct No: Error {}
  init() {}
  init(from decoder: any Decoder) throws { throw No() }
  func encode(to encoder: any Encoder) throws { throw No() }
}

@Suite("A struct under one key")
struct CodableTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  private let one = PreferenceStore.Key("look", in: "Settings", default: Look1())
  private let two = PreferenceStore.Key("look", in: "Settings", default: Look2())

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
  }

  private var text: String {
    get throws {
      try Shell(file: folder.file()).run("SELECT value FROM preference WHERE key = 'look'").output
    }
  }

  private func put(_ json: String) throws {
    try Shell(file: folder.file()).run(
      "REPLACE INTO preference (namespace, key, type, value) VALUES ('Settings','look','json','\(json)')"
    )
  }

  @Test("the first version is stored without envelope, later ones carry their number")
  func stored() throws {
    try store.set(Look1(size: 15), for: one)
    #expect(try text == "{\"size\":15.0}\n")
    try store.set(Look2(), for: two)
    #expect(
      try text == "{\"$version\":2,\"fontSize\":13.0,\"appearance\":\"dark\",\"note\":\"hello\"}\n")
  }

  @Test(
    "an old value goes through the upgrades; added fields take the default's, reading writes nothing"
  )
  func upgraded() throws {
    try store.set(Look1(size: 15), for: one)
    let row = try store.row(of: PreferenceName("Settings.look"))
    #expect(store[two] == Look2(fontSize: 15))
    #expect(try store.row(of: PreferenceName("Settings.look")) == row)
  }

  @Test("a field of a newer app survives a read-modify-write")
  func unknownField() throws {
    try store.set(Look2(), for: two)
    try put("{\"$version\":2,\"fontSize\":9.0,\"weight\":{\"bold\":true}}")
    try store.update(two) { $0.appearance = .light }
    let stored = try text
    #expect(stored.contains("\"weight\":{\"bold\":true}") && stored.contains("\"light\""))
    #expect(stored.contains("\"fontSize\":9.0"))
  }

  @Test("a newer version is neither misread nor overwritten")
  func newerVersion() throws {
    try store.set(Look2(), for: two)
    try put("{\"$version\":7,\"anything\":1}")
    #expect(store[two] == Look2())
    let expected = PreferenceError.newerVersion(
      key: try PreferenceName("Settings.look"), supported: 2, found: 7)
    #expect(store.diagnostics == [expected])
    #expect(throws: expected) { try store.set(Look2(), for: two) }
    #expect(try text == "{\"$version\":7,\"anything\":1}\n")
    try store.remove(two)
    try store.set(Look2(), for: two)
  }

  @Test(
    "damaged text reads as the default and stays, until it is set",
    arguments: ["", "{", "[]", "{\"fontSize\":\"big\"}", "{\"$version\":0}", "nonsense"])
  func damaged(_ json: String) throws {
    try store.set(Look2(), for: two)
    try put(json)
    #expect(store[two] == Look2())
    #expect(store.diagnostics.count == 1)
    #expect(throws: PreferenceError.self) { try store.update(two) { $0.fontSize = 1 } }
    #expect(try text == json + "\n")
    try store.set(Look2(fontSize: 3), for: two)
    #expect(store[two].fontSize == 3)
  }

  @Test("a value that does not encode leaves the old one, and no history")
  func unencodable() throws {
    let key = PreferenceStore.Key("look", in: "Settings", default: Refusing())
    try store.set(Look1(size: 2), for: one)
    #expect(throws: PreferenceError.self) { try store.set(Refusing(), for: key) }
    #expect(store[one].size == 2)
    #expect(
      try Shell(file: folder.file()).run("SELECT count(*) FROM preference_change").output == "1\n")
  }
}
