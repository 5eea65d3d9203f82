import TestSupport
import Testing

@testable import SQLiteCore

@Suite("Scripts")
struct ScriptTests {
  let folder: TemporaryFolder
  let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection.withTable(at: folder.file())
  }

  @Test("semicolons in triggers, texts, names and comments do not end a statement")
  func semicolons() throws {
    try connection.script(
      """
      -- first; comment
      CREATE TABLE u (x); /* second; comment */
      CREATE TRIGGER tr AFTER INSERT ON t BEGIN
        INSERT INTO u VALUES ('a;b'); -- inside;
        INSERT INTO u VALUES (CASE WHEN new.a THEN 1 ELSE 2 END);
      END;
      INSERT INTO t ("a") VALUES ('x;');;
      ;CREATE TABLE "semi;colon" (y)
      """)
    #expect(try connection.values("SELECT x FROM u") == [.text("a;b"), .integer(2)])
    #expect(
      try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'semi;colon'") == 1)
  }

  @Test(
    "a script without statements does nothing",
    arguments: ["", " ", "\n\n", ";", ";;\n;", "-- only", "/* only */", "/* open", "\u{FEFF}"])
  func nothing(_ script: String) throws {
    var count = 0
    try connection.runScript(Array(script.utf8)) { (_) throws(SQLiteError) in count += 1 }
    #expect(count == 0)
  }

  @Test("each statement is handed to the closure, in order")
  func around() throws {
    var seen: [Int64?] = []
    try connection.runScript(Array("INSERT INTO t VALUES (1, 2); DELETE FROM t; -- end".utf8)) {
      (step) throws(SQLiteError) in
      try step()
      seen.append(try connection.integer("SELECT count(*) FROM t"))
    }
    #expect(seen == [1, 0])
  }

  @Test("a statement runs against what the ones before it have made")
  func dependent() throws {
    try connection.script(
      "CREATE TABLE v (x); INSERT INTO v VALUES (1); DROP TABLE v; CREATE TABLE v (y)")
    #expect(
      try connection.integer("SELECT count(*) FROM pragma_table_info('v') WHERE name = 'y'") == 1)
  }

  struct Failing: Sendable, CustomTestStringConvertible {
    var script: String
    var line: Int
    var column: Int
    var message: String
    var testDescription: String { message }
    init(_ script: String, _ line: Int, _ column: Int, _ message: String) {
      (self.script, self.line, self.column, self.message) = (script, line, column, message)
    }
  }

  @Test(
    "an error tells its line and column, in characters",
    arguments: [
      Failing("SELEKT 1", 1, 1, "near \"SELEKT\": syntax error"),
      Failing("SELECT 1;\n  SELEKT 2;", 2, 3, "near \"SELEKT\": syntax error"),
      Failing("SELECT 'あいうえお 🙂 é', nope FROM t", 1, 21, "no such column: nope"),
      Failing(
        "SELECT 1;\r\n-- あ\r\nSELECT e\u{301}rror FROM t", 3, 8, "no such column: e\u{301}rror"),
      Failing("SELECT 1; garbage", 1, 11, "near \"garbage\": syntax error"),
      Failing("SELECT 1;\nSELECT 'open", 2, 8, "unrecognized token: \"'open\""),
      // Errors while running, and those that SQLite has no place for, stand where their statement begins.
      Failing(
        "SELECT 1;\n\n -- why\n /* ;\n */ INSERT INTO n VALUES (NULL);", 5, 5,
        "NOT NULL constraint failed: n.x"),
      Failing("SELECT 1; -- é\n\tDROP TABLE nowhere", 2, 2, "no such table: nowhere"),
      Failing("SELECT 1;\nCREATE TABLE z (", 2, 1, "incomplete input"),
      Failing("\u{FEFF}SELECT abs(-9223372036854775808)", 1, 1, "integer overflow"),
    ])
  func position(_ failing: Failing) throws {
    try connection.script("CREATE TABLE n (x NOT NULL)")
    let error = failure { () throws(SQLiteError) in try connection.script(failing.script) }
    #expect(error?.message == failing.message)
    #expect(error?.position == ScriptPosition(line: failing.line, column: failing.column))
  }

  @Test("statements before the failing one stay, those after it never run")
  func laterError() throws {
    let error = failure { () throws(SQLiteError) in
      try connection.script(
        "INSERT INTO t (a) VALUES (1); SELECT nope; INSERT INTO t (a) VALUES (2)")
    }
    #expect(error?.position == ScriptPosition(line: 1, column: 38))
    #expect(try connection.values("SELECT a FROM t") == [.integer(1)])
  }

  @Test("an error of the closure's own statement is placed at the script's statement")
  func errorAround() throws {
    let error = failure { () throws(SQLiteError) in
      try connection.runScript(Array("SELECT 1;\n SELECT 2".utf8)) { (step) throws(SQLiteError) in
        try step()
        try connection.run("SELECT 1,2,3,4,5,6,7,8, nope")
      }
    }
    #expect(error?.position == ScriptPosition(line: 1, column: 1))
  }

  @Test("a NUL is refused before anything runs, wherever it stands")
  func nul() throws {
    let error = failure { () throws(SQLiteError) in
      try connection.script("INSERT INTO t VALUES (1, 2);\nSELECT '\u{0}'")
    }
    #expect(error?.message.contains("NUL") == true)
    #expect(error?.position == ScriptPosition(line: 2, column: 9))
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
  }

  @Test("bytes that are not UTF-8 are no trap")
  func malformed() throws {
    let error = failure { () throws(SQLiteError) in
      try connection.runScript([0x2D, 0x2D, 0xFF, 0x0A, 0xFF, 0x3B])
    }
    #expect(error?.position == ScriptPosition(line: 2, column: 1))
  }

  @Test("a script of many statements is compiled in linear time")
  func manyStatements() throws {
    let count = 20_000
    try connection.script(
      "BEGIN;" + String(repeating: "INSERT INTO t VALUES (1, 2);\n", count: count) + "COMMIT")
    #expect(try connection.integer("SELECT count(*) FROM t") == Int64(count))
  }
}
