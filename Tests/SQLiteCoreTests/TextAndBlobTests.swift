import TestSupport
import Testing

@testable import SQLiteCore

@Suite("Text and blobs")
struct TextAndBlobTests {
  let folder: TemporaryFolder
  let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection.withTable(at: folder.file())
  }

  /// The value after a journey through the file.
  private func stored(_ value: SQLiteValue) throws -> SQLiteValue? {
    try connection.withStatement("INSERT INTO t (a) VALUES (?1)") {
      (statement) throws(SQLiteError) in
      try statement.bind(value, at: 1)
      try statement.run()
    }
    return try connection.values("SELECT a FROM t").first
  }

  @Test(
    "text comes back byte for byte",
    arguments: [
      "", "a", "fifteen bytes..", "a\u{0}b", "\u{0}", "end\u{0}", "e\u{301}", "é", "あいうえお", "🙂",
      "👩‍👩‍👧‍👦", "\u{10FFFF}", "\u{FEFF}x", "a\r\nb", "'; DROP TABLE t; --",
    ])
  func text(_ text: String) throws {
    guard case .text(let found) = try stored(.text(text)) else {
      Issue.record("not text")
      return
    }
    // Swift's == calls é and e\u{301} equal.
    #expect(Array(found.utf8) == Array(text.utf8))
    let length = try connection.integer("SELECT length(CAST(a AS BLOB)) FROM t")
    #expect(length == Int64(text.utf8.count))
  }

  @Test("a megabyte comes back")
  func megabyte() throws {
    let text = SQLiteValue.text(String(repeating: "é", count: 1 << 19))
    #expect(try stored(text) == text)
    let blob = SQLiteValue.blob((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0) })
    try connection.run("DELETE FROM t")
    #expect(try stored(blob) == blob)
  }

  @Test("bytes come back", arguments: [[0], [0, 0, 1], [0xFF, 0xFE]])
  func blob(_ bytes: [UInt8]) throws {
    #expect(try stored(.blob(bytes)) == .blob(bytes))
  }

  @Test("an empty blob is a blob, not NULL, and empty text is text")
  func emptyIsNotNull() throws {
    for value in [SQLiteValue.blob([]), .text(""), .null] { _ = try stored(value) }
    #expect(
      try connection.values("SELECT a FROM t ORDER BY rowid") == [.blob([]), .text(""), .null])
    let types = try connection.values("SELECT typeof(a) FROM t ORDER BY rowid")
    #expect(types == [.text("blob"), .text("text"), .text("null")])
  }

  @Test(
    "text that is not UTF-8 comes back as its bytes, marked",
    arguments: ["FF", "61C3", "EDA080", "C080", "F4908080", "6100FF"])
  func malformed(_ hex: String) throws {
    try connection.script("INSERT INTO t (a) VALUES (CAST(x'\(hex)' AS TEXT))")
    let bytes = stride(from: 0, to: hex.count, by: 2).map { at in
      UInt8(hex.dropFirst(at).prefix(2), radix: 16) ?? 0
    }
    #expect(try connection.values("SELECT a FROM t") == [.malformedText(bytes)])
    let error = failure { () throws(SQLiteError) in
      try connection.withStatement("SELECT a FROM t") { (statement) throws(SQLiteError) in
        _ = try statement.step()
        _ = try statement.text(at: 0)
      }
    }
    #expect(error?.code == .mismatch)
    #expect(error?.message == "column 0: expected text, found text that is not UTF-8")
  }

  @Test("piles of marks are kept in a value, and repaired where the program looks at a text itself")
  func piles() throws {
    for (count, end) in [(256, "\u{301}"), (257, "\u{FFFD}")] {
      let text = "e" + String(repeating: "\u{301}", count: count)
      try connection.withStatement("SELECT ?1") { (statement) throws(SQLiteError) in
        try statement.bind(text, at: 1)
        #expect(try statement.step())
        #expect(statement.value(at: 0) == .text(text))
        for found in [try statement.text(at: 0), try statement.asciiText(at: 0)] {
          #expect(found.unicodeScalars.last == end.unicodeScalars.first)
          #expect(found.unicodeScalars.count == text.unicodeScalars.count)
        }
      }
    }
  }

  @Test("malformed text is not written again")
  func malformedRefused() {
    #expect(
      failure { () throws(SQLiteError) in
        try connection.withStatement("INSERT INTO t (a) VALUES (?1)") {
          (statement) throws(SQLiteError) in
          try statement.bind(SQLiteValue.malformedText([0xFF]), at: 1)
        }
      }?.code == .mismatch)
  }

  @Test("values above SQLite's limit are refused by name")
  func tooLong() throws {
    let error = failure { () throws(SQLiteError) in
      try connection.script("SELECT zeroblob(1000000001)")
    }
    #expect(error?.code.rawValue == 18)  // SQLITE_TOOBIG
  }
}
