import CSQLite

/// One compiled statement, lent to a closure and reset after it (https://sqlite.org/c3ref/stmt.html).
///
/// Not copyable, so it cannot outlive its loan; a statement left at a row would pin a snapshot and
/// keep the log from restarting.
@usableFromInline
package struct Statement: ~Copyable {
  let handle: OpaquePointer
  // Unowned: the connection owns its statements and finalises them before it closes.
  unowned let connection: Connection

  init(handle: OpaquePointer, connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// The statement's text, without values.
  package var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// Steps once: true at a row, false at the end. Corresponds to `sqlite3_step`.
  package func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.error(code, .step, sql: sql)
    }
  }

  /// Steps to the end; rows, if any, are passed over.
  package func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Back to before the first row, with all parameters NULL.
  ///
  /// - Throws: when a write that was left at a row ends here, and its own commit fails.
  package func reset() throws(SQLiteError) {
    // Anywhere but at a row the code only repeats the error that `step` has thrown already.
    let isAtRow = sqlite3_stmt_busy(handle) != 0
    let code = sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    if isAtRow, code != SQLITE_OK { throw connection.error(code, .step, sql: sql) }
  }
}

/// A statement that stays compiled with its connection.
@usableFromInline
final class CachedStatement {
  @usableFromInline let statement: Statement
  /// Where the SQL literal lies in the program: the key of the cache.
  @usableFromInline let key: UnsafePointer<UInt8>
  @usableFromInline var isLent = false

  @usableFromInline
  init(_ statement: consuming Statement, key: UnsafePointer<UInt8>) {
    self.statement = statement
    self.key = key
  }
}
