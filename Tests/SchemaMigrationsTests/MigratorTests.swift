import SQLiteCore
import SchemaMigrations
import TestSupport
import Testing

@Suite("Running migrations")
struct MigratorTests {
  let folder: TemporaryFolder
  var path: String { folder.file("notes.db") }

  init() throws { folder = try TemporaryFolder() }

  @Test("a new file gets every step, its identity and a ledger")
  func fromNothing() throws {
    let connection = try Connection(path)
    let migrator = try Samples.migrator()
    let report = try migrator.migrate(connection)
    #expect(report.from == 0 && report.to == 3 && report.steps.map(\.version) == [1, 2, 3])
    #expect(try connection.integer("PRAGMA user_version") == 3)
    #expect(try connection.integer("PRAGMA application_id") == 0x5052_4546)
    #expect(try connection.integer("SELECT count(*) FROM note WHERE body = 'welcome; here'") == 1)
    #expect(try connection.integer("SELECT count(*) FROM log") == 2, "both statements of a trigger")
    #expect(try connection.integer("SELECT count(*) FROM tag") == 1, "no cascade in the rebuild")
    let status = try migrator.status(of: connection)
    #expect(status.entries.map(\.name) == ["create_notes", "add_color", "require_color"])
    #expect(status.entries.map(\.compatible) == [1, 1, 3])
    #expect(status.entries.allSatisfy { $0.tool == "test" && $0.appliedAt > 1_700_000_000_000 })
    #expect(status.compatible == 3 && status.pending.isEmpty)
    #expect(try Ledger.compatible(of: "notes", in: connection) == 3)
    #expect(try migrator.verify(connection) == [])
    #expect(try connection.integer("PRAGMA foreign_keys") == 1)
  }

  @Test("nothing to do is success, and takes no lock")
  func nothingToDo() throws {
    let connection = try Connection(path, busyTimeout: 0)
    let migrator = try Samples.migrator()
    _ = try migrator.migrate(connection)
    let other = try Connection(path)
    try other.script("BEGIN IMMEDIATE")
    let report = try migrator.migrate(connection)
    #expect(report.steps.isEmpty && report.from == 3 && report.to == 3)
  }

  @Test("step by step leads to the same schema as all at once")
  func stepwise() throws {
    let connection = try Connection(path)
    for version in 1...3 {
      #expect(try Samples.migrator().migrate(connection, to: version).to == version)
    }
    let whole = try Connection(folder.file("whole.db"))
    _ = try Samples.migrator().migrate(whole)
    #expect(try connection.dump() == whole.dump())
  }

  @Test("down and up again gives the same schema, and down to 0 an empty file")
  func downAndUp() throws {
    let connection = try Connection(path)
    let migrator = try Samples.migrator(through: 2)
    _ = try migrator.migrate(connection, to: 1)
    let one = try connection.dump()
    _ = try migrator.migrate(connection)
    let two = try connection.dump()
    let prints = try migrator.status(of: connection).entries.map(\.fingerprint)
    #expect(try migrator.migrate(connection, direction: .down).to == 1, "one step without a target")
    #expect(try connection.dump() == one)
    _ = try migrator.migrate(connection)
    #expect(try connection.dump() == two)
    #expect(try migrator.status(of: connection).entries.map(\.fingerprint) == prints)
    let report = try migrator.migrate(connection, to: 0, direction: .down)
    #expect(report.steps.map(\.version) == [2, 1])
    #expect(try connection.dump() == ["user_version 0", "application_id 0"])
    #expect(try migrator.status(of: connection).isEmpty)
    _ = try migrator.migrate(connection)
    #expect(try connection.dump() == two)
  }

  @Test("without a way back nothing is taken back, not even the steps that could")
  func irreversible() throws {
    let connection = try Connection(path)
    let migrator = try Samples.migrator()
    _ = try migrator.migrate(connection)
    #expect(
      migrationError { try migrator.migrate(connection, to: 0, direction: .down) }
        == .irreversible(file: "V0003__require_color.down.sql"))
    #expect(try migrator.status(of: connection).current == 3)
  }

  @Test("a target that is not there or lies the other way is refused")
  func targets() throws {
    let connection = try Connection(path)
    let migrator = try Samples.migrator()
    _ = try migrator.migrate(connection, to: 2)
    #expect(
      migrationError { try migrator.migrate(connection, to: 4) } == .unknownTarget(4, latest: 3))
    #expect(
      migrationError { try migrator.migrate(connection, to: -1, direction: .down) }
        == .unknownTarget(-1, latest: 3))
    #expect(
      migrationError { try migrator.migrate(connection, to: 1) }
        == .wrongDirection(.up, current: 2, target: 1))
    #expect(
      migrationError { try migrator.migrate(connection, to: 3, direction: .down) }
        == .wrongDirection(.down, current: 2, target: 3))
  }

  @Test("a failing third step leaves nothing of the first two, and foreign keys as they were")
  func failingThird() throws {
    let connection = try Connection(path)
    let first = try Samples.migrator(through: 1)
    _ = try first.migrate(connection)
    try connection.script("INSERT INTO note (id, body) VALUES (7, 'x'), (8, 'x')")
    let before = try folder.digests()["notes.db"]
    let migrator = Samples.migrator(
      try Samples.set(
        Samples.files.prefix(4) + [
          // Fails on this file's data only, so the rehearsal in memory cannot find it.
          ("V0003__unique.sql", "CREATE TABLE extra (a);\n\nCREATE UNIQUE INDEX u ON note (body);")
        ]))
    guard
      case .sql("V0003__unique.sql", let error) = migrationError({
        try migrator.migrate(connection)
      })
    else {
      Issue.record("no error")
      return
    }
    #expect(error.position == ScriptPosition(line: 3, column: 1))
    #expect(error.message == "UNIQUE constraint failed: note.body")
    #expect(try folder.digests()["notes.db"] == before)
    #expect(try migrator.status(of: connection).current == 1)
    #expect(try connection.integer("PRAGMA foreign_keys") == 1)
    #expect(!connection.isInTransaction)
    _ = try connection.setForeignKeys(false)
    #expect(migrationError { try migrator.migrate(connection) } != nil)
    #expect(try connection.integer("PRAGMA foreign_keys") == 0, "as it was before, not on")
  }

  @Test("rows that would refer to nothing are named, and nothing is committed")
  func foreignKeys() throws {
    let connection = try Connection(path)
    _ = try Samples.migrator(through: 1).migrate(connection)
    let migrator = try Samples.migrator(second: "DELETE FROM note;")
    // Rehearsal and file both have the row of version 1; the check comes at the end of the run.
    #expect(
      migrationError { try migrator.migrate(connection) }
        == .foreignKeys(path: path, ["tag row 1 to note"]))
    #expect(try connection.integer("SELECT count(*) FROM note") == 1)
    #expect(try connection.integer("PRAGMA foreign_keys") == 1)
  }

  @Test("an open transaction of the caller is refused and stays open")
  func openTransaction() throws {
    let connection = try Connection(path)
    try connection.script("BEGIN")
    #expect(
      migrationError { try Samples.migrator().migrate(connection) } == .transactionOpen(path: path))
    #expect(connection.isInTransaction)
  }

  @Test("a dry run says the same and moves not a byte", arguments: [false, true])
  func dryRun(_ log: Bool) throws {
    let connection = try Connection(path)
    if log { _ = try connection.changeJournalMode(writeAheadLog: true) }
    let migrator = try Samples.migrator()
    _ = try migrator.migrate(connection, to: 1)
    // More changed pages than the cache holds, which would spill into the file otherwise.
    try connection.script(
      """
      PRAGMA cache_size = 10;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000)
      INSERT INTO note (body) SELECT hex(randomblob(100)) FROM n;
      """)
    let before = try folder.digests()
    let dry = try migrator.migrate(connection, dryRun: true)
    #expect(dry.isDryRun && dry.steps.map(\.version) == [2, 3])
    #expect(
      try folder.digests().filter { !$0.key.hasSuffix("-shm") }
        == before.filter { !$0.key.hasSuffix("-shm") })
    #expect(try migrator.status(of: connection).current == 1)
    #expect(try migrator.migrate(connection).steps.map(\.version) == [2, 3])
  }

  @Test("the caller's hook is around every statement that changes the file, and no other")
  func around() throws {
    final class Count: @unchecked Sendable { var value = 0 }
    let count = Count()
    let migrator = Migrator(try Samples.set(through: 2), tool: "test") {
      (connection, step) throws(SQLiteError) in
      count.value += 1
      connection.setLastInsertRowID(-5)
      try step()
    }
    _ = try migrator.migrate(try Connection(path))
    #expect(count.value == 7 + 2)
  }

  @Test("the caller prepares under the lock, before anything changes, and only when there is need")
  func prepare() throws {
    struct NoSpace: Error {}
    let connection = try Connection(path)
    let migrator = try Samples.migrator()
    _ = try migrator.migrate(connection, to: 1)
    let before = try connection.dump()
    #expect(
      migrationError { try migrator.migrate(connection) { _ in throw NoSpace() } }
        == .notPrepared(path: path, reason: "NoSpace()"))
    #expect(try connection.dump() == before)
    var current: [Int] = []
    _ = try migrator.migrate(connection) { status in
      current.append(status.current)
      let other = try Connection(path, busyTimeout: 0)
      #expect(throws: SQLiteError.self) { try other.run("BEGIN IMMEDIATE") }
      try other.vacuum(into: folder.file("copy.db"))
    }
    #expect(current == [1])
    #expect(try Connection(folder.file("copy.db")).dump() == before)
    _ = try migrator.migrate(connection) { _ in throw NoSpace() }
  }
}
