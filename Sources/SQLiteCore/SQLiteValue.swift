/// A value in one of SQLite's storage classes (https://sqlite.org/datatype3.html).
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
  /// Text whose bytes are not UTF-8; only ever read, never bound.
  case malformedText([UInt8])
}
