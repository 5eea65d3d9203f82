import SQLiteCore
import SchemaMigrations
import TestSupport
import Testing

@Suite("What a migration may not contain")
struct StatementRulesTests {
  let folder: TemporaryFolder
  var path: String { folder.file("notes.db") }

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "is refused with file, line and reason",
    arguments: [
      ("BEGIN", "BEGIN is the runner's"), ("BEGIN EXCLUSIVE", "BEGIN is the runner's"),
      ("COMMIT", "COMMIT is the runner's"), ("END", "COMMIT is the runner's"),
      ("ROLLBACK", "ROLLBACK is the runner's"), ("SAVEPOINT a", "a savepoint is not needed"),
      ("RELEASE a", "a savepoint is not needed"), ("ATTACH ':memory:' AS other", "ATTACH"),
      ("DETACH other", "DETACH"), ("PRAGMA foreign_keys = OFF", "foreign keys are off"),
      ("PRAGMA defer_foreign_keys = ON", "foreign keys are off"),
      ("PRAGMA journal_mode = WAL", "sets up a connection"),
      ("PRAGMA synchronous = OFF", "sets up a connection"),
      ("PRAGMA writable_schema = ON", "sets up a connection"),
      ("PRAGMA ignore_check_constraints = ON", "sets up a connection"),
      ("SELECT * FROM pragma_journal_mode", "sets up a connection"),
      ("DROP TABLE schema_migration", "kept by the runner"),
      ("DELETE FROM schema_migration", "kept by the runner"),
      ("UPDATE schema_migration SET tool = 'me'", "kept by the runner"),
      (
        "CREATE TRIGGER t AFTER INSERT ON note BEGIN DELETE FROM Schema_Migration; END; INSERT INTO note (body) VALUES ('a')",
        "kept by the runner"
      ),
    ])
  func refused(_ statement: String, _ reason: String) throws {
    let connection = try Connection(path)
    _ = try Samples.migrator(through: 1).migrate(connection)
    let before = try folder.digests()
    let migrator = try Samples.migrator(second: "-- a comment\nSELECT 'é';\n\n  \(statement);\n")
    let error = migrationError { try migrator.migrate(connection) }
    switch error {
    case .refusedStatement("V0002__second.sql", let position, let found):
      #expect(position?.line == 4)
      #expect(found.contains(reason), "\(found)")
    default: Issue.record("\(error as Any)")
    }
    #expect(try folder.digests() == before)
    #expect(!connection.isInTransaction)
    #expect(try connection.integer("SELECT count(*) FROM note") == 1)
  }

  @Test(
    "does not concern what schemas are made of",
    arguments: [
      "CREATE TABLE a (b); ALTER TABLE a ADD COLUMN c CHECK (c > 0); ALTER TABLE a RENAME b TO d;",
      "ALTER TABLE note RENAME TO notes; ALTER TABLE log ADD COLUMN b TEXT; ALTER TABLE log DROP COLUMN b;",
      "CREATE TEMP TABLE t AS SELECT * FROM note; INSERT INTO note SELECT id + 1, body FROM t; DROP TABLE t;",
      "PRAGMA foreign_key_check; PRAGMA table_info(note); SELECT * FROM pragma_table_info('note');",
      "REINDEX; ANALYZE; CREATE VIEW v AS SELECT * FROM note; DROP VIEW v;",
      "PRAGMA user_version = 2;",
    ])
  func allowed(_ text: String) throws {
    let connection = try Connection(path)
    _ = try Samples.migrator(through: 1).migrate(connection)
    let migrator = try Samples.migrator(second: text)
    #expect(try migrator.migrate(connection).to == 2)
    #expect(try migrator.verify(connection) == [])
    try connection.script("BEGIN; SAVEPOINT a; COMMIT; PRAGMA journal_mode")
  }

  @Test(
    "an error of SQL is told with the place in the file",
    arguments: [
      ("CREATE TABLE a (b;\n", 1, 18), ("\n\nSELECT 1;\nSELEKT 2;", 4, 1),
      ("SELECT 1;\r\nSELECT 'ü', nosuch;\r\n", 2, 13), ("\u{FEFF}SELECT 'é漢😀' x y;", 1, 16),
      ("-- first\n/* second\n */ INSERT INTO note VALUES (1, NULL);", 3, 5),
      ("SELECT 'open", 1, 8),
      (
        "CREATE TRIGGER t AFTER INSERT ON note BEGIN\n  SELECT 1;\n  SELECT nosuch(1);\nEND;\nINSERT INTO note (body) VALUES (1);",
        5, 1
      ),
    ])
  func positions(_ text: String, _ line: Int, _ column: Int) throws {
    let migrator = try Samples.migrator(second: text)
    guard
      case .sql("V0002__second.sql", let error) = migrationError({
        try migrator.migrate(try Connection(path))
      })
    else {
      Issue.record("no error")
      return
    }
    #expect(error.position == ScriptPosition(line: line, column: column), "\(error)")
    #expect(
      try [nil, TemporaryFolder.emptyDigest].contains(folder.digests()["notes.db"]),
      "nothing was written")
  }

  @Test("code changes data, in the same transaction, and nothing else")
  func code() throws {
    let connection = try Connection(path)
    func migrator(
      _ code: @escaping @Sendable (Connection) throws -> Void
    ) throws -> Migrator {
      Samples.migrator(
        try MigrationSet(
          component: "notes",
          migrations: [
            try #require(try Samples.set(through: 1)[1]),
            Migration(version: 2, name: "shout", identity: "upper 1", code: code),
            try Migration(version: 3, name: "log", sql: Array("INSERT INTO log VALUES ('3')".utf8)),
          ]))
    }
    struct Failure: Error {}
    #expect(
      migrationError {
        try migrator { connection in
          try connection.run("DELETE FROM note")
          throw Failure()
        }.migrate(connection)
      } == .code(file: "V0002__shout", message: "Failure()"))
    #expect(try connection.dump() == ["user_version 0", "application_id 0"])
    for script in ["CREATE TABLE x (y)", "DROP TABLE note", "COMMIT", "SAVEPOINT a", "VACUUM"] {
      let error = migrationError {
        try migrator { try $0.script(script) }.migrate(connection)
      }
      guard case .code("V0002__shout", let message) = error else {
        Issue.record("\(script): \(error as Any)")
        continue
      }
      #expect(
        message.contains("code changes data only") || message.contains("transaction")
          || message.contains("savepoint"), "\(message)")
      #expect(!connection.isInTransaction)
    }
    let good = try migrator { try $0.run("UPDATE note SET body = upper(body)") }
    #expect(try good.migrate(connection).to == 3)
    #expect(try connection.integer("SELECT count(*) FROM note WHERE body = 'WELCOME; HERE'") == 1)
    #expect(try good.verify(connection) == [])
    #expect(
      try migrator { _ in }.migrate(connection).steps.isEmpty, "its identity is its checksum")
  }
}
