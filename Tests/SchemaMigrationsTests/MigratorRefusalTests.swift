import Foundation
import PreferencesSchema
import SQLiteCore
import SchemaMigrations
import TestSupport
import Testing

@Suite("A file that is not as expected")
struct MigratorRefusalTests {
  let folder: TemporaryFolder
  var path: String { folder.file("notes.db") }

  init() throws { folder = try TemporaryFolder() }

  /// Every way in gives the same error, and the folder stays as it is.
  func refusals(
    _ migrator: Migrator, of connection: Connection,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> MigrationError? {
    let before = try folder.digests()
    let status = try migrator.status(of: connection)
    let errors = [
      migrationError { try migrator.migrate(connection) },
      migrationError { try migrator.migrate(connection, dryRun: true) },
      migrationError { try migrator.plan(status) },
    ]
    #expect(Set(errors).count == 1, sourceLocation: sourceLocation)
    if let error = errors[0], case .drift = error {
    } else if let error = errors[0] {
      let findings = try migrator.verify(connection)
      #expect(findings.contains(.problem(error)), sourceLocation: sourceLocation)
    }
    #expect(try folder.digests() == before, sourceLocation: sourceLocation)
    #expect(errors[0].map { !$0.description.isEmpty } == true, sourceLocation: sourceLocation)
    return errors[0]
  }

  @Test("a migration changed after it was applied names the file")
  func checksum() throws {
    let connection = try Connection(path)
    _ = try Samples.migrator(through: 2).migrate(connection)
    var files = Samples.files
    files[2].text += "SELECT 1;"
    let error = try refusals(Samples.migrator(try Samples.set(files)), of: connection)
    guard case .checksumChanged("V0002__add_color.sql", "add_color", let old, let new) = error
    else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(old != new && old.count == 64)
  }

  @Test("another checkout of the same files is no change")
  func checkout() throws {
    let connection = try Connection(path)
    _ = try Samples.migrator().migrate(connection)
    let files = Samples.files.map {
      ($0.name, "\u{FEFF}" + $0.text.replacing("\n", with: "  \r\n") + "\r\n\r\n")
    }
    let migrator = Samples.migrator(try Samples.set(files))
    #expect(try migrator.migrate(connection).steps.isEmpty)
    #expect(try migrator.verify(connection) == [])
  }

  @Test("a hole in the ledger names both versions")
  func outOfOrder() throws {
    let connection = try Connection(path)
    _ = try Samples.migrator().migrate(connection)
    try connection.script("DELETE FROM schema_migration WHERE version = 2")
    #expect(
      try refusals(try Samples.migrator(), of: connection)
        == .outOfOrder(file: "V0002__add_color.sql", applied: 3))
  }

  @Test("a newer file may be written to as long as its migrations say so")
  func newer() throws {
    let connection = try Connection(path)
    _ = try Samples.migrator(through: 2).migrate(connection)
    let old = try Samples.migrator(through: 1)
    #expect(try old.migrate(connection).steps.isEmpty)
    #expect(try old.status(of: connection).isNewer)
    #expect(try old.verify(connection) == [.notCompared(version: 2, latest: 1)])
    let back = migrationError { try old.migrate(connection, to: 0, direction: .down) }
    #expect(
      back
        == .newerDatabase(path: path, component: "notes", found: 2, supported: 1, compatible: 2))
    _ = try Samples.migrator().migrate(connection)
    #expect(
      try refusals(old, of: connection)
        == .newerDatabase(path: path, component: "notes", found: 3, supported: 1, compatible: 3))
  }

  @Test("a database of another program is refused by name", arguments: [0, 252_006_675])
  func foreign(_ id: Int32) throws {
    let connection = try Connection(path)
    try connection.script(
      "PRAGMA application_id = \(id); CREATE TABLE places (a); CREATE TABLE visits (b)")
    let error = try refusals(try Samples.migrator(), of: connection)
    #expect(
      error
        == .foreignDatabase(
          path: path, found: id, expected: 0x5052_4546, objects: ["places", "visits"]))
    #expect(error?.description.contains("1347568966 ('PREF')") == true)
    #expect(error?.description.contains("places, visits") == true)
  }

  @Test("an empty database with another program's id is refused too")
  func foreignEmpty() throws {
    let connection = try Connection(path)
    try connection.script("PRAGMA application_id = 17")
    #expect(
      try refusals(try Samples.migrator(), of: connection)
        == .foreignDatabase(path: path, found: 17, expected: 0x5052_4546, objects: []))
  }

  @Test("something else than a database is refused and kept", arguments: [12, 5000])
  func notADatabase(_ size: Int) throws {
    // A file of no bytes when it is opened: on garbage the connection itself would fail.
    let connection = try Connection(path)
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: Data(repeating: 0x47, count: size))
    try file.close()
    let before = try folder.digests()
    let migrator = try Samples.migrator()
    #expect(migrationError { try migrator.status(of: connection) } == .notADatabase(path: path))
    #expect(migrationError { try migrator.migrate(connection) } == .notADatabase(path: path))
    #expect(migrationError { try migrator.verify(connection) } == .notADatabase(path: path))
    #expect(migrationError { try migrator.baseline(connection) } == .notADatabase(path: path))
    #expect(try folder.digests() == before)
  }

  @Test("tables without a record, and a header that lies, point to the baseline")
  func header() throws {
    let connection = try Connection(path)
    _ = try Samples.migrator().migrate(connection)
    try connection.script("PRAGMA user_version = 7")
    #expect(
      try refusals(try Samples.migrator(), of: connection)
        == .headerMismatch(path: path, field: "user_version", found: 7, expected: 3))
    try connection.script("PRAGMA user_version = 3; PRAGMA application_id = 0")
    #expect(
      try refusals(try Samples.migrator(), of: connection)
        == .headerMismatch(path: path, field: "application_id", found: 0, expected: 0x5052_4546))
    try connection.script("PRAGMA application_id = 0x50524546; DROP TABLE schema_migration")
    #expect(
      try refusals(try Samples.migrator(), of: connection)
        == .ledgerMissing(
          path: path, component: "notes",
          objects: ["tag_by_name", "log", "note", "tag", "note_log"]))
  }

  @Test("a changed schema is not built upon")
  func drift() throws {
    let connection = try Connection(path)
    _ = try Samples.migrator(through: 1).migrate(connection)
    try connection.script("DROP TRIGGER note_log; ALTER TABLE tag ADD COLUMN extra TEXT")
    let error = try refusals(try Samples.migrator(), of: connection)
    guard case .drift(path, version: 1, let differences) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(
      differences.map(\.description) == [
        "table tag is defined otherwise than by the migrations", "trigger note_log is missing",
      ])
  }

  @Test("a step that makes something else here than on a new file is rolled back")
  func otherResult() throws {
    let connection = try Connection(path)
    _ = try Samples.migrator(through: 1).migrate(connection)
    try connection.script("CREATE TABLE mine (a)")
    // On a new file this makes the table.
    let migrator = try Samples.migrator(second: "CREATE TABLE IF NOT EXISTS mine (a, b);")
    guard case .drift(path, version: 2, _) = migrationError({ try migrator.migrate(connection) })
    else {
      Issue.record("no error")
      return
    }
    #expect(try migrator.status(of: connection).current == 1)
  }

  @Test("a lock beyond the timeout is named with the time")
  func busy() throws {
    let connection = try Connection(path, busyTimeout: 30)
    let other = try Connection(path)
    try other.script("BEGIN IMMEDIATE")
    #expect(
      migrationError { try Samples.migrator().migrate(connection) }
        == .busy(path: path, milliseconds: 30))
    try other.script("COMMIT; BEGIN EXCLUSIVE")
    #expect(
      migrationError { try Samples.migrator().status(of: connection) }
        == .busy(path: path, milliseconds: 30))
    try other.script("COMMIT")
    #expect(try Samples.migrator().migrate(connection).to == 3)
  }

  @Test("a full disk leaves the file as it was")
  func full() throws {
    let connection = try Connection(path)
    _ = try Samples.migrator(through: 1).migrate(connection)
    let before = try folder.digests()["notes.db"]
    let pages = try #require(try connection.integer("PRAGMA page_count"))
    try connection.script("PRAGMA max_page_count = \(pages)")
    let error = migrationError { try Samples.migrator().migrate(connection) }
    guard case .sql("V0003__require_color.sql", let inner) = error, case .full = inner.code else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(try folder.digests()["notes.db"] == before)
    #expect(try Samples.migrator().status(of: connection).current == 1)
    #expect(!connection.isInTransaction)
  }
}
