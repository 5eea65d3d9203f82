import TestSupport
import Testing

@testable import SQLiteCore

@Suite("After fork()")
struct ForkTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // helper:  BEGIN IMMEDIATE, INSERT, fork ----------------- INSERT, COMMIT
  //   child:                          use: misuse, close, exit
  // test:                                                    BEGIN: busy
  @Test(
    "the child is refused, and its end changes nothing for its parent", arguments: [true, false])
  func fork(writeAheadLog: Bool) throws {
    let connection = try Connection.withTable(
      at: folder.file(), busyTimeout: 0, writeAheadLog: writeAheadLog)
    let helper = try HelperProcess(["fork", folder.file()])
    #expect(
      try helper.line()
        == "child: \(ResultCode.misuse.rawValue) opened before fork(); open the store anew in the child"
    )
    #expect(try helper.line() == "child ended with 0")
    #expect(try helper.line() == "held")
    let error = failure { () throws(SQLiteError) in try connection.run("BEGIN IMMEDIATE") }
    #expect(error?.code.primary == .busy)
    // Part of the transaction is in the database file by now, so readers would have to wait there.
    if writeAheadLog { #expect(try connection.integer("SELECT count(*) FROM t") == 0) }
    // A rollback in the child would have taken the parent's journal away.
    #expect(folder.contents.contains("preferences.db-journal") == !writeAheadLog)
    try helper.send()
    #expect(try helper.line() == "done")
    #expect(try helper.finish() == 0)
    #expect(try connection.integer("SELECT count(*) FROM t WHERE a = 'parent'") == 1000)
    #expect(try connection.values("PRAGMA integrity_check") == [.text("ok")])
  }
}
