import Foundation
import TestSupport
import Testing

@testable import SQLiteCore

@Suite("Copies")
struct CopyTests {
  let folder: TemporaryFolder
  let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection.withTable(at: folder.file())
    try connection.run("INSERT INTO t (a) VALUES ('copied')")
  }

  @Test(
    "a copy holds what is committed, under exactly its name",
    arguments: ["copy.db", "a b?c%20#.db", "file:copy?mode=memory", ":memory:"])
  func copy(_ name: String) throws {
    try connection.vacuum(into: folder.file(name))
    let copy = try Connection(path: folder.file(name), access: .readWrite)
    #expect(try copy.values("SELECT a FROM t") == [.text("copied")])
  }

  @Test("a file with content is never overwritten")
  func existing() throws {
    try folder.write(Array("a letter".utf8), to: "letter.txt")
    let error = failure { () throws(SQLiteError) in
      try connection.vacuum(into: folder.file("letter.txt"))
    }
    #expect(error != nil)
    #expect(try folder.bytes(of: "letter.txt") == Array("a letter".utf8))
  }

  @Test("what is not a path is refused", arguments: ["", "x\u{0}y"])
  func notAPath(_ path: String) throws {
    let error = failure { () throws(SQLiteError) in try connection.vacuum(into: path) }
    #expect(error?.code == .cannotOpen)
    #expect(!FileManager.default.fileExists(atPath: "x"))
  }

  @Test("a copy can be made through an immutable connection")
  func fromImmutable() throws {
    try connection.vacuum(into: folder.file("first.db"))
    let immutable = try Connection(path: folder.file("first.db"), access: .immutable)
    try immutable.vacuum(into: folder.file("second?.db"))
    let copy = try Connection(path: folder.file("second?.db"), access: .readOnly)
    #expect(try copy.values("SELECT a FROM t") == [.text("copied")])
  }
}
