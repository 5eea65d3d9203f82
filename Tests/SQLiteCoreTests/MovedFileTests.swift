import Foundation
import TestSupport
import Testing

@testable import SQLiteCore

@Suite("A file that goes away")
struct MovedFileTests {
  let folder: TemporaryFolder
  let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection.withTable(at: folder.file())
    try connection.run("INSERT INTO t (a) VALUES ('old')")
  }

  private func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: folder.file(name), toPath: folder.file(other))
  }

  @Test("a renamed file is noticed, and that it came back")
  func renamed() throws {
    #expect(!connection.hasMoved)
    try move("preferences.db", to: "elsewhere.db")
    #expect(connection.hasMoved)
    try move("elsewhere.db", to: "preferences.db")
    #expect(!connection.hasMoved)
  }

  @Test("a deleted file is noticed")
  func deleted() throws {
    try FileManager.default.removeItem(atPath: folder.file())
    #expect(connection.hasMoved)
  }

  @Test("a replaced file is noticed")
  func replaced() throws {
    try folder.write([], to: "new.db")
    #expect(rename(folder.file("new.db"), folder.file()) == 0)
    #expect(connection.hasMoved)
  }

  @Test("a file that was written to in place has not moved")
  func written() throws {
    try Connection(path: folder.file(), access: .readWrite).run("INSERT INTO t (a) VALUES ('b')")
    #expect(!connection.hasMoved)
  }

  @Test("a memory database does not move")
  func memory() throws {
    let memory = try Connection(path: "moving", access: .create, inMemory: true)
    #expect(!memory.hasMoved)
  }

  @Test("no checkpoint when either connection's file has moved")
  func noCheckpoint() throws {
    let guardian = try Connection(path: folder.file(), access: .readWrite)
    #expect(try connection.checkpoint(guardedBy: guardian) != nil)
    try move("preferences.db", to: "elsewhere.db")
    let other = try Connection.withTable(at: folder.file())
    #expect(try connection.checkpoint(guardedBy: other) == nil)
    #expect(try other.checkpoint(guardedBy: connection) == nil)
  }

  /// Files as a process leaves them that dies in the middle of its work.
  private func leftover(_ name: String) throws {
    let connection = try Connection.withTable(at: folder.file("living-\(name)"))
    try connection.run("INSERT INTO t (a) VALUES (1)")
    // Copying drops the connection's locks; it has nothing left to do.
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.file("living-\(name)\(end)"), toPath: folder.file(name + end))
    }
  }

  @Test(
    "the log of a process that died is kept by a reader that is told to", arguments: [true, false])
  func leftoverLog(isKept: Bool) throws {
    let name = "left.db"
    try leftover(name)
    let (database, log) = (try folder.bytes(of: name), try folder.bytes(of: "\(name)-wal"))
    do {
      let connection = try Connection(path: folder.file(name), access: .readWrite)
      if isKept { connection.keepLogWhenClosing() }
      #expect(try connection.integer("SELECT count(*) FROM t") == 1)
    }
    #expect(folder.contents.contains("\(name)-wal") == isKept)
    #expect(try (folder.bytes(of: name) == database) == isKept)
    if isKept { #expect(try folder.bytes(of: "\(name)-wal") == log) }
  }

  // old:     has a log -------------------------------------- closes
  // files:   moved or deleted,  a new database takes the path
  // helper:                     commits to it, stays connected        commits
  @Test(
    "closing a database that was replaced leaves the new one and its log alone",
    arguments: [true, false])
  func closing(renaming: Bool) throws {
    let name = "closing.db"
    // The only connection to the file, so that its end would tidy up.
    var old: Connection? = try Connection.withTable(at: folder.file(name))
    try old?.run("INSERT INTO t (a) VALUES ('old')")
    for file in [name, "\(name)-wal", "\(name)-shm"] {
      if renaming {
        try move(file, to: "old-\(file)")
      } else {
        try FileManager.default.removeItem(atPath: folder.file(file))
      }
    }
    do { _ = try Connection.withTable(at: folder.file("new.db")) }
    try move("new.db", to: name)
    let helper = try HelperProcess(["write", folder.file(name), "3"])
    #expect(try helper.line() == "done")
    old = nil
    #expect(folder.contents.filter { $0.hasPrefix(name) }.count == 3)
    #expect(try helper.finish() == 0)
    let new = try Connection(path: folder.file(name), access: .readWrite)
    #expect(try new.integer("SELECT count(*) FROM t") == 3)
  }
}
