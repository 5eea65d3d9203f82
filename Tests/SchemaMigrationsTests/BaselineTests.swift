import PreferencesSchema
import SQLiteCore
import SchemaMigrations
import TestSupport
import Testing

@Suite("A baseline")
struct BaselineTests {
  let folder: TemporaryFolder
  let connection: Connection
  let migrator: Migrator
  var path: String { folder.file("notes.db") }

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection(folder.file("notes.db"))
    migrator = try Samples.migrator()
  }

  /// The scripts of the first versions, run as a person would in the shell.
  func runByHand(through latest: Int) throws {
    for file in Samples.files where !file.name.contains("down") {
      if try MigrationFileName(file.name).version <= latest { try connection.script(file.text) }
    }
  }

  @Test("records the version that the schema is of, and the rest can follow", arguments: [1, 2, 3])
  func adopts(_ version: Int) throws {
    try runByHand(through: version)
    #expect(try migrator.baseline(connection).to == version)
    let status = try migrator.status(of: connection)
    #expect(status.current == version && status.userVersion == Int32(version))
    #expect(status.applicationID == PreferencesSchema.applicationID)
    #expect(status.entries.allSatisfy { $0.duration == 0 })
    #expect(try migrator.verify(connection) == [])
    _ = try migrator.migrate(connection)
    let fresh = try Connection(folder.file("fresh.db"))
    _ = try migrator.migrate(fresh)
    #expect(try connection.dump() == fresh.dump())
  }

  @Test("of the wrong version is refused, with what differs")
  func wrongVersion() throws {
    try runByHand(through: 2)
    for version in [1, 3] {
      guard
        case .drift(path, version: version, let differences) = migrationError({
          try migrator.baseline(connection, to: version)
        })
      else {
        Issue.record("accepted")
        continue
      }
      #expect(!differences.isEmpty)
    }
    #expect(try migrator.status(of: connection).components.isEmpty)
  }

  @Test("of an earlier version is refused when a later one's table is there")
  func laterTable() throws {
    let migrator = try Samples.migrator(second: "CREATE TABLE later (a);")
    try runByHand(through: 1)
    try connection.script("CREATE TABLE later (a)")
    guard case .drift = migrationError({ try migrator.baseline(connection, to: 1) }) else {
      Issue.record("accepted")
      return
    }
    #expect(try migrator.baseline(connection).to == 2)
  }

  @Test("does not adopt a foreign or changed schema, and writes nothing")
  func foreign() throws {
    try connection.script("CREATE TABLE places (a)")
    let before = try folder.digests()
    guard case .foreignDatabase = migrationError({ try migrator.baseline(connection) }) else {
      Issue.record("accepted")
      return
    }
    try connection.script("DROP TABLE places")
    try runByHand(through: 3)
    try connection.script("PRAGMA application_id = 99")
    guard case .foreignDatabase = migrationError({ try migrator.baseline(connection) }) else {
      Issue.record("accepted")
      return
    }
    #expect(before["notes.db"] != nil)
    try connection.script("PRAGMA application_id = 0x50524546; DROP TRIGGER note_log")
    guard case .drift(path, version: 3, _) = migrationError({ try migrator.baseline(connection) })
    else {
      Issue.record("accepted")
      return
    }
  }

  @Test("of an empty file is refused")
  func empty() throws {
    guard case .drift = migrationError({ try migrator.baseline(connection) }) else {
      Issue.record("accepted")
      return
    }
    #expect(
      migrationError { try migrator.baseline(connection, to: 4) } == .unknownTarget(4, latest: 3))
    #expect(
      migrationError { try migrator.baseline(connection, to: 0) } == .unknownTarget(0, latest: 3))
  }

  @Test("sets the header right after a restored dump, and leaves the ledger alone")
  func restored() throws {
    _ = try migrator.migrate(connection)
    let entries = try migrator.status(of: connection).entries
    try connection.script("PRAGMA user_version = 0; PRAGMA application_id = 0")
    #expect(migrationError { try migrator.migrate(connection) } != nil)
    _ = try migrator.baseline(connection)
    let status = try migrator.status(of: connection)
    #expect(status.entries == entries && status.userVersion == 3)
    #expect(status.applicationID == PreferencesSchema.applicationID)
    #expect(
      migrationError { try migrator.baseline(connection) }
        == .alreadyRecorded(path: path, component: "notes", version: 3))
  }
}
