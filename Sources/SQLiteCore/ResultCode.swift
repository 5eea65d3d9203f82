import CSQLite

/// A result code of SQLite, primary or extended (https://sqlite.org/rescode.html).
///
/// An open set: a code of a newer SQLite is kept as its number.
package struct ResultCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without its extension: the low eight bits.
  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  package static let ok = ResultCode(rawValue: SQLITE_OK)
  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  package static let permission = ResultCode(rawValue: SQLITE_PERM)
  package static let abort = ResultCode(rawValue: SQLITE_ABORT)
  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  package static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
  package static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  package static let authorization = ResultCode(rawValue: SQLITE_AUTH)
  package static let lockingProtocol = ResultCode(rawValue: SQLITE_PROTOCOL)
  package static let range = ResultCode(rawValue: SQLITE_RANGE)
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

  /// Matches a primary code with all of its extended codes: `case .busy:`.
  package static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern == code || pattern == code.primary
  }
}

extension ResultCode: CustomStringConvertible {
  /// SQLite's own English for the code, such as "database is locked", and the number.
  package var description: String {
    let text = sqlite3_errstr(rawValue).map { String(cString: $0) } ?? "unknown"
    return "\(text) (\(rawValue))"
  }
}
