import CSQLite

extension Connection {
  /// Turns the enforcement of foreign keys on or off and says what it was.
  ///
  /// Through `sqlite3_db_config` and not the pragma, which takes effect when it is *compiled*, so
  /// a cached one does nothing the second time.
  package func setForeignKeys(_ on: Bool) throws(SQLiteError) -> Bool {
    var before: Int32 = -1
    try check(
      csqlite_db_config_flag(handle, SQLITE_DBCONFIG_ENABLE_FKEY, -1, &before), .configure)
    var now: Int32 = -1
    try check(
      csqlite_db_config_flag(handle, SQLITE_DBCONFIG_ENABLE_FKEY, on ? 1 : 0, &now), .configure)
    return before == 1
  }
}
