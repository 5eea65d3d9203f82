import Foundation
import TestSupport
import Testing

@testable import SQLiteCore

@Suite("Checkpoints")
struct CheckpointTests {
  let folder: TemporaryFolder
  let writer: Connection
  let reader: Connection

  init() throws {
    folder = try TemporaryFolder()
    writer = try Connection.withTable(at: folder.file())
    reader = try Connection(path: folder.file(), access: .readWrite)
  }

  @Test("all of the log is copied, and the next commit starts it again")
  func complete() throws {
    for _ in 0..<10 { try writer.run("INSERT INTO t (b) VALUES (zeroblob(3000))") }
    let frames = writer.framesInLog
    let result = try writer.checkpoint(guardedBy: reader)
    #expect(result == .init(framesInLog: frames, framesCopied: frames))
    #expect(result?.isComplete == true)
    try writer.run("INSERT INTO t (a) VALUES (1)")
    #expect(writer.framesInLog < frames)
    #expect(!reader.isInTransaction)
  }

  @Test("a reader holds it up, and it says so")
  func partial() throws {
    let other = try Connection(path: folder.file(), access: .readWrite)
    try other.readTransaction { () throws(SQLiteError) in
      _ = try other.integer("SELECT count(*) FROM t")
      for _ in 0..<10 { try writer.run("INSERT INTO t (b) VALUES (zeroblob(3000))") }
      let result = try writer.checkpoint(guardedBy: reader)
      #expect(result?.framesInLog == writer.framesInLog)
      #expect(result?.isComplete == false)
    }
    #expect(try writer.checkpoint(guardedBy: reader)?.isComplete == true)
  }

  /// Ends a read transaction of `other` after a moment, on another thread.
  private func endLater(_ other: Connection, after milliseconds: UInt32) -> Thread {
    nonisolated(unsafe) let other = other
    let thread = Thread {
      usleep(milliseconds * 1000)
      try? other.run("COMMIT")
    }
    thread.start()
    return thread
  }

  @Test("waiting for a reader, it sees to it that the next commit starts the log again")
  func waiting() throws {
    let other = try Connection(path: folder.file(), access: .readWrite)
    try other.run("BEGIN")
    _ = try other.integer("SELECT count(*) FROM t")
    for _ in 0..<10 { try writer.run("INSERT INTO t (b) VALUES (zeroblob(3000))") }
    #expect(try !writer.restartLog(guardedBy: reader, waiting: 20), "the reader is still there")
    let frames = writer.framesInLog
    _ = endLater(other, after: 100)
    #expect(try writer.restartLog(guardedBy: reader, waiting: 10_000))
    try writer.run("INSERT INTO t (a) VALUES (1)")
    #expect(writer.framesInLog < frames)
    #expect(!reader.isInTransaction)
    #expect(try reader.integer("SELECT count(*) FROM t") == 11)
  }

  @Test("it does not wait for a writer beyond its time, and waits as ever for its own next turn")
  func waitingForWriter() throws {
    let other = try Connection(path: folder.file(), access: .readWrite)
    try writer.run("INSERT INTO t (a) VALUES (1)")
    try other.run("BEGIN IMMEDIATE")
    #expect(try !writer.restartLog(guardedBy: reader, waiting: 20))
    _ = endLater(other, after: 100)
    try writer.run("INSERT INTO t (a) VALUES (2)")
    #expect(try writer.restartLog(guardedBy: reader, waiting: 1000))
  }

  @Test("with a write transaction open it is an error, as a guard it does not count")
  func openTransaction() throws {
    try writer.run("INSERT INTO t (a) VALUES (1)")
    try writer.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
      let error = failure { () throws(SQLiteError) in _ = try writer.checkpoint(guardedBy: reader) }
      #expect(error?.code.primary == .locked)
      #expect(try reader.checkpoint(guardedBy: writer) == nil)
    }
  }

  @Test("a connection cannot guard itself")
  func itself() throws {
    let error = failure { () throws(SQLiteError) in _ = try writer.checkpoint(guardedBy: writer) }
    #expect(error?.code.primary == .locked)
  }

  @Test("an empty database gives no snapshot: nothing is done")
  func emptyDatabase() throws {
    let empty = try Connection(path: folder.file("empty.db"), access: .create)
    _ = try empty.changeJournalMode(writeAheadLog: true)
    let other = try Connection(path: folder.file("empty.db"), access: .readWrite)
    #expect(try empty.checkpoint(guardedBy: other) == nil)
  }

  @Test("in the rollback journal there is no log")
  func rollbackJournal() throws {
    let one = try Connection.withTable(at: folder.file("rollback.db"), writeAheadLog: false)
    let two = try Connection(path: folder.file("rollback.db"), access: .readWrite)
    #expect(try one.checkpoint(guardedBy: two) == .init(framesInLog: -1, framesCopied: -1))
    #expect(one.framesInLog == 0)
  }

  @Test("the last connection to close leaves one file")
  func lastClose() throws {
    let path = folder.file("closing.db")
    do {
      let one = try Connection.withTable(at: path)
      let two = try Connection(path: path, access: .readWrite)
      try one.run("INSERT INTO t (a) VALUES (1)")
      #expect(try two.integer("SELECT a FROM t") == 1)
      #expect(folder.contents.filter { $0.hasPrefix("closing") }.count == 3)
    }
    #expect(folder.contents.filter { $0.hasPrefix("closing") } == ["closing.db"])
  }
}
