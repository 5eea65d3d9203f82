import CSQLite
import Synchronization

/// One connection to one database file; not thread-safe, so its owner keeps it behind a ``Lock``.
///
/// Opened NOMUTEX, because that lock serialises already (https://sqlite.org/threadsafe.html).
/// Use after `fork()` is refused; in the child nothing is closed, since even `sqlite3_close` would
/// roll back the parent's transaction in the memory and files that both share.
package final class Connection {
  /// What the connection may do to the file.
  package enum Access: Hashable, Sendable {
    /// Never writes to the database file. Of one in WAL mode it may create -shm and an empty -wal, and
    /// it leaves them behind, since it may not tidy up; `readWrite` leaves nothing.
    case readOnly
    /// For a file that nobody writes to meanwhile: no locks, no -wal (not even one with commits in it),
    /// no -shm.
    case immutable
    /// The file must exist; opens read-only where it may not be written (``isReadOnly``).
    case readWrite
    /// Creates an empty database when there is no file.
    case create
  }

  /// The path that the caller gave, for messages.
  package let path: String
  package let access: Access
  /// Never given twice in a process.
  package let number = Connection.count.wrappingAdd(1, ordering: .relaxed).newValue
  private static let count = Atomic<Int>(0)
  /// Milliseconds that a call waits for another connection's lock.
  package let busyTimeout: Int32
  /// Frames in the write-ahead log after the last commit of this connection; 0 in other modes.
  package internal(set) var framesInLog = 0
  /// How often a statement was compiled on this connection.
  package internal(set) var prepareCount = 0

  /// Slices of work that the present statement has taken; see Connection+Limits.swift.
  @usableFromInline var workDone: Int32 = 0
  /// How many such slices a statement may take.
  package var workLimit = defaultWorkLimit

  let handle: OpaquePointer
  let patience = Patience()
  @usableFromInline var statements: [CachedStatement] = []
  /// Set while a write transaction runs: nothing may slip out of one that SQLite has rolled back.
  var mustBeInTransaction = false
  var keepsLog = false
  private let forkGeneration: Int

  /// Opens and configures a connection. Reads the schema, so that a file of another kind is refused
  /// here (`notADatabase`); writes nothing.
  ///
  /// - Parameters:
  ///   - path: a file, taken literally (no URI), or a name in memory when `inMemory`.
  ///   - inMemory: opens the process-wide memory database of that name (https://sqlite.org/inmemorydb.html).
  ///   - synchronous: how much a commit waits for the disk.
  package init(
    path: String, access: Access, inMemory: Bool = false, busyTimeout: Int32 = 5000,
    synchronous: Synchronous = .full
  ) throws(SQLiteError) {
    self.path = path
    self.access = access
    self.busyTimeout = busyTimeout
    forkGeneration = ForkGuard.watch()
    handle = try Self.open(path: path, access: access, inMemory: inMemory)
    // The object exists from here on, so `deinit` closes the handle when configuring fails.
    try configure(synchronous: synchronous)
  }

  deinit {
    guard forkGeneration == ForkGuard.generation else {
      // Leaked on purpose: finalising and closing are not for the child to do.
      for cached in statements { _ = Unmanaged.passRetained(cached) }
      return
    }
    statements.removeAll()
    prepareToClose()
    sqlite3_close_v2(handle)
  }

  /// Whether SQLite is between BEGIN and COMMIT (https://sqlite.org/c3ref/get_autocommit.html).
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Rows that the last INSERT, UPDATE or DELETE changed itself, without triggers.
  package var changes: Int64 { sqlite3_changes64(handle) }

  /// Whether SQLite could open the file for reading only.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// `sqlite3_set_last_insert_rowid`: the mark that V0001 reads in its column defaults.
  package func setLastInsertRowID(_ value: Int64) {
    sqlite3_set_last_insert_rowid(handle, value)
  }

  /// Throws after a fork, and in a transaction that SQLite has rolled back by itself (FULL, IOERR,
  /// NOMEM): a statement would be committed alone there (https://sqlite.org/lang_transaction.html).
  @usableFromInline
  func checkUsable() throws(SQLiteError) {
    guard forkGeneration == ForkGuard.generation else {
      throw SQLiteError(
        code: .misuse, message: "opened before fork(); open the store anew in the child",
        operation: .step, path: path)
    }
    guard !mustBeInTransaction || isInTransaction else {
      throw SQLiteError(
        code: .abort, message: "the transaction was rolled back by an earlier error",
        operation: .step, path: path)
    }
  }

  /// The error that SQLite reports for the last failed call on this connection.
  func error(
    _ code: Int32, _ operation: SQLiteError.Operation, sql: String? = nil
  ) -> SQLiteError {
    let resultCode = ResultCode(rawValue: code)
    let sameCall = sqlite3_extended_errcode(handle) == code || sqlite3_errcode(handle) == code
    let message =
      sameCall
      ? sqlite3_errmsg(handle).map { String(cString: $0) } ?? resultCode.description
      : resultCode.description
    return SQLiteError(
      code: resultCode, message: message, operation: operation, path: path, sql: sql,
      systemError: Self.systemError(of: resultCode, handle))
  }

  /// SQLite sets the number with these two codes only, and leaves it there for all later errors.
  static func systemError(of code: ResultCode, _ handle: OpaquePointer?) -> Int32 {
    switch code {
    case .inputOutput, .cannotOpen: handle.map { sqlite3_system_errno($0) } ?? 0
    default: 0
    }
  }

  /// Throws for every code but OK.
  func check(
    _ code: Int32, _ operation: SQLiteError.Operation, sql: String? = nil
  ) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw error(code, operation, sql: sql) }
  }
}

/// How much a commit waits for the disk (https://sqlite.org/pragma.html#pragma_synchronous).
package enum Synchronous: Int64, Hashable, Sendable {
  /// In WAL mode the last commits may be lost in a power failure; never in a crash of the process.
  case normal = 1
  /// A returned commit is on disk: EXTRA, which also syncs the folder of a rollback journal.
  case full = 3
}
