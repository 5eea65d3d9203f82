import SQLiteCore
import TestSupport
import Testing

@Suite("Bounds for what a statement may do")
struct LimitTests {
  let connection: Connection

  init() throws {
    connection = try Connection(
      path: "limits-\(UInt64.random(in: 0 ... .max))", access: .create, inMemory: true)
  }

  private func code(_ sql: String) -> ResultCode? {
    do { try connection.runScript(Array(sql.utf8)) } catch { return error.code }
    return nil
  }

  @Test("a statement without end is interrupted, and the next one runs")
  func work() throws {
    connection.workLimit = 3
    let endless = """
      WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c
      """
    #expect(code(endless) == .interrupt)
    #expect(throws: SQLiteError.self) {
      try connection.integer(
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c")
    }
    // The work is counted for each statement anew.
    for _ in 1...20 {
      #expect(
        try connection.integer(
          """
          WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 20000)
          SELECT max(x) FROM c
          """) == 20_000)
    }
  }

  @Test(
    "what no statement of ours needs is refused",
    arguments: [
      "SELECT zeroblob(300000000)", "SELECT replace(hex(zeroblob(100000000)), '0', '12345')",
      "SELECT 1" + String(repeating: " UNION SELECT 1", count: 60),
      "SELECT " + String(repeating: "(", count: 300) + "1" + String(repeating: ")", count: 300)
        + " + " + String(repeating: "-~", count: 300) + "1",
      "SELECT 'a' LIKE '\(String(repeating: "%a", count: 600))'",
    ])
  func limits(_ sql: String) {
    #expect([.tooBig, .error].contains(code(sql)))
  }
}
