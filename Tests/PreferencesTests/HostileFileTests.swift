import Foundation
import Preferences
import TestSupport
import Testing

/// Files that other programs, or accidents, have brought into a state that the library never would.
@Suite("Files in a state that the library would not make")
struct HostileFileTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  let shell: Shell

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    shell = Shell(file: folder.file())
    try store.set("ada", for: AppSettings.username)
  }

  private func failure(_ body: () throws -> Void) -> StoreFailure.Kind? {
    do { try body() } catch PreferenceError.unavailable(let failure) { return failure.kind } catch {
    }
    return nil
  }

  @Test(
    "a log numbered to its end is damage, not a trap",
    arguments: [.max, .max - 1, 1 << 50, (1 << 43) - 1] as [Int64])
  func numbering(_ sequence: Int64) throws {
    try shell.run(
      """
      INSERT INTO preference_change (sequence, previous, namespace, key, type, value)
      VALUES (\(sequence), 0, 'a', 'b', 'int', 1)
      """)
    #expect(failure { try store.set("eve", for: AppSettings.username) } == .damaged)
    #expect(failure { try store.set(1, for: AppSettings.launches) } == .damaged)
    #expect(failure { try store.remove(AppSettings.username) } == .damaged)
    #expect(store[AppSettings.username] == "ada")
  }

  @Test("a trigger that swallows a change is an error, not a success")
  func swallowed() throws {
    try shell.run(
      """
      CREATE TRIGGER a BEFORE INSERT ON preference BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER b BEFORE DELETE ON preference BEGIN SELECT RAISE(IGNORE); END;
      """)
    #expect(throws: PreferenceError.self) { try store.set(1, for: AppSettings.launches) }
    #expect(throws: PreferenceError.self) { try store.remove(AppSettings.username) }
    #expect(store[AppSettings.username] == "ada" && store[AppSettings.launches] == 0)
  }

  @Test(
    "names that the library could not write are listed, named by the examination, and removable")
  func foreignNames() throws {
    try shell.run(
      "INSERT INTO preference (namespace, key, type, value) VALUES ('A', 'o' || char(776), 'int', 9)"
    )
    #expect(try store.rows().count == 2)
    let trouble = try store.examine().filter { $0.severity == .trouble }
    #expect(trouble.map(\.subject) == ["names"])
    #expect(try store.removeAll(in: "A") == 1)
    #expect(try store.rows().count == 1)
  }

  @Test("a second name of the file is named by the examination")
  func hardLink() throws {
    try FileManager.default.linkItem(atPath: folder.file(), toPath: folder.file("other.db"))
    #expect(
      try store.examine().filter { $0.severity == .trouble }.map(\.subject) == ["links"])
  }

  @Test("a missing table is damage")
  func missingTable() throws {
    try shell.run("DROP TABLE preference")
    let other = try PreferenceStore(path: folder.file())
    #expect(failure { _ = try other.get(AppSettings.username) } == .damaged)
  }

  @Test("what changes nothing touches nothing, whoever signs it")
  func nothingChanged() throws {
    try store.close()
    let before = try folder.bytes(of: "preferences.db")
    let again = try PreferenceStore(path: folder.file())
    try again.set("ada", for: AppSettings.username, origin: "somebody new")
    try again.remove(AppSettings.launches, origin: "somebody else")
    #expect(try !again.set(1, for: AppSettings.launches, ifStateIs: .set(9), origin: "a third"))
    try again.close()
    #expect(try folder.bytes(of: "preferences.db") == before)
  }

  @Test("a copy is not put beside the log of another database")
  func backupBesideLog() throws {
    try folder.write([1], to: "old.db")
    for name in ["old.db-wal", "old.db-journal"] {
      try folder.write([1], to: name)
      #expect(throws: PreferenceError.self) {
        try store.backup(to: folder.file("old.db"), overwriting: true)
      }
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    try store.backup(to: folder.file("old.db"), overwriting: true)
    #expect(throws: PreferenceError.self) { try store.backup(to: "/dev/null", overwriting: true) }
    #expect(
      try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        == .typeCharacterSpecial)
  }

  @Test("a link to nothing is refused, a link to a store is followed")
  func links() throws {
    let link = folder.file("link.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target.db")
    #expect(failure { try PreferenceStore(path: link).set(1, for: AppSettings.launches) } != nil)
    try PreferenceStore(path: folder.file("target.db")).set(1, for: AppSettings.launches)
    #expect(try PreferenceStore(path: link)[AppSettings.launches] == 1)
    #expect(failure { _ = try PreferenceStore(path: folder.file() + "/") } == .notADatabase)
    #expect(failure { _ = try PreferenceStore(path: folder.file() + "/x.db") } == .missingFolder)
  }

  @Test("links are refused where asked, of either kind, for reading and for writing")
  func noLinks() throws {
    try store.close()
    var options = StoreOptions()
    options.followsLinks = false
    try PreferenceStore(path: folder.file(), options: options).set(2, for: AppSettings.launches)
    let (soft, hard) = (folder.file("soft.db"), folder.file("hard.db"))
    try FileManager.default.createSymbolicLink(atPath: soft, withDestinationPath: folder.file())
    try FileManager.default.linkItem(atPath: folder.file(), toPath: hard)
    for path in [soft, hard, folder.file()] {
      #expect(failure { _ = try PreferenceStore(path: path, options: options) } == .inputOutput)
      #expect(try PreferenceStore(path: path)[AppSettings.launches] == 2)
    }
    try FileManager.default.removeItem(atPath: hard)
    let missing = folder.file("missing.db")
    let later = try PreferenceStore(path: missing, options: options)
    try FileManager.default.createSymbolicLink(atPath: missing, withDestinationPath: "target.db")
    #expect(failure { try later.set(3, for: AppSettings.launches) } == .inputOutput)
    #expect(!folder.contents.contains("target.db"))
  }

  @Test(
    "an interrupted write of somebody else is not read where it cannot be undone",
    .enabled(if: canDropRights))
  func hotJournal() throws {
    try store.close()
    try shell.run("PRAGMA journal_mode = DELETE")
    // What a journal looks like is SQLite's business: that there is one is enough to keep off.
    try folder.write([UInt8](repeating: 1, count: 600), to: "preferences.db-journal")
    for name in folder.contents {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: folder.file(name))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let helper = try HelperProcess(["store-get", folder.file(), "name"], prefix: dropRights)
    let line = try helper.line()
    #expect(line.hasPrefix("error") || line == "unset", "\(line)")
    #expect(folder.contents == ["preferences.db", "preferences.db-journal"])
  }

  @Test("a store that only reads leaves the log of a writer that died after it began")
  func readerKeepsLog() throws {
    var options = StoreOptions()
    options.access = .readOnly
    try store.close()
    let reader = try PreferenceStore(path: folder.file(), options: options)
    #expect(reader[AppSettings.username] == "ada")
    let writer = try HelperProcess(["store-loop", folder.file(), "1"])
    _ = try writer.line()
    _ = writer.killReadingRest()
    let before = folder.contents
    try reader.close()
    #expect(folder.contents == before)
  }
}
