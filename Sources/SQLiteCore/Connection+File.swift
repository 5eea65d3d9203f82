import CSQLite

extension Connection {
  /// Whether the path names another file by now, or none (SQLITE_FCNTL_HAS_MOVED: one `stat`).
  ///
  /// Nobody can be given the old file's inode while this connection has it open, so it cannot lie.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Keeps closing from touching files by name: for a database that was moved or replaced.
  ///
  /// The last connection to close would copy the log and delete `-wal` and `-shm` *by their path*,
  /// where another process may have put a new database meanwhile
  /// (https://sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use).
  package func leaveFilesAlone() {
    var result: Int32 = 0
    _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, &result)
  }

  /// The journal mode as SQLite names it: `wal`, `delete`, `memory`, ….
  package func journalMode() throws(SQLiteError) -> String {
    try withStatement("PRAGMA journal_mode") { (statement) throws(SQLiteError) in
      try statement.step() ? try statement.text(at: 0) : ""
    }
  }

  /// Asks for WAL or the rollback journal and gives back what the file has now.
  ///
  /// Needs the file for itself; when others are connected the mode stays (https://sqlite.org/wal.html).
  package func setJournalMode(writeAheadLog: Bool) throws(SQLiteError) -> String {
    let sql: StaticString = writeAheadLog ? "PRAGMA journal_mode=WAL" : "PRAGMA journal_mode=DELETE"
    return try withStatement(sql) { (statement) throws(SQLiteError) in
      try statement.step() ? try statement.text(at: 0) : ""
    }
  }

  /// A consistent, compact copy in a file that does not exist yet or is empty (VACUUM INTO).
  ///
  /// The copy is not synced to disk: the caller does that and gives it its name.
  package func vacuum(into path: String) throws(SQLiteError) {
    try withStatement("VACUUM INTO ?1") { (statement) throws(SQLiteError) in
      try statement.bind(path, at: 1)
      try statement.run()
    }
  }
}
