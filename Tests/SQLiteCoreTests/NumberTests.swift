import TestSupport
import Testing

@testable import SQLiteCore

@Suite("Numbers")
struct NumberTests {
  let folder: TemporaryFolder
  let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection.withTable(at: folder.file())
  }

  private func insert(
    _ bind: (borrowing Statement) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try connection.withStatement("INSERT INTO t (a) VALUES (?1)") {
      (statement) throws(SQLiteError) in
      try bind(statement)
      try statement.run()
    }
  }

  @Test(
    "integers keep all 64 bits",
    arguments: [.min, -1, 0, 1, 9_007_199_254_740_993, .max] as [Int64])
  func integer(_ value: Int64) throws {
    try insert { (statement) throws(SQLiteError) in try statement.bind(value, at: 1) }
    #expect(try connection.values("SELECT a FROM t") == [.integer(value)])
  }

  @Test(
    "doubles keep every bit, with infinities and the sign of zero",
    arguments: [
      0.1, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 3.0,
    ] as [Double])
  func double(_ value: Double) throws {
    try insert { (statement) throws(SQLiteError) in try statement.bind(value, at: 1) }
    guard case .real(let found) = try connection.values("SELECT a FROM t").first else {
      Issue.record("not a real")
      return
    }
    #expect(found.bitPattern == value.bitPattern)
  }

  @Test("NaN is refused by name", arguments: [Double.nan, -.nan, .signalingNaN])
  func notANumber(_ value: Double) throws {
    let error = failure { () throws(SQLiteError) in
      try insert { (statement) throws(SQLiteError) in try statement.bind(value, at: 1) }
    }
    #expect(error?.code == .mismatch)
    #expect(error?.message.contains("NaN") == true)
    #expect(error?.sql == "INSERT INTO t (a) VALUES (?1)")
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
  }

  @Test("unsigned integers fit up to Int64.max and are refused above")
  func unsigned() throws {
    try insert { (statement) throws(SQLiteError) in
      try statement.bind(UInt64(Int64.max), at: 1)
    }
    #expect(try connection.values("SELECT a FROM t") == [.integer(.max)])
    let error = failure { () throws(SQLiteError) in
      try insert { (statement) throws(SQLiteError) in
        try statement.bind(UInt64(Int64.max) + 1, at: 1)
      }
    }
    #expect(error?.code == .mismatch)
    #expect(error?.message.contains("9223372036854775808") == true)
  }

  @Test(
    "a typed read of another storage class is an error, never a conversion",
    arguments: ["NULL", "1", "1.5", "'12'", "x'3132'", "CAST(x'FF' AS TEXT)"])
  func typedReads(_ literal: String) throws {
    try connection.script("INSERT INTO t (a) VALUES (\(literal))")
    try connection.withStatement("SELECT a FROM t") { (statement) throws(SQLiteError) in
      #expect(try statement.step())
      let value = statement.value(at: 0)
      func check(_ isRight: Bool, _ read: () throws(SQLiteError) -> Void) {
        let error = failure(read)
        #expect((error == nil) == isRight)
        #expect(error == nil || error?.code == .mismatch)
        #expect(error == nil || error?.operation == .column)
      }
      let isInteger = if case .integer = value { true } else { false }
      let isReal = if case .real = value { true } else { false }
      let isText = if case .text = value { true } else { false }
      check(isInteger) { () throws(SQLiteError) in _ = try statement.integer(at: 0) }
      check(isInteger || isReal) { () throws(SQLiteError) in _ = try statement.real(at: 0) }
      check(isText) { () throws(SQLiteError) in _ = try statement.text(at: 0) }
      #expect(statement.isNull(at: 0) == (value == .null))
    }
  }

  @Test("a parameter that the statement does not have is an error")
  func range() throws {
    let error = failure { () throws(SQLiteError) in
      try insert { (statement) throws(SQLiteError) in try statement.bind(1 as Int64, at: 2) }
    }
    #expect(error?.code == .range)
    #expect(error?.operation == .bind)
  }

  @Test("an error shows SQL, path and operation, and no bound value")
  func errorText() throws {
    try connection.script("CREATE TABLE u (a TEXT UNIQUE) STRICT")
    func add() throws(SQLiteError) {
      try connection.withStatement("INSERT INTO u VALUES (?1)") {
        (statement) throws(SQLiteError) in
        try statement.bind("a secret", at: 1)
        try statement.run()
      }
    }
    try add()
    let error = failure { () throws(SQLiteError) in try add() }
    #expect(error?.code.rawValue == 2067)  // SQLITE_CONSTRAINT_UNIQUE: extended codes are on
    #expect(error?.code.primary == .constraint)
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(folder.file()))
    #expect(text.contains("INSERT INTO u VALUES (?1)"))
    #expect(text.contains("UNIQUE constraint failed: u.a"))
    #expect(!text.contains("secret"))
  }

  @Test("the number of a failed system call is not carried over into later errors")
  func systemError() throws {
    let missing = failure { () throws(SQLiteError) in
      try connection.script("ATTACH '\(folder.path)/no/such/folder' AS other")
    }
    #expect(missing?.code.primary == .cannotOpen)
    #expect(missing?.systemError != 0)
    let later = failure { () throws(SQLiteError) in
      try connection.script("SELECT abs(-9223372036854775808)")
    }
    #expect(later != nil)
    #expect(later?.systemError == 0)
  }
}
