import CSQLite

extension Connection {
  /// Lends the compiled statement for an SQL literal; compiled once, reset when `body` ends.
  ///
  /// The literal's address is the key: no hashing, and only SQL of the program itself gets here.
  /// Inlinable, or every read would go through an unspecialised generic of another module.
  @inlinable
  package func withStatement<Result>(
    _ sql: StaticString, _ body: (borrowing Statement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try checkUsable()
    let key = sql.utf8Start
    for cached in statements where cached.key == key && !cached.isLent {
      return try lend(cached, body)
    }
    let new = CachedStatement(try prepare(sql), key: key)
    statements.append(new)
    return try lend(new, body)
  }

  @inlinable
  func lend<Result>(
    _ cached: CachedStatement, _ body: (borrowing Statement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    cached.isLent = true
    workDone = 0
    defer { cached.isLent = false }
    let result: Result
    do { result = try body(cached.statement) } catch {
      try? cached.statement.reset()
      throw error
    }
    try cached.statement.reset()
    return result
  }

  /// Runs a statement without parameters, passing over its rows.
  package func run(_ sql: StaticString) throws(SQLiteError) {
    try withStatement(sql) { (statement) throws(SQLiteError) in try statement.run() }
  }

  /// The integer in the first column of the first row; nil without a row or for NULL.
  package func integer(_ sql: StaticString) throws(SQLiteError) -> Int64? {
    try withStatement(sql) { (statement) throws(SQLiteError) in
      guard try statement.step(), !statement.isNull(at: 0) else { return nil }
      return try statement.integer(at: 0)
    }
  }

  @usableFromInline
  func prepare(_ sql: StaticString) throws(SQLiteError) -> Statement {
    prepareCount += 1
    var compiled: OpaquePointer?
    var more: OpaquePointer?
    let code = sql.withUTF8Buffer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text -> Int32 in
        var tail: UnsafePointer<CChar>?
        // PERSISTENT: kept for long, so not from the lookaside memory.
        let code = sqlite3_prepare_v3(
          handle, text.baseAddress, Int32(clamping: text.count),
          UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, &tail)
        guard code == SQLITE_OK, let tail, tail.pointee != 0 else { return code }
        return sqlite3_prepare_v2(handle, tail, -1, &more, nil)
      }
    }
    defer { sqlite3_finalize(more) }
    let statement = compiled.map { Statement(handle: $0, connection: self) }
    guard code == SQLITE_OK else { throw error(code, .prepare, sql: "\(sql)") }
    guard let statement, more == nil else {
      throw SQLiteError(
        code: .misuse, message: "not exactly one statement", operation: .prepare, path: path,
        sql: "\(sql)")
    }
    return statement
  }
}
