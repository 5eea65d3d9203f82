import Foundation
import PreferencesSchema
import TestSupport
import Testing

@testable import Preferences

@Suite("Files of every released version of the schema")
struct FixtureTests {
  static let versions = Array(1...PreferencesSchema.latest)
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func copy(_ version: Int) throws {
    let name = "V000\(version).db"
    try FileManager.default.copyItem(atPath: fixture(name), toPath: folder.file())
  }

  private func expectContent(_ store: PreferenceStore) throws {
    let rows = try store.rows()
    #expect(rows.count == 23)
    func value(_ key: String, in namespace: String = "Types") throws -> StoredValue? {
      try store.row(of: PreferenceName(namespace: namespace, key: key))?.value
    }
    #expect(try value("bool") == .bool(true))
    #expect(try value("int") == .int(.min))
    #expect(try value("real") == .real(0.1))
    #expect(try value("infinity") == .real(.infinity))
    #expect(try value("text") == .text("grüße 🙂"))
    #expect(try value("empty") == .text(""))
    #expect(try value("nul") == .text("a\0b"))
    #expect(try value("data") == .data([0, 255, 16]))
    #expect(try value("nothing") == .data([]))
    #expect(try value("date") == .date(milliseconds: 1_772_368_200_250))
    #expect(try value("null") == .null)
    #expect(
      try value("later")
        == StoredValue(type: StoredType(rawValue: "vector3"), storage: .blob([1, 2])))
    #expect(try value("é", in: "Größe") == .text("NFC"))
    #expect(try value("a.b", in: "com.example.app") == .int(2))
    #expect(try value("token", in: "Secret") == .text("second"))
    let p3 = PreferenceStore.Key("p3", in: "Types", default: PreferenceColor.black)
    #expect(
      try store.get(p3)
        == PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.7, alpha: 0.5))
    let color = PreferenceStore.Key("color", in: "Types", default: PreferenceColor.black)
    #expect(
      try store.get(color) == PreferenceColor(red: 1, green: 0.5, blue: -0.25, alpha: 0.75))
    let adaptive = PreferenceStore.Key("adaptive", in: "Types", default: AdaptiveColor(.black))
    #expect(try store.get(adaptive).resolved(for: .dark) == PreferenceColor(white: 0.1))
    let appearance = PreferenceStore.Key("appearance", in: "Types", default: Appearance.system)
    #expect(try store.get(appearance) == .dark)
    #expect(
      try store.redactedNames() == [PreferenceName(namespace: "Secret", key: "name")])
    let gone = PreferenceStore.Key("key", in: "Gone", default: "")
    #expect(try store.history(of: gone).prefix(9).map(\.operation) == [.delete, .insert])
    #expect(try store.examine().allSatisfy { $0.severity != .trouble })
  }

  @Test("every version has its fixture, made by its own migrations", arguments: versions)
  func isThere(_ version: Int) throws {
    try copy(version)
    #expect(try Shell(file: folder.file()).run("PRAGMA user_version").output == "\(version)\n")
  }

  @Test("is read as it is, byte for byte", arguments: versions)
  func read(_ version: Int) throws {
    try copy(version)
    let before = try folder.bytes(of: "preferences.db")
    var options = StoreOptions()
    options.access = .readOnly
    let store = try PreferenceStore(path: folder.file(), options: options)
    try expectContent(store)
    try store.close()
    #expect(try folder.bytes(of: "preferences.db") == before)
    #expect(folder.contents == ["preferences.db"])
  }

  @Test(
    "is brought up to date by the first opening for writing, with nothing lost", arguments: versions
  )
  func migrated(_ version: Int) throws {
    try copy(version)
    let store = try PreferenceStore(path: folder.file())
    try expectContent(store)
    try store.set(7, for: AppSettings.launches)
    try store.undo()
    try expectContent(store)
    try store.close()
    let shell = Shell(file: folder.file())
    #expect(try shell.run("PRAGMA user_version").output == "\(PreferencesSchema.latest)\n")
    let copies = folder.contents.filter { $0.contains("migration-backup") }
    #expect(copies.count == (version == PreferencesSchema.latest ? 0 : 1))
  }

  @Test("written by a newer schema: readable, never written, also not by what looks like a repair")
  func newer() throws {
    try copy(PreferencesSchema.latest)
    try Shell(file: folder.file()).run(
      """
      INSERT INTO schema_migration SELECT component, 99, 'later', checksum, fingerprint, 99,
        applied_at, 0, tool FROM schema_migration WHERE version = 1; PRAGMA user_version = 99;
      CREATE TABLE preference_later (a)
      """)
    let before = try folder.bytes(of: "preferences.db")
    let store = try PreferenceStore(path: folder.file())
    #expect(try store.rows().count == 23)
    #expect(throws: PreferenceError.self) { try store.set(7, for: AppSettings.launches) }
    #expect(throws: PreferenceError.self) { try store.remove(AppSettings.launches) }
    #expect(throws: PreferenceError.self) { try store.undo() }
    #expect(throws: PreferenceError.self) { try store.erase(AppSettings.username) }
    #expect(throws: PreferenceError.self) { try store.pruneHistory() }
    _ = try store.examine()
    try store.close()
    #expect(try folder.bytes(of: "preferences.db") == before)
    #expect(folder.contents == ["preferences.db"])
  }
}
