internal import SQLiteCore

extension PreferenceStore {
  /// Removes a value and every earlier one of the key from the file, so that no byte of them is left.
  ///
  /// For a secret that must be gone: the history keeps only that there were changes. The file is
  /// rewritten (VACUUM) and the log beside it emptied, which takes a while for a large file. The copies
  /// from before migrations (``StoreOptions/migrationBackups``) are removed, and what waits to roam is
  /// emptied: there it counts as removed. Copies elsewhere, a server and other devices that had the value,
  /// and what the disk itself may keep, are out of reach.
  ///
  /// - Throws: ``PreferenceError/unavailable(_:)``: `busy` when somebody reads or writes all the time;
  ///   the value is gone for readers by then, and another call finishes the work.
  public func erase<Value>(_ key: Key<Value>, origin: String? = nil) throws(PreferenceError) {
    try erase(names: key.names, origin: origin)
  }

  /// The same by name.
  public func erase(_ name: PreferenceName, origin: String? = nil) throws(PreferenceError) {
    try erase(names: [name], origin: origin)
  }

  private func erase(names: [PreferenceName], origin: String?) throws(PreferenceError) {
    guard try exists() else { return }
    try change(origin: origin) { (transaction) throws(PreferenceError) in
      for name in names {
        try transaction.remove(name)
        try transaction.reading { (connection) throws(SQLiteError) in
          try connection.eraseVersions(of: name)
          try connection.eraseRoaming(name)
        }
      }
    }
    try withWriter(wrap: { $0 }) { (writer, _) throws(PreferenceError) in
      do throws(StoreFailure) { try writer.rewrite() } catch { throw .unavailable(error) }
    }
    location.removeMigrationBackups()
  }
}

extension Connection {
  /// Empties all versions of a key in the log.
  fileprivate func eraseVersions(of name: PreferenceName) throws(SQLiteError) {
    try withStatement(
      """
      UPDATE preference_change SET type = iif(type IS NULL, NULL, 'erased'), value = NULL,
        red = NULL, green = NULL, blue = NULL, alpha = NULL
      WHERE namespace = ?1 AND key = ?2 AND type IS NOT 'erased'
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(name.namespace, at: 1)
      try statement.bind(name.key, at: 2)
      try statement.run()
    }
  }

  /// Empties what the tables of roaming have of a key, where there are any. They are known here, since
  /// whoever erases a secret need not be linked to what lets it roam.
  fileprivate func eraseRoaming(_ name: PreferenceName) throws(SQLiteError) {
    guard try integer("SELECT count(*) FROM main.sqlite_schema WHERE name = 'sync_edit'") == 1
    else {
      return
    }
    let statements: [StaticString] = [
      "UPDATE sync_edit SET type = NULL, value = NULL WHERE namespace = ?1 AND key = ?2",
      "UPDATE sync_shadow SET type = NULL, value = NULL WHERE namespace = ?1 AND key = ?2",
      "UPDATE sync_remote SET type = NULL, value = NULL WHERE namespace = ?1 AND key = ?2",
    ]
    for sql in statements {
      try withStatement(sql) { (statement) throws(SQLiteError) in
        try statement.bind(name.namespace, at: 1)
        try statement.bind(name.key, at: 2)
        try statement.run()
      }
    }
  }
}
