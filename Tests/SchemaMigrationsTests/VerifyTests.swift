import SQLiteCore
import SchemaMigrations
import TestSupport
import Testing

@Suite("Comparing a file with its migrations")
struct VerifyTests {
  let folder: TemporaryFolder
  let connection: Connection
  let migrator: Migrator

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection(folder.file("notes.db"))
    migrator = try Samples.migrator()
    _ = try migrator.migrate(connection)
  }

  @Test(
    "finds what is missing, changed or added, object by object",
    arguments: [
      ("DROP INDEX tag_by_name", "index tag_by_name is missing", true),
      ("DROP TRIGGER note_log", "trigger note_log is missing", true),
      (
        "DROP INDEX tag_by_name; CREATE INDEX tag_by_name ON tag (name DESC)",
        "index tag_by_name is defined otherwise than by the migrations", true
      ),
      (
        "ALTER TABLE note ADD COLUMN extra TEXT",
        "table note is defined otherwise than by the migrations", true
      ),
      (
        "CREATE TRIGGER spy AFTER INSERT ON note BEGIN DELETE FROM tag; END",
        "trigger spy on note is not of the migrations", true
      ),
      ("CREATE INDEX mine ON note (body)", "index mine on note is not of the migrations", false),
      ("CREATE TABLE mine (a)", "table mine is not of the migrations", false),
      ("CREATE VIEW mine AS SELECT 1", "view mine is not of the migrations", false),
      (
        "UPDATE schema_migration SET fingerprint = 'x' WHERE version = 3",
        "the ledger's fingerprint of version 3 is x", true
      ),
    ])
  func findings(_ script: String, _ text: String, _ isFailure: Bool) throws {
    try connection.script(script)
    let findings = try migrator.verify(connection)
    #expect(findings.count == 1)
    #expect(findings.first?.description.hasPrefix(text) == true, "\(findings)")
    #expect(findings.first?.isFailure == isFailure)
    if !isFailure { #expect(try migrator.migrate(connection).steps.isEmpty) }
  }

  @Test(
    "finds nothing in what does not matter",
    arguments: [
      "ANALYZE", "INSERT INTO note (body, color) VALUES ('a', '#000000')", "VACUUM",
      "DROP INDEX tag_by_name; CREATE INDEX /* mine */ tag_by_name\n  ON   tag (name) -- here",
    ])
  func nothing(_ script: String) throws {
    try connection.script(script)
    #expect(try migrator.verify(connection) == [])
  }

  @Test("texts with blanks, and names that differ in case, are told apart and not")
  func canonical() throws {
    try connection.script("CREATE TABLE a (b DEFAULT 'x  y'); CREATE TABLE c (\"d  e\")")
    let schema = try migrator.status(of: connection).schema
    #expect(schema.objects.map(\.sql).contains("CREATE TABLE a (b DEFAULT 'x  y')"))
    #expect(schema.objects.map(\.sql).contains("CREATE TABLE c (\"d  e\")"))
  }

  @Test("gives every problem at once, not the first alone")
  func several() throws {
    try connection.script(
      """
      UPDATE schema_migration SET checksum = 'x'; DROP TRIGGER note_log;
      PRAGMA user_version = 9;
      """)
    let findings = try migrator.verify(connection)
    #expect(findings.count == 5, "header, three checksums, one trigger: \(findings)")
    #expect(findings.allSatisfy { $0.isFailure })
  }

  @Test("an empty file has no findings, and a half-way one is compared with its own version")
  func early() throws {
    let other = try Connection(folder.file("other.db"))
    #expect(try migrator.verify(other) == [])
    _ = try migrator.migrate(other, to: 2)
    #expect(try migrator.verify(other) == [])
    #expect(try migrator.status(of: other).pending == [3])
  }

  @Test("a file without a ledger is at version 0, with everything pending")
  func noLedger() throws {
    let other = try Connection(folder.file("other.db"))
    let status = try migrator.status(of: other)
    #expect(status.current == 0 && status.pending == [1, 2, 3] && status.isEmpty)
    #expect(
      try migrator.plan(status).map(\.file)
        == Samples.files.map(\.name).filter { !$0.contains("down") })
    #expect(try Ledger.compatible(of: "notes", in: other) == nil)
  }

  @Test("status, plan and verify move not a byte", arguments: [false, true])
  func readOnly(_ log: Bool) throws {
    if log {
      _ = try connection.changeJournalMode(writeAheadLog: true)
      try connection.script("INSERT INTO note (body, color) VALUES ('in the log', '#000000')")
    }
    let before = try folder.digests()
    #expect(log == ![nil, TemporaryFolder.emptyDigest].contains(before["notes.db-wal"]))
    let reader = try Connection(folder.file("notes.db"), .readOnly)
    let newer = try Samples.migrator(
      second: "SELECT 1;")
    for migrator in [migrator, newer, try Samples.migrator(through: 2)] {
      let status = try migrator.status(of: reader)
      _ = try? migrator.plan(status)
      _ = try migrator.verify(reader)
    }
    // -shm is the readers' marks; what it indexes is compared.
    let after = try folder.digests()
    #expect(after.keys.sorted() == before.keys.sorted())
    #expect(after["notes.db"] == before["notes.db"])
    #expect(after["notes.db-wal"] == before["notes.db-wal"])
  }
}
