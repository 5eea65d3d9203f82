import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Connection {
  /// Whether the path names another file by now, or none (SQLITE_FCNTL_HAS_MOVED: one `stat`).
  ///
  /// Nobody can be given the old file's inode while this connection has it open, so it cannot lie.
  /// SQLite asks the same before it commits to a rollback journal and before it closes: it leaves the
  /// files of a database that took the old one's place alone.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Leaves a log that holds commits as it is when this connection is the last to close: to copy it
  /// into the database file is for a writer to do.
  package func keepLogWhenClosing() { keepsLog = true }

  /// An empty log may go with the last connection; one with commits stays when that was asked for, and
  /// when the file beside it cannot be read: SQLite would delete it then, and with it the newest of
  /// what can still be saved (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE). Decided at the end: it may have been
  /// filled meanwhile.
  func prepareToClose() {
    guard let path = sqlite3_db_filename(handle, "main") else { return }
    var status = stat()
    guard stat(String(cString: path) + "-wal", &status) == 0, status.st_size > 0 else { return }
    guard keepsLog || sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil) != SQLITE_OK
    else { return }
    var result: Int32 = 0
    _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, &result)
  }

  /// The journal mode as SQLite names it: `wal`, `delete`, `memory`, ….
  package func journalMode() throws(SQLiteError) -> String {
    try withStatement("PRAGMA journal_mode") { (statement) throws(SQLiteError) in
      try statement.step() ? try statement.text(at: 0) : ""
    }
  }

  /// Changes to WAL or to the rollback journal, without waiting.
  ///
  /// - Returns: false when others are connected: it needs the file for itself (https://sqlite.org/wal.html).
  package func changeJournalMode(writeAheadLog: Bool) throws(SQLiteError) -> Bool {
    patience.give(handle, milliseconds: 0)
    defer { patience.give(handle, milliseconds: busyTimeout) }
    do throws(SQLiteError) {
      if writeAheadLog {
        try run("PRAGMA journal_mode=WAL")
      } else {
        try run("PRAGMA journal_mode=DELETE")
      }
      return try journalMode() == (writeAheadLog ? "wal" : "delete")
    } catch {
      guard case .busy = error.code else { throw error }
      return false
    }
  }

  /// A consistent, compact copy in a file that does not exist yet or is empty (VACUUM INTO).
  ///
  /// The copy is not synced to disk: the caller does that and gives it its name.
  package func vacuum(into path: String) throws(SQLiteError) {
    let name = try Self.literalName(path, .backup)
    try withStatement("VACUUM INTO ?1") { (statement) throws(SQLiteError) in
      try statement.bind(name, at: 1)
      try statement.run()
    }
  }

  /// Puts a copy of all pages in the place of what another connection's file holds: for a database in
  /// memory, whose VACUUM INTO would write into memory as well
  /// (https://sqlite.org/c3ref/backup_finish.html).
  package func copy(into target: Connection) throws(SQLiteError) {
    try checkUsable()
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.error(sqlite3_errcode(target.handle), .backup)
    }
    let step = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    // BUSY and LOCKED are told by the step alone.
    let code = end == SQLITE_OK && step != SQLITE_DONE ? step : end
    guard code == SQLITE_OK else { throw target.error(code, .backup) }
  }
}
