import CSQLite

/// The same load on a table of two columns, by the C functions alone; a connection for each thread.
final class BareLoad: LoadWork {
  private let handle: OpaquePointer
  private let select, upsert, add, begin, commit, total: OpaquePointer
  private let own: String
  private let sum: String

  init(path: String, name: String) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
      throw UsageError(message: "cannot open \(path)")
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, 5000)
    for sql in [
      "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL",
      "CREATE TABLE IF NOT EXISTS t (k TEXT PRIMARY KEY, v ANY) WITHOUT ROWID",
    ] {
      try Self.expect(sqlite3_exec(handle, sql, nil, nil, nil), handle)
    }
    func prepare(_ sql: String) throws -> OpaquePointer {
      var statement: OpaquePointer?
      try Self.expect(sqlite3_prepare_v2(handle, sql, -1, &statement, nil), handle)
      guard let statement else { throw UsageError(message: sql) }
      return statement
    }
    select = try prepare("SELECT v FROM t WHERE k = ?1")
    upsert = try prepare("INSERT INTO t VALUES (?1, ?2) ON CONFLICT DO UPDATE SET v = excluded.v")
    add = try prepare("INSERT INTO t VALUES (?1, 1) ON CONFLICT DO UPDATE SET v = v + 1")
    begin = try prepare("BEGIN IMMEDIATE")
    commit = try prepare("COMMIT")
    total = try prepare(
      "SELECT sum(iif(k = 'shared', -v, v)) FROM t WHERE k = 'shared' OR k LIKE 'sum-%'")
    own = name
    sum = "sum-\(name)"
  }

  deinit {
    for statement in [select, upsert, add, begin, commit, total] { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }

  func read() throws {
    for number in 0..<10 { _ = try run(select, "read\(number)") }
  }

  func write(_ number: Int) throws {
    sqlite3_bind_int64(upsert, 2, Int64(number))
    _ = try run(upsert, own)
  }

  func count() throws {
    _ = try run(begin)
    _ = try run(add, "shared")
    _ = try run(add, sum)
    _ = try run(commit)
  }

  func isConsistent() throws -> Bool { try run(total) == 0 }

  private func run(_ statement: OpaquePointer, _ key: String? = nil) throws -> Int64 {
    if let key { _ = csqlite_bind_text(statement, 1, key, sqlite3_uint64(key.utf8.count)) }
    let code = sqlite3_step(statement)
    let result = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0
    sqlite3_reset(statement)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw Failure(code: code) }
    return result
  }

  struct Failure: Error {
    let code: Int32
  }

  private static func expect(_ code: Int32, _ handle: OpaquePointer) throws {
    guard code == SQLITE_OK else {
      throw UsageError(message: String(cString: sqlite3_errmsg(handle)))
    }
  }
}
