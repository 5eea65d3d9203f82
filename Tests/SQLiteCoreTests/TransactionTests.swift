import TestSupport
import Testing

@testable import SQLiteCore

@Suite("Transactions")
struct TransactionTests {
  let folder: TemporaryFolder
  let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection.withTable(at: folder.file())
  }

  private enum Failure: Error, Equatable {
    case mine
    case sqlite(ResultCode)
  }

  private func transaction(_ body: () throws(Failure) -> Void) throws(Failure) {
    try connection.immediateTransaction(failure: { Failure.sqlite($0.code) }, body)
  }

  private func insert(_ value: Int64) throws(Failure) {
    do {
      try connection.withStatement("INSERT INTO t (a) VALUES (?1)") {
        (statement) throws(SQLiteError) in
        try statement.bind(value, at: 1)
        try statement.run()
      }
    } catch { throw .sqlite(error.code) }
  }

  /// What another connection sees: what is committed.
  private func committed() throws -> [SQLiteValue] {
    try Connection(path: folder.file(), access: .readWrite).values("SELECT a FROM t")
  }

  @Test("all of it is committed, and the result is handed through")
  func commit() throws {
    let result = try connection.immediateTransaction(failure: { $0 }) {
      () throws(SQLiteError) -> String in
      try connection.script("INSERT INTO t (a) VALUES (1), (2)")
      #expect(connection.isInTransaction)
      return "done"
    }
    #expect(result == "done")
    #expect(!connection.isInTransaction)
    #expect(try committed() == [.integer(1), .integer(2)])
  }

  @Test("an error rolls all of it back and is thrown as it was")
  func rollback() throws {
    #expect(throws: Failure.mine) {
      try transaction { () throws(Failure) in
        try insert(1)
        throw .mine
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try committed() == [])
    try transaction { () throws(Failure) in try insert(2) }
    #expect(try committed() == [.integer(2)])
  }

  @Test("a transaction in a transaction is an error and leaves the outer one alone")
  func nested() throws {
    try transaction { () throws(Failure) in
      try insert(1)
      #expect(throws: Failure.sqlite(.error)) { try transaction { () throws(Failure) in } }
      #expect(connection.isInTransaction)
    }
    #expect(try committed() == [.integer(1)])
  }

  @Test("SQLite's own rollback keeps the first error")
  func automaticRollback() throws {
    try connection.script("PRAGMA max_page_count = 4")
    let error = failure { () throws(SQLiteError) in
      try connection.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
        try connection.run("INSERT INTO t (a) VALUES (1)")
        try connection.run("INSERT INTO t (a) VALUES (zeroblob(100000))")
      }
    }
    #expect(error?.code == .full)
    #expect(!connection.isInTransaction)
    #expect(try committed() == [])
  }

  @Test("after SQLite's own rollback nothing more is written, whoever swallows the error")
  func nothingAfterAutomaticRollback() throws {
    try connection.script("PRAGMA max_page_count = 4")
    let error = failure { () throws(SQLiteError) in
      try connection.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
        try connection.run("INSERT INTO t (a) VALUES (1)")
        try? connection.run("INSERT INTO t (a) VALUES (zeroblob(100000))")
        #expect(!connection.isInTransaction)
        try? connection.run("INSERT INTO t (a) VALUES (2)")
      }
    }
    #expect(error?.code == .abort)
    #expect(try committed() == [])
    try transaction { () throws(Failure) in try insert(3) }
    #expect(try committed() == [.integer(3)])
  }

  @Test("reads in a read transaction see one state")
  func readTransaction() throws {
    let other = try Connection(path: folder.file(), access: .readWrite)
    try connection.readTransaction { () throws(SQLiteError) in
      #expect(try connection.integer("SELECT count(*) FROM t") == 0)
      try other.run("INSERT INTO t (a) VALUES (1)")
      #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    }
    #expect(try connection.integer("SELECT count(*) FROM t") == 1)
    #expect(!connection.isInTransaction)
  }
}
