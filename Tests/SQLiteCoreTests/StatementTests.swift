import CSQLite
import TestSupport
import Testing

@testable import SQLiteCore

@Suite("Lent statements")
struct StatementTests {
  let folder: TemporaryFolder
  let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection.withTable(at: folder.file())
    try connection.script("INSERT INTO t (a) VALUES (1), (2), (3)")
  }

  @Test("a literal is compiled once")
  func compiledOnce() throws {
    let before = connection.prepareCount
    for _ in 0..<10 { #expect(try connection.integer("SELECT max(a) FROM t") == 3) }
    #expect(connection.prepareCount == before + 1)
  }

  @Test("the same literal can be used while it is in use, and both are kept")
  func nested() throws {
    func walk(_ depth: Int) throws(SQLiteError) -> Int64 {
      try connection.withStatement("SELECT a FROM t ORDER BY a") {
        (statement) throws(SQLiteError) in
        var sum: Int64 = 0
        while try statement.step() {
          sum += try statement.integer(at: 0)
          if depth > 0 { sum += try walk(depth - 1) }
        }
        return sum
      }
    }
    let before = connection.prepareCount
    #expect(try walk(2) == 6 + 3 * (6 + 3 * 6))
    #expect(connection.prepareCount == before + 3)
    #expect(try walk(2) == 78)
    #expect(connection.prepareCount == before + 3)
  }

  @Test("after use a statement is reset and its parameters are NULL", arguments: [false, true])
  func resetAfterUse(throwing: Bool) throws {
    func use(_ value: Int64?) throws(SQLiteError) -> SQLiteValue {
      do throws(SQLiteError) {
        return try connection.withStatement("SELECT ?1 FROM t") {
          (statement) throws(SQLiteError) in
          if let value { try statement.bind(value, at: 1) }
          #expect(try statement.step())
          let found = statement.value(at: 0)
          if throwing, value != nil {
            throw SQLiteError(code: .error, message: "stop", operation: .step, path: "")
          }
          return found
        }
      } catch {
        #expect(error.message == "stop")
        return .null
      }
    }
    _ = try use(7)
    #expect(try use(nil) == .null)
    // A statement left at a row would keep the snapshot open and the journal mode from changing.
    #expect(try connection.changeJournalMode(writeAheadLog: false))
  }

  @Test("a change of the schema by another connection between two uses is taken up")
  func schemaChange() throws {
    func columns() throws(SQLiteError) -> [String] {
      try connection.withStatement("SELECT * FROM t LIMIT 1") { (statement) throws(SQLiteError) in
        #expect(try statement.step())
        return (0..<sqlite3_column_count(statement.handle)).map {
          String(cString: sqlite3_column_name(statement.handle, $0))
        }
      }
    }
    #expect(try columns() == ["a", "b"])
    let other = try Connection(path: folder.file(), access: .readWrite)
    try other.script("ALTER TABLE t ADD COLUMN c DEFAULT 'new'")
    #expect(try columns() == ["a", "b", "c"])
    try other.script("DROP TABLE t")
    let error = failure { () throws(SQLiteError) in _ = try columns() }
    #expect(error?.message.contains("no such table: t") == true)
  }

  @Test(
    "a literal with more than one statement, or none, is refused instead of running half")
  func oneStatement() throws {
    #expect(
      failure { () throws(SQLiteError) in try connection.run("DELETE FROM t; DELETE FROM t") }?.code
        == .misuse)
    #expect(try connection.integer("SELECT count(*) FROM t") == 3)
    #expect(failure { () throws(SQLiteError) in try connection.run("-- nothing") }?.code == .misuse)
    try connection.run("DELETE FROM t ; -- all\n /* really */ ")
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
  }

  @Test("a write that ends with its loan and then fails is an error, not silence")
  func failureAtReset() throws {
    try connection.script(
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (id REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
      """)
    // Outside a transaction the commit, with its foreign keys, comes when the statement is over:
    // here at the reset, as only the first row of RETURNING is asked for.
    let error = failure { () throws(SQLiteError) in
      try connection.withStatement("INSERT INTO child VALUES (1) RETURNING id") {
        (statement) throws(SQLiteError) in _ = try statement.step()
      }
    }
    #expect(error?.code.primary == .constraint)
    #expect(try connection.integer("SELECT count(*) FROM child") == 0)
  }

  @Test("an error that the closure has dealt with does not come back at the reset")
  func handledError() throws {
    try connection.script("CREATE TABLE u (a UNIQUE); INSERT INTO u VALUES (1)")
    let code = try connection.withStatement("INSERT INTO u VALUES (1)") {
      (statement) throws(SQLiteError) in
      do throws(SQLiteError) {
        try statement.run()
        return nil as ResultCode?
      } catch { return error.code }
    }
    #expect(code?.primary == .constraint)
  }

  @Test("a syntax error in a literal names the SQL")
  func syntaxError() {
    let error = failure { () throws(SQLiteError) in try connection.run("SELEKT 1") }
    #expect(error?.operation == .prepare)
    #expect(error?.sql == "SELEKT 1")
    #expect(error?.message == "near \"SELEKT\": syntax error")
  }
}
