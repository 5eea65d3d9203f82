import CSQLite

/// Bounds for what a file can make a statement do.
///
/// A file that somebody has prepared may have a view in the place of a table, a trigger that never
/// ends, or values that fill the memory (https://sqlite.org/security.html). What it cannot have is
/// a function with side effects or an extension: see `configure`.
extension Connection {
  /// Instructions of SQLite's virtual machine in a slice of work.
  static let workSlice: Int32 = 1_000_000

  /// Two thousand million instructions: 10 to 20 seconds, and a full look at 10 million rows.
  package static let defaultWorkLimit: Int32 = 2000

  /// The longest text, blob or row, in bytes. The largest file that can be imported is a quarter.
  package static let largestValue: Int32 = 256 << 20

  func limitStatements() {
    let limits: [(Int32, Int32)] = [
      (SQLITE_LIMIT_LENGTH, Self.largestValue), (SQLITE_LIMIT_SQL_LENGTH, 16 << 20),
      (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_EXPR_DEPTH, 200),
      (SQLITE_LIMIT_COMPOUND_SELECT, 50), (SQLITE_LIMIT_VDBE_OP, 1_000_000),
      (SQLITE_LIMIT_FUNCTION_ARG, 32), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
      (SQLITE_LIMIT_VARIABLE_NUMBER, 250), (SQLITE_LIMIT_TRIGGER_DEPTH, 20),
      (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (limit, value) in limits { sqlite3_limit(handle, limit, value) }
    sqlite3_progress_handler(
      handle, Self.workSlice,
      { context in
        guard let context else { return 0 }
        let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        connection.workDone += 1
        return connection.workDone > connection.workLimit ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Bounds the memory of all SQLite in this process (`sqlite3_hard_heap_limit64`): for a program
  /// that has no other use for SQLite. Beyond it statements fail with `noMemory`.
  package static func limitMemory(toBytes bytes: Int64) { _ = sqlite3_hard_heap_limit64(bytes) }
}
