@testable import SQLiteCore

extension Connection {
  /// Runs SQL that is put together in the test.
  func script(_ sql: String) throws(SQLiteError) {
    try runScript(Array(sql.utf8))
  }

  /// What `SELECT` gives in its first column, row by row.
  func values(_ sql: StaticString) throws(SQLiteError) -> [SQLiteValue] {
    try withStatement(sql) { (statement) throws(SQLiteError) in
      var values: [SQLiteValue] = []
      while try statement.step() { values.append(statement.value(at: 0)) }
      return values
    }
  }

  /// A database in a new file: WAL, one table `t (a, b)`.
  static func withTable(
    at path: String, busyTimeout: Int32 = 5000, writeAheadLog: Bool = true
  ) throws(SQLiteError) -> Connection {
    let connection = try Connection(path: path, access: .create, busyTimeout: busyTimeout)
    _ = try connection.changeJournalMode(writeAheadLog: writeAheadLog)
    try connection.script("CREATE TABLE t (a, b)")
    return connection
  }
}

/// The error that `body` throws, nil when it throws none.
func failure(_ body: () throws(SQLiteError) -> Void) -> SQLiteError? {
  do {
    try body()
    return nil
  } catch { return error }
}
