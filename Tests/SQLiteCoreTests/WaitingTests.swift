import Foundation
import TestSupport
import Testing

@testable import SQLiteCore

/// Who waits for whom, with the write lock held by a second process.
@Suite("Waiting for locks")
struct WaitingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("a write transaction waits for the lock up to its timeout", arguments: [true, false])
  func timeout(writeAheadLog: Bool) throws {
    let connection = try Connection.withTable(
      at: folder.file(), busyTimeout: 300, writeAheadLog: writeAheadLog)
    let helper = try HelperProcess(["hold", folder.file()])
    #expect(try helper.line() == "held")
    let start = ContinuousClock.now
    let error = failure { () throws(SQLiteError) in
      try connection.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in }
    }
    #expect(error?.code.primary == .busy)
    #expect(ContinuousClock.now - start >= .milliseconds(290))
    // Readers do not wait, in either mode: the other has not begun to commit.
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    try helper.send()
    #expect(try helper.line() == "done")
    try connection.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in }
    #expect(try helper.finish() == 0)
  }

  @Test("a write transaction goes on as soon as the lock is free")
  func release() throws {
    let connection = try Connection.withTable(at: folder.file(), busyTimeout: 30_000)
    let helper = try HelperProcess(["hold", folder.file()])
    #expect(try helper.line() == "held")
    let start = ContinuousClock.now
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) {
      [helper = Box(helper)] in
      try? helper.value.send()
    }
    try connection.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in }
    #expect(ContinuousClock.now - start >= .milliseconds(190))
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  /// For a helper that one thread uses after the other.
  private struct Box<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  // writer:  BEGIN IMMEDIATE, INSERT, COMMIT: busy after 300 ms ... again: done
  // reader:  a row of SELECT -------------------- ends after 450 ms
  @Test("a commit that a reader holds up is tried once more, in the rollback journal")
  func commitRetried() throws {
    let writer = try Connection.withTable(
      at: folder.file(), busyTimeout: 300, writeAheadLog: false)
    try writer.script("INSERT INTO t (a) VALUES (1)")
    let path = folder.file()
    let (began, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      try? Connection(path: path, access: .readWrite).withStatement("SELECT a FROM t") {
        (statement) throws(SQLiteError) in
        _ = try statement.step()
        began.signal()
        usleep(450_000)
      }
      ended.signal()
    }
    began.wait()
    let start = ContinuousClock.now
    try writer.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
      try writer.run("INSERT INTO t (a) VALUES (2)")
    }
    #expect(ContinuousClock.now - start >= .milliseconds(300))
    ended.wait()
    #expect(try writer.integer("SELECT count(*) FROM t") == 2)
  }

  @Test("a commit that a reader holds up for too long is rolled back whole")
  func commitGivenUp() throws {
    let writer = try Connection.withTable(
      at: folder.file(), busyTimeout: 50, writeAheadLog: false)
    try writer.script("INSERT INTO t (a) VALUES (1)")
    let reader = try Connection(path: folder.file(), access: .readWrite)
    try reader.withStatement("SELECT a FROM t") { (statement) throws(SQLiteError) in
      _ = try statement.step()
      let error = failure { () throws(SQLiteError) in
        try writer.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
          try writer.run("INSERT INTO t (a) VALUES (2)")
        }
      }
      #expect(error?.code.primary == .busy)
    }
    #expect(!writer.isInTransaction)
    #expect(try reader.integer("SELECT count(*) FROM t") == 1)
  }

  @Test("a change of the journal mode needs the file for itself")
  func journalMode() throws {
    let connection = try Connection.withTable(at: folder.file(), busyTimeout: 50)
    let other = try Connection(path: folder.file(), access: .readWrite)
    #expect(try other.journalMode() == "wal")
    #expect(try connection.changeJournalMode(writeAheadLog: false) == false)
    #expect(try connection.journalMode() == "wal")
  }
}
