/// A failed call into SQLite: what was being done, to which file, and what SQLite said.
///
/// Bound values never appear in it; the SQL is the statement's own text with its `?` and `:names`.
@usableFromInline
package struct SQLiteError: Error, Hashable, Sendable {
  /// What was being done when the error came up.
  package enum Operation: String, Hashable, Sendable {
    case open, configure, prepare, bind, step, column, commit, checkpoint, backup, close
  }

  /// The extended result code.
  package var code: ResultCode
  /// SQLite's message, or ours where the wrapper itself refuses.
  package var message: String
  package var operation: Operation
  /// The path that the caller gave.
  package var path: String
  /// The statement's text, where there is one.
  package var sql: String?
  /// Where in a script the error stands, 1-based, columns in characters.
  package var position: ScriptPosition?
  /// `errno` of the failed system call, 0 if none (https://sqlite.org/c3ref/system_errno.html).
  package var systemError: Int32 = 0

  package init(
    code: ResultCode, message: String, operation: Operation, path: String, sql: String? = nil,
    position: ScriptPosition? = nil, systemError: Int32 = 0
  ) {
    self.code = code
    self.message = message
    self.operation = operation
    self.path = path
    self.sql = sql
    self.position = position
    self.systemError = systemError
  }
}

/// A place in a text: line and column, both 1-based, the column in characters.
package struct ScriptPosition: Hashable, Sendable, CustomStringConvertible {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package var description: String { "line \(line), column \(column)" }
}

extension SQLiteError: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    var text = "\(path): \(message) [\(operation), code \(code.rawValue)]"
    if let position { text += " at \(position)" }
    if let sql { text += " in: \(sql.prefix(200))" }
    return text
  }
}
