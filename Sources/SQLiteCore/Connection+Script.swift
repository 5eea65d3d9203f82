import CSQLite

extension Connection {
  /// Runs every statement of a script in turn; rows are passed over.
  ///
  /// No splitter: each statement is compiled from where the last one ended, so a `;` in a trigger,
  /// a text or a comment is SQLite's business.
  ///
  /// - Parameters:
  ///   - script: UTF-8.
  ///   - around: called with a closure that runs one statement; it must call it, once.
  /// - Throws: the first error, with its line and column in the script.
  package func runScript(
    _ script: [UInt8],
    around: (_ step: () throws(SQLiteError) -> Void) throws(SQLiteError) -> Void = {
      (step) throws(SQLiteError) in try step()
    }
  ) throws(SQLiteError) {
    guard let count = Int32(exactly: script.count) else {
      throw SQLiteError(
        code: .range, message: "a script of more than 2 GB", operation: .prepare, path: path)
    }
    guard !script.contains(0) else {
      throw SQLiteError(
        code: .error, message: "the script holds a NUL character", operation: .prepare, path: path,
        position: Self.position(of: script.firstIndex(of: 0) ?? 0, in: script))
    }
    // SQLite wants to see the terminating NUL to avoid a copy of the text per statement.
    let text = script + [0]
    var offset: Int32 = 0
    while offset < count {
      try checkUsable()
      let (statement, next) = try prepare(text, from: offset, count: count)
      if let statement {
        let statement = Statement(handle: statement, connection: self)
        workDone = 0
        do { try around { () throws(SQLiteError) in try statement.run() } } catch {
          throw located(error, in: script, at: SQLBlanks.end(in: script, from: Int(offset)))
        }
      }
      offset = next
    }
  }

  private func prepare(
    _ text: [UInt8], from offset: Int32, count: Int32
  ) throws(SQLiteError) -> (OpaquePointer?, Int32) {
    prepareCount += 1
    var statement: OpaquePointer?
    var next = count
    let code = text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters -> Int32 in
        guard let base = characters.baseAddress else { return SQLITE_OK }
        var tail: UnsafePointer<CChar>?
        let start = base + Int(offset)
        // The count includes the NUL.
        let code = sqlite3_prepare_v2(handle, start, count - offset + 1, &statement, &tail)
        if let tail { next = offset + Int32(clamping: tail - start) }
        return code
      }
    }
    guard code == SQLITE_OK else {
      let failed = error(code, .prepare)
      // Bytes from where the compiler began, or -1 where SQLite cannot tell.
      let inner = Int(sqlite3_error_offset(handle))
      let start = inner >= 0 ? Int(offset) + inner : SQLBlanks.end(in: text, from: Int(offset))
      throw located(failed, in: text, at: start)
    }
    // A statement of nothing but blanks and comments compiles to nil and ends the text.
    return (statement, max(next, offset + 1))
  }

  private func located(
    _ error: SQLiteError, in script: [UInt8], at offset: Int
  ) -> SQLiteError {
    var error = error
    error.position = error.position ?? Self.position(of: offset, in: script)
    return error
  }

  private static func position(of offset: Int, in script: [UInt8]) -> ScriptPosition {
    let before = script[..<min(offset, script.count)]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    var lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Nobody sees a byte order mark, so it is no column.
    if lineStart == 0, before.starts(with: SQLBlanks.byteOrderMark) {
      lineStart = SQLBlanks.byteOrderMark.count
    }
    let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
    return ScriptPosition(line: line, column: column)
  }
}
