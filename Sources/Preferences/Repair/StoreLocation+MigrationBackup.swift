internal import SQLiteCore

extension StoreLocation {
  /// Keeps a copy of the file from before a migration, beside it: `FILE.migration-backup-1` is the
  /// newest of `count`, and the oldest goes. Nothing is copied where no preference was ever set.
  ///
  /// For the moment when nobody else can write: the lock of the migration is held, by another
  /// connection than the one that reads the copy.
  func backUpForMigration(keeping count: Int, busyTimeout: Int32) throws(StoreFailure) {
    guard count > 0, !isMemory, try hasContent(busyTimeout) else { return }
    let path = SystemCalls.resolved(path)
    let newest = Self.partialName(of: path)
    do throws(StoreFailure) {
      try copy(to: newest, busyTimeout: busyTimeout)
      // From the oldest on, so that at no time one is missing that is to stay.
      for number in stride(from: count - 1, to: 0, by: -1) {
        let older = Self.migrationBackup(number, of: path)
        if SystemCalls.entry(at: older) != .missing {
          try Self.check(
            SystemCalls.rename(older, to: Self.migrationBackup(number + 1, of: path)), path)
        }
      }
      try Self.publish(newest, as: Self.migrationBackup(1, of: path))
    } catch {
      SystemCalls.removeFile(newest)
      throw error
    }
  }

  /// The name of a copy; 1 is the newest.
  static func migrationBackup(_ number: Int, of path: String) -> String {
    "\(path).migration-backup-\(number)"
  }

  /// Removes all of them, also those behind a gap that a crash has left.
  func removeMigrationBackups() {
    guard !isMemory else { return }
    let path = SystemCalls.resolved(path)
    for number in 1...1000 { SystemCalls.removeFile(Self.migrationBackup(number, of: path)) }
  }

  private func hasContent(_ busyTimeout: Int32) throws(StoreFailure) -> Bool {
    guard let connection = try openForReading(busyTimeout: busyTimeout) else { return false }
    do throws(SQLiteError) {
      // The very first migration finds no table.
      let tables = try connection.integer(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('preference', 'preference_change')")
      guard tables == 2 else { return false }
      return try connection.integer(
        """
        SELECT EXISTS (SELECT 1 FROM preference) OR EXISTS (SELECT 1 FROM preference_change)
        """) == 1
    } catch { throw StoreFailure(error, path: path) }
  }
}

extension StoreFile {
  /// Keeps a copy of the file from before a migration; see ``StoreOptions/migrationBackups``.
  package func backUpForMigration(keeping count: Int, busyTimeout: Int32) throws(PreferenceError) {
    try wrapped { () throws(StoreFailure) in
      try location.backUpForMigration(keeping: count, busyTimeout: busyTimeout)
    }
  }
}
