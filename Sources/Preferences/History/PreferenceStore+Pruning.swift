internal import SQLiteCore

extension PreferenceStore {
  /// Lets go of old history at once, in many short transactions; nobody waits long.
  ///
  /// - Parameter retention: what is kept; by default what the store was opened with.
  /// - Returns: how many changes were removed.
  @discardableResult
  public func pruneHistory(
    keeping retention: HistoryRetention? = nil
  ) throws(PreferenceError) -> Int {
    guard try exists() else { return 0 }
    let retention = retention ?? options.retention
    let cutoff = try inWriteTransaction { (connection) throws(SQLiteError) in
      try connection.cutoff(of: retention)
    }
    var removed: Int64 = 0
    var next: Int64? = 0
    while let start = next {
      let slice = try inWriteTransaction { (connection) throws(SQLiteError) in
        try connection.pruneSlice(from: start, to: cutoff, bytes: retention.bytes)
      }
      removed += slice.removed
      next = slice.next
    }
    return Int(clamping: removed)
  }

  /// A transaction that is no change set.
  private func inWriteTransaction<Result>(
    _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(PreferenceError) -> Result {
    try withWriter(wrap: { $0 }) { (writer, connection) throws(PreferenceError) in
      let result: Result
      do throws(SQLiteError) {
        result = try connection.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
          try body(connection)
        }
      } catch { throw .unavailable(StoreFailure(error, path: path)) }
      do throws(StoreFailure) { try writer.checkpointIfDue() } catch {
        diagnosticsLog.report(.unavailable(error))
      }
      return result
    }
  }
}
