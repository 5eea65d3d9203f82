import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Columns of the current row, 0-based. The storage class is looked at before anything is read,
/// because SQLite converts in silence (https://sqlite.org/c3ref/column_blob.html).
extension Statement {
  /// The value in whatever storage class it has.
  package func value(at column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      // The pointer first, then the length: the other order may convert and move the text.
      guard let start = sqlite3_column_text(handle, column) else { return .text("") }
      let bytes = UnsafeBufferPointer(
        start: start, count: Int(sqlite3_column_bytes(handle, column)))
      // Repaired and compared, at a tenth of `String(validating:as:)`, which looks up generic
      // metadata at each call.
      var text = String(decoding: bytes, as: UTF8.self)
      let isWellFormed = text.withUTF8 { repaired in
        guard let address = repaired.baseAddress else { return bytes.isEmpty }
        return repaired.count == bytes.count && memcmp(address, start, repaired.count) == 0
      }
      return isWellFormed ? .text(text) : .malformedText(Array(bytes))
    case SQLITE_BLOB:
      // A blob of no bytes has no address.
      guard let start = sqlite3_column_blob(handle, column) else { return .blob([]) }
      let count = Int(sqlite3_column_bytes(handle, column))
      return .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }

  /// An integer.
  ///
  /// - Throws: `mismatch` for every other storage class.
  package func integer(at column: Int32) throws(SQLiteError) -> Int64 {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else {
      throw unexpected(value(at: column), expected: "an integer", column)
    }
    return sqlite3_column_int64(handle, column)
  }

  /// A double, also from an integer.
  package func real(at column: Int32) throws(SQLiteError) -> Double {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_FLOAT, SQLITE_INTEGER: return sqlite3_column_double(handle, column)
    default: throw unexpected(value(at: column), expected: "a number", column)
    }
  }

  /// Well-formed text that the program looks at itself: a name, a tag, a statement of the schema. With
  /// piled marks, which would take long to compare, it comes out repaired; ``value(at:)`` leaves all
  /// texts as they are.
  package func text(at column: Int32) throws(SQLiteError) -> String {
    switch value(at: column) {
    case .text(let text): return text.withoutPiledMarks
    case let other: throw unexpected(other, expected: "text", column)
    }
  }

  /// Text of which a CHECK of the schema says that it is ASCII; anything else comes out repaired.
  package func asciiText(at column: Int32) throws(SQLiteError) -> String {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT,
      let start = sqlite3_column_text(handle, column)
    else { return try text(at: column) }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
      .withoutPiledMarks
  }

  /// Whether the column is NULL.
  package func isNull(at column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  private func unexpected(
    _ found: SQLiteValue, expected: String, _ column: Int32
  ) -> SQLiteError {
    let storage =
      switch found {
      case .null: "NULL"
      case .integer: "an integer"
      case .real: "a real"
      case .text: "text"
      case .blob: "a blob"
      case .malformedText: "text that is not UTF-8"
      }
    return SQLiteError(
      code: .mismatch, message: "column \(column): expected \(expected), found \(storage)",
      operation: .column, path: connection.path, sql: sql)
  }
}
