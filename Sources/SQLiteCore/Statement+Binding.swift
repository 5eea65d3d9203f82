import CSQLite

extension Statement {
  /// Binds text by its length, so that NUL characters stay in it.
  package func bind(_ value: String, at index: Int32) throws(SQLiteError) {
    var value = value
    let code = value.withUTF8 { bytes in
      // An empty buffer may have no address, and a NULL pointer would bind NULL.
      guard let base = bytes.baseAddress else { return csqlite_bind_text(handle, index, "", 0) }
      return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        csqlite_bind_text(handle, index, $0, sqlite3_uint64(bytes.count))
      }
    }
    try check(code)
  }

  /// Binds two texts to the parameters 1 and 2 without copying them, and runs `body`.
  ///
  /// The bytes are SQLite's for the length of `body` alone, which must not leave the statement to be
  /// stepped on: all of its parameters are NULL after it.
  @inlinable
  package func withTexts<Value>(
    _ first: String, _ second: String, _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    var (first, second) = (first, second)
    // A typed error does not pass through `withUTF8`; a result does.
    let result = first.withUTF8 { first in
      second.withUTF8 { second in
        Result { () throws(SQLiteError) in
          try bindBorrowed(first, at: 1)
          try bindBorrowed(second, at: 2)
          defer { clearBindings() }
          return try body()
        }
      }
    }
    return try result.get()
  }

  /// The same with one text.
  @inlinable
  package func withText<Value>(
    _ text: String, at index: Int32, _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(SQLiteError) in
        try bindBorrowed(bytes, at: index)
        defer { clearBindings() }
        return try body()
      }
    }
    return try result.get()
  }

  /// The same with bytes.
  package func withBytes<Value>(
    _ bytes: [UInt8], at index: Int32, _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(SQLiteError) in
        // A NULL pointer would bind NULL.
        try check(
          buffer.isEmpty
            ? sqlite3_bind_zeroblob(handle, index, 0)
            : sqlite3_bind_blob64(
              handle, index, buffer.baseAddress, sqlite3_uint64(buffer.count), nil))
        defer { clearBindings() }
        return try body()
      }
    }
    return try result.get()
  }

  @usableFromInline
  func clearBindings() { sqlite3_clear_bindings(handle) }

  @usableFromInline
  func bindBorrowed(_ text: UnsafeBufferPointer<UInt8>, at index: Int32) throws(SQLiteError) {
    guard let start = text.baseAddress else { return try bind("", at: index) }
    let code = start.withMemoryRebound(to: CChar.self, capacity: text.count) {
      sqlite3_bind_text64(
        handle, index, $0, sqlite3_uint64(text.count), nil, UInt8(SQLITE_UTF8))
    }
    try check(code)
  }

  /// Binds an integer.
  package func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  /// Binds an unsigned integer; above Int64.max it is refused, SQLite could not say it.
  package func bind(_ value: UInt64, at index: Int32) throws(SQLiteError) {
    guard let signed = Int64(exactly: value) else {
      throw refusal("\(value) is above 9223372036854775807, the largest integer of SQLite")
    }
    try bind(signed, at: index)
  }

  /// Binds a double; NaN is refused, SQLite would turn it into NULL.
  package func bind(_ value: Double, at index: Int32) throws(SQLiteError) {
    guard !value.isNaN else { throw refusal("NaN cannot be stored: SQLite would make it NULL") }
    try check(sqlite3_bind_double(handle, index, value))
  }

  /// Binds bytes; no bytes are an empty blob, not NULL.
  package func bind(_ value: [UInt8], at index: Int32) throws(SQLiteError) {
    let code = value.withUnsafeBytes { bytes in
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : csqlite_bind_blob(handle, index, bytes.baseAddress, sqlite3_uint64(bytes.count))
    }
    try check(code)
  }

  /// Binds NULL.
  package func bindNull(at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_null(handle, index))
  }

  /// Binds a value of any storage class; malformed text is refused.
  package func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let integer): try bind(integer, at: index)
    case .real(let real): try bind(real, at: index)
    case .text(let text): try bind(text, at: index)
    case .blob(let bytes): try bind(bytes, at: index)
    case .malformedText: throw refusal("text that is not UTF-8 cannot be stored")
    }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw connection.error(code, .bind, sql: sql) }
  }

  private func refusal(_ message: String) -> SQLiteError {
    SQLiteError(
      code: .mismatch, message: message, operation: .bind, path: connection.path, sql: sql)
  }
}
