import Foundation
import Testing

@testable import SQLiteCore

/// What the `memdb` VFS promises a store that keeps one reader and one writer connection on a name.
@Suite("Memory databases")
struct MemoryDatabaseTests {
  private func open(_ name: String, busyTimeout: Int32 = 5000) throws(SQLiteError) -> Connection {
    try Connection(path: name, access: .create, inMemory: true, busyTimeout: busyTimeout)
  }

  @Test("two connections on a name see each other, and other names do not")
  func shared() throws {
    let writer = try open("shared")
    let reader = try open("shared")
    let stranger = try open("stranger")
    try writer.script("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    #expect(try reader.integer("SELECT a FROM t") == 1)
    try writer.run("UPDATE t SET a = 2")
    #expect(try reader.integer("SELECT a FROM t") == 2)
    #expect(try stranger.integer("SELECT count(*) FROM sqlite_schema") == 0)
  }

  @Test("it is gone with its last connection")
  func gone() throws {
    do { try open("gone").script("CREATE TABLE t (a)") }
    #expect(try open("gone").integer("SELECT count(*) FROM sqlite_schema") == 0)
  }

  @Test("a name is a name: nothing is created on disk", arguments: ["a/b", "file:x", "?", "あ"])
  func names(_ name: String) throws {
    let connection = try open(name)
    try connection.script("CREATE TABLE t (a)")
    #expect(try open(name).integer("SELECT count(*) FROM sqlite_schema") == 1)
    #expect(!FileManager.default.fileExists(atPath: name))
    #expect(!FileManager.default.fileExists(atPath: "/" + name))
  }

  @Test("WAL cannot be had")
  func journal() throws {
    #expect(try open("journal").changeJournalMode(writeAheadLog: true) == false)
  }

  @Test("a second writer waits for its timeout, then is told")
  func writersWait() throws {
    let one = try open("writers")
    let two = try open("writers", busyTimeout: 200)
    try one.script("CREATE TABLE t (a)")
    try one.run("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    let error = failure { () throws(SQLiteError) in try two.run("BEGIN IMMEDIATE") }
    #expect(error?.code.primary == .busy)
    #expect(ContinuousClock.now - start >= .milliseconds(190))
    try one.run("COMMIT")
    try two.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in }
  }

  // Unlike a file's RESERVED lock: the memory of memdb has one copy of a page, and no journal that a
  // reader could look past. A store must not read through its reader while it writes.
  @Test("readers wait while a write transaction is open")
  func readersWait() throws {
    let writer = try open("readers")
    let reader = try open("readers", busyTimeout: 200)
    try writer.script("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    #expect(try reader.integer("SELECT a FROM t") == 1)
    try writer.run("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    let error = failure { () throws(SQLiteError) in _ = try reader.integer("SELECT a FROM t") }
    #expect(error?.code.primary == .busy)
    #expect(ContinuousClock.now - start >= .milliseconds(190))
    try writer.run("ROLLBACK")
    #expect(try reader.integer("SELECT a FROM t") == 1)
  }

  @Test("threads that write and read at once lose nothing")
  func threads() throws {
    let writer = try open("threads")
    try writer.script("CREATE TABLE t (a); INSERT INTO t VALUES (0)")
    let problems = Lock([String]())
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      do throws(SQLiteError) {
        let connection = try open("threads", busyTimeout: 30_000)
        var last: Int64 = 0
        for _ in 0..<500 {
          if thread == 0 {
            let now = try connection.integer("SELECT a FROM t") ?? -1
            if now < last { problems.withLock(held: {}) { $0.append("went back") } }
            last = now
          } else {
            try connection.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
              try connection.run("UPDATE t SET a = a + 1")
            }
          }
        }
      } catch { problems.withLock(held: {}) { $0.append("\(error)") } }
    }
    #expect(problems.withLock(held: { [] }) { $0 } == [])
    #expect(try writer.integer("SELECT a FROM t") == 1000)
  }
}
