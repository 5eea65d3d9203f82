import PreferencesSchema
import SQLiteCore
import SchemaMigrations
import TestSupport
import Testing

@Suite("An app's migrations in a preferences file")
struct ComponentTests {
  let folder: TemporaryFolder
  let connection: Connection
  var path: String { folder.file("app.prefs") }

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection(folder.file("app.prefs"))
  }

  func app(_ texts: String...) throws -> Migrator {
    var migrations: [Migration] = []
    for (index, text) in texts.enumerated() {
      migrations.append(
        try Migration(
          version: index + 1, name: "step", sql: Array(text.utf8),
          down: Array("DROP TABLE note;".utf8)))
    }
    return Migrator(
      try MigrationSet(component: "com.example.notes", migrations: migrations),
      on: try PreferencesSchema.migrations(), applicationID: PreferencesSchema.applicationID,
      tool: "test")
  }

  @Test("change preferences and have tables of their own, beside the library's")
  func both() throws {
    let library = try Samples.preferences()
    _ = try library.migrate(connection)
    try connection.script(
      "INSERT INTO preference (namespace, key, type, value) VALUES ('S', 'colour', 'text', 'red')")
    let app = try app(
      """
      INSERT INTO preference (namespace, key, type, value)
        SELECT namespace, 'color', type, value FROM preference WHERE key = 'colour';
      DELETE FROM preference WHERE key = 'colour';
      CREATE TABLE note (body TEXT);
      """)
    #expect(try app.migrate(connection).to == 1)
    #expect(try connection.integer("SELECT count(*) FROM preference WHERE key = 'color'") == 1)
    #expect(try connection.integer("PRAGMA user_version") == Int64(PreferencesSchema.latest))
    #expect(try app.verify(connection) == [])
    let findings = try library.verify(connection)
    #expect(findings.map(\.description) == ["table note is not of the migrations"])
    #expect(findings.allSatisfy { !$0.isFailure })
    #expect(try library.migrate(connection).steps.isEmpty)
    #expect(try app.status(of: connection).components == ["com.example.notes", "preferences"])
    #expect(
      migrationError { try library.migrate(connection, to: 0, direction: .down) }
        == .inUse(path: path, component: "preferences", by: ["com.example.notes"]))
    _ = try app.migrate(connection, to: 0, direction: .down)
    _ = try library.migrate(connection, to: 0, direction: .down)
    #expect(try connection.dump() == ["user_version 0", "application_id 0"])
  }

  @Test(
    "may not touch the library's schema, the header or names that it may need",
    arguments: [
      ("DROP TABLE preference_origin", "preference_origin belongs to preferences"),
      ("ALTER TABLE Preference ADD COLUMN mine", "preference belongs to preferences"),
      ("CREATE INDEX mine ON preference (type)", "preference belongs to preferences"),
      (
        "CREATE TRIGGER mine AFTER INSERT ON preference BEGIN SELECT 1; END",
        "preference belongs to preferences"
      ),
      (
        "CREATE TEMP TRIGGER mine AFTER INSERT ON preference BEGIN SELECT 1; END",
        "preference belongs to preferences"
      ),
      ("DROP TRIGGER preference_rename", "preference_rename belongs to preferences"),
      ("DROP VIEW settings", "settings belongs to preferences"),
      ("CREATE TABLE preference_mine (a)", "names that begin with 'preference' are kept"),
      ("PRAGMA user_version = 4", "user_version belongs to preferences"),
      ("PRAGMA application_id = 4", "application_id belongs to preferences"),
    ])
  func refused(_ statement: String, _ reason: String) throws {
    _ = try Samples.preferences().migrate(connection)
    let app = try app(statement)
    guard
      case .refusedStatement("V0001__step.sql", _, let found) = migrationError({
        try app.migrate(connection)
      })
    else {
      Issue.record("accepted")
      return
    }
    #expect(found.contains(reason), "\(found)")
  }

  @Test("need the library's first")
  func first() throws {
    let app = try app("CREATE TABLE note (body TEXT);")
    #expect(
      migrationError { try app.migrate(connection) }
        == .baseMissing(path: path, component: "com.example.notes", base: "preferences"))
  }

  @Test("are not run by a program that the library's newer schema shuts out")
  func newerBase() throws {
    _ = try Samples.preferences().migrate(connection)
    try connection.script(
      """
      INSERT INTO schema_migration SELECT component, 99, name, checksum, fingerprint, 99, 0, 0, tool
        FROM schema_migration WHERE version = 1;
      PRAGMA user_version = 99;
      """)
    let app = try app("CREATE TABLE note (body TEXT);")
    #expect(
      migrationError { try app.migrate(connection) }
        == .newerDatabase(
          path: path, component: "preferences", found: 99, supported: PreferencesSchema.latest,
          compatible: 99))
  }

  @Test("know tables of their own without a record")
  func baseline() throws {
    _ = try Samples.preferences().migrate(connection)
    try connection.script("CREATE TABLE note (body TEXT)")
    let app = try app("CREATE TABLE note (body TEXT);")
    #expect(
      migrationError { try app.migrate(connection) }
        == .ledgerMissing(path: path, component: "com.example.notes", objects: ["note"]))
    #expect(try app.baseline(connection).to == 1)
    #expect(try app.verify(connection) == [])
  }
}
