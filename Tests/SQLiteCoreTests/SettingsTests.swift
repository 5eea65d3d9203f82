import CSQLite
import TestSupport
import Testing

@testable import SQLiteCore

@Suite("Settings of a connection")
struct SettingsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "each setting is there when read back",
    arguments: [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
    ] as [(Int32, Int32)])
  func flags(_ option: Int32, _ expected: Int32) throws {
    let connection = try Connection.withTable(at: folder.file())
    var found: Int32 = -1
    #expect(csqlite_db_config_flag(connection.handle, option, -1, &found) == SQLITE_OK)
    #expect(found == expected)
  }

  @Test("pragmas are there when read back")
  func pragmas() throws {
    let full = try Connection.withTable(at: folder.file())
    let normal = try Connection(path: folder.file(), access: .readWrite, synchronous: .normal)
    #expect(try full.integer("PRAGMA synchronous") == 3)
    #expect(try normal.integer("PRAGMA synchronous") == 1)
    #expect(try full.integer("PRAGMA cell_size_check") == 1)
    #expect(try full.integer("PRAGMA mmap_size") == 0)
    #expect(try full.integer("PRAGMA wal_autocheckpoint") == 0)
  }

  @Test(
    "what the settings forbid is forbidden",
    arguments: [
      "CREATE VIEW v AS SELECT load_extension('x'); SELECT * FROM v",
      "SELECT load_extension('x')",
      "SELECT \"not a column\"",
      "CREATE TABLE d (a CHECK (a <> \"text\"))",
      "PRAGMA writable_schema=ON; DELETE FROM sqlite_schema",
      "CREATE TABLE p (a PRIMARY KEY); CREATE TABLE c (a REFERENCES p); INSERT INTO c VALUES (1)",
    ])
  func forbidden(_ sql: String) throws {
    let connection = try Connection.withTable(at: folder.file())
    #expect(failure { () throws(SQLiteError) in try connection.script(sql) } != nil)
  }

  @Test("the log grows without a checkpoint by itself, and the last commit tells its length")
  func noAutomaticCheckpoint() throws {
    let connection = try Connection.withTable(at: folder.file())
    for _ in 0..<1200 { try connection.run("INSERT INTO t (b) VALUES (zeroblob(3000))") }
    #expect(connection.framesInLog > 1200)
    let guardian = try Connection(path: folder.file(), access: .readWrite)
    let result = try connection.checkpoint(guardedBy: guardian)
    #expect(result?.framesInLog == connection.framesInLog)
    #expect(result?.isComplete == true)
  }

  @Test("opening keeps no statement and a read-only file opens read-only")
  func state() throws {
    do { _ = try Connection.withTable(at: folder.file(), writeAheadLog: false) }
    let writable = try Connection(path: folder.file(), access: .readWrite)
    #expect(writable.statements.isEmpty)
    #expect(!writable.isReadOnly)
    let readOnly = try Connection(path: folder.file(), access: .readOnly)
    #expect(readOnly.isReadOnly)
    let error = failure { () throws(SQLiteError) in
      try readOnly.run("INSERT INTO t (a) VALUES (1)")
    }
    #expect(error?.code.primary == .readOnly)
  }
}
