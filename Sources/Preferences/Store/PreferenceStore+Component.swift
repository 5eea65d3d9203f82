internal import PreferencesSchema
package import SQLiteCore
package import SchemaMigrations

/// For parts of the library that keep tables of their own in the file, and install them when they are
/// first used.
extension PreferenceStore {
  /// Brings a component's tables up to date; one look-up where they are.
  package func install(_ set: MigrationSet) throws(PreferenceError) {
    let checksums = set.migrations.map(\.checksum)
    let applied = try reading { (connection) throws(SQLiteError) in
      try Ledger.checksums(of: set.component, in: connection)
    }
    // A newer file may have more.
    if let applied, applied.starts(with: checksums) { return }
    try withWriter(wrap: { $0 }) { (_, connection) throws(PreferenceError) in
      do throws(MigrationError) {
        _ = try Migrator(
          set, on: PreferencesSchema.migrations(),
          applicationID: PreferencesSchema.applicationID, tool: StoreLocation.processName
        ).migrate(connection)
      } catch { throw .unavailable(StoreFailure(error, path: path)) }
    }
  }

  /// Runs `body` with the reading connection; nil when there is no file, or nothing in it yet.
  package func reading<Result>(
    _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(PreferenceError) -> Result? {
    try read(body)
  }

  /// Writes a component's own tables, and preferences on behalf of others, in one transaction.
  ///
  /// What is written so is not this store's own change (``PreferenceChange/isOwn``): its observers
  /// are told of it as of a change by another program.
  package func changeForOthers<Result>(
    _ body: (inout ChangesForOthers) throws(PreferenceError) -> Result
  ) throws(PreferenceError) -> Result {
    var written = CommittedChanges()
    var stateBefore: FileState?
    let result = try withWriter(wrap: { $0 }) { (writer, connection) throws(PreferenceError) in
      let result = try connection.immediateTransaction(
        failure: { PreferenceError.unavailable(StoreFailure($0, path: path)) }
      ) { () throws(PreferenceError) in
        var changes = ChangesForOthers(connection: connection, path: path)
        let result = try body(&changes)
        try changes.finish(keeping: options.retention)
        written = changes.committed
        stateBefore = cache.stateBeforeCommit()
        return result
      }
      _ = adopt(written, after: stateBefore)
      do throws(StoreFailure) { try writer.checkpointIfDue() } catch {
        diagnosticsLog.report(.unavailable(error))
      }
      return result
    }
    // Without the numbers, which would make them this store's own.
    written.sequences = nil
    if !written.names.isEmpty { tellOf(written, nil) }
    return result
  }
}

/// The writes of one transaction on behalf of others, each with its origin.
package struct ChangesForOthers {
  package let connection: Connection
  package let path: String
  private var current: (origin: String, changes: ChangeSet)?
  fileprivate private(set) var committed = CommittedChanges()

  init(connection: Connection, path: String) {
    self.connection = connection
    self.path = path
  }

  /// Stores a value, or removes what is stored; a row that is equal already is not touched. The
  /// changes of one origin in a row are one change set.
  package mutating func set(
    _ value: StoredValue?, for name: PreferenceName, origin: String
  ) throws(PreferenceError) {
    do throws(SQLiteError) {
      guard try connection.storedValue(of: name) != value else { return }
      var changes: ChangeSet
      if let current, current.origin == origin {
        changes = current.changes
      } else {
        changes = try ChangeSet(on: connection, origin: origin)
      }
      if let value { try changes.set(value, for: name) } else { try changes.remove(name) }
      current = (origin, changes)
      committed.names.append(name)
      if let new = changes.sequences {
        let first = committed.sequences?.lowerBound ?? new.lowerBound
        committed.sequences = min(first, new.lowerBound)...new.upperBound
      }
      committed.isAll = committed.isAll && changes.committed.isAll
    } catch {
      switch error.code {
      case .constraint, .mismatch: throw .notRepresentable(key: name, reason: error.message)
      default: throw .unavailable(StoreFailure(error, path: path))
      }
    }
  }

  /// What is stored under a name.
  package func storedValue(of name: PreferenceName) throws(PreferenceError) -> StoredValue? {
    try sql { (connection) throws(SQLiteError) in try connection.storedValue(of: name) }
  }

  /// Changes in the log after a sequence, oldest first.
  package func changes(
    after sequence: Int64, limit: Int
  ) throws(PreferenceError) -> [PreferenceChange] {
    try sql { (connection) throws(SQLiteError) in
      try connection.changes(after: sequence, limit: limit)
    }
  }

  /// The number of the newest row of the log.
  package func lastSequence() throws(PreferenceError) -> Int64 {
    try sql { (connection) throws(SQLiteError) in try connection.lastSequence() }
  }

  /// Runs statements; an error of SQLite is one of the store.
  package func sql<Result>(
    _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(PreferenceError) -> Result {
    do { return try body(connection) } catch {
      throw .unavailable(StoreFailure(error, path: path))
    }
  }

  fileprivate func finish(keeping retention: HistoryRetention) throws(PreferenceError) {
    guard let sequences = committed.sequences else { return }
    try sql { (connection) throws(SQLiteError) in
      try connection.pruneIfDue(retention, after: sequences)
    }
  }
}
