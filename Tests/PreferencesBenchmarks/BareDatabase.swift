import CSQLite

/// The same work in plain calls of the C API: the least that can be done for it.
final class BareDatabase {
  let handle: OpaquePointer

  struct Failure: Error {
    let code: Int32
    let message: String
  }

  init(path: String, synchronous: String? = nil) throws {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else { throw Failure(code: code, message: path) }
    handle = opened
    sqlite3_busy_timeout(handle, 5000)
    if let synchronous {
      sqlite3_exec(handle, "PRAGMA synchronous=\(synchronous)", nil, nil, nil)
    }
  }

  deinit { sqlite3_close(handle) }

  /// Compiles a statement; the caller finalises it.
  func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    return statement
  }

  func failure(_ code: Int32) -> Failure {
    Failure(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }

  /// Steps a statement that has no rows to the end and resets it.
  func run(_ statement: OpaquePointer) throws {
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw failure(code) }
  }
}

/// Binds text without copying it; it must stay where it is until the statement is reset.
func bindStatic(_ statement: OpaquePointer, _ index: Int32, _ text: [CChar]) {
  // Arrays are passed by the address of their elements, which the caller keeps alive.
  _ = text.withUnsafeBufferPointer {
    sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), nil)
  }
}

extension String {
  /// UTF-8 without a NUL at its end.
  var characters: [CChar] { utf8.map { CChar(bitPattern: $0) } }
}
