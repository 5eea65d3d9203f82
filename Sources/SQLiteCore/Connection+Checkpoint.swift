import CSQLite

/// Checkpoints that cannot lose commits.
///
/// SQLite before 3.51.3 carries the WAL-reset bug (https://sqlite.org/wal.html#walresetbug): a
/// checkpoint that finds nothing to do can race a writer that restarts the log, and then marks
/// frames as copied that were not. While *another* connection holds a read transaction that cannot
/// happen: either its snapshot is in the log, and nobody may restart it; or it reads the database
/// file alone, and then the checkpoint cannot take the slot it needs and stores nothing. Both are
/// SQLite's own locks between processes, so no lock of ours is needed.
///
/// Which connection runs the checkpoint makes no difference, so the writer does it itself: outside a
/// transaction it holds no lock, and whoever restarts the log meets the guard's.
extension Connection {
  /// What a checkpoint has done.
  package struct CheckpointResult: Hashable, Sendable {
    /// Frames in the log, -1 when the database is not in WAL mode.
    package var framesInLog: Int
    /// Frames of it that are in the database file now.
    package var framesCopied: Int

    /// Whether the next writer may start the log from its beginning.
    package var isComplete: Bool { framesInLog == framesCopied }
  }

  /// Copies the log into the database file as far as readers allow, without waiting for anybody.
  ///
  /// - Parameter guardian: another connection to the same file, outside any transaction.
  /// - Returns: nil when somebody else is checkpointing or the guard could not be taken: try later.
  package func checkpoint(guardedBy guardian: Connection) throws(SQLiteError) -> CheckpointResult? {
    try checkpoint(SQLITE_CHECKPOINT_PASSIVE, guardedBy: guardian)
  }

  /// Copies all of the log into the database file and truncates it to nothing; says whether it could.
  ///
  /// The second guard reads the database file alone, so the log may be reset under it. Without a
  /// busy handler: whoever is in the way is not waited for.
  package func emptyLog(guardedBy guardian: Connection) throws(SQLiteError) -> Bool {
    guard try checkpoint(guardedBy: guardian)?.isComplete == true else { return false }
    patience.give(handle, milliseconds: 0)
    defer { patience.give(handle, milliseconds: busyTimeout) }
    return try checkpoint(SQLITE_CHECKPOINT_TRUNCATE, guardedBy: guardian)?.framesInLog == 0
  }

  /// Copies all of the log into the database file and sees to it that the next writer starts it again:
  /// waits for readers, while new ones begin without the log and writers wait. Says whether it could.
  ///
  /// For a log that has grown under readers of whom one is always in the middle of something: without
  /// waiting, none of them would ever be out of the way at the same time as the others.
  package func restartLog(
    guardedBy guardian: Connection, waiting milliseconds: Int32
  ) throws(SQLiteError) -> Bool {
    let result = try checkpoint(SQLITE_CHECKPOINT_RESTART, guardedBy: guardian) { snapshot in
      GuardedPatience(handle, milliseconds: milliseconds, snapshot: snapshot)
    }
    return result?.isComplete == true
  }

  private func checkpoint(
    _ mode: Int32, guardedBy guardian: Connection,
    waiting: (_ snapshot: OpaquePointer) -> GuardedPatience? = { _ in nil }
  ) throws(SQLiteError) -> CheckpointResult? {
    try checkUsable()
    // On two different files, one of them moved or replaced, the guard would guard nothing.
    guard !hasMoved, !guardian.hasMoved else { return nil }
    return try guardian.withStatement("SELECT 1 FROM sqlite_schema") {
      (snapshot) throws(SQLiteError) -> CheckpointResult? in
      do throws(SQLiteError) {
        guard try snapshot.step(), sqlite3_txn_state(guardian.handle, "main") == SQLITE_TXN_READ
        else { return nil }
      } catch {
        guard case .busy = error.code else { throw error }
        return nil
      }
      let wait = waiting(snapshot.handle)
      defer { if wait != nil { patience.give(handle, milliseconds: busyTimeout) } }
      var framesInLog: Int32 = -1
      var framesCopied: Int32 = -1
      switch sqlite3_wal_checkpoint_v2(
        handle, "main", mode, &framesInLog, &framesCopied)
      {
      case SQLITE_OK:
        return CheckpointResult(
          framesInLog: Int(framesInLog), framesCopied: Int(framesCopied))
      case SQLITE_BUSY: return nil
      case SQLITE_INTERRUPT where wait != nil: return nil
      case let code: throw error(code, .checkpoint)
      }
    }
  }
}

extension Connection {
  /// The version of the SQLite library, such as `3.40.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  /// Whether the library's number says that it carries the WAL-reset bug; a vendor may have mended
  /// it and kept the number.
  package static var hasResetBug: Bool {
    switch sqlite3_libversion_number() {
    case 3_051_003..., 3_050_007..<3_051_000, 3_044_006..<3_045_000: false
    default: true
    }
  }
}
