import Foundation
import TestSupport
import Testing

@testable import SQLiteCore

/// The log that is longer than its frames; see `Connection.makeRoomInLog`.
@Suite("Room in the log")
struct LogRoomTests {
  let folder: TemporaryFolder
  let writer: Connection

  init() throws {
    folder = try TemporaryFolder()
    writer = try Connection.withTable(at: folder.file())
  }

  private func commit() throws {
    try writer.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
      try writer.makeRoomInLog()
      try writer.run("INSERT INTO t (a, b) VALUES ('a', zeroblob(3000))")
    }
  }

  private var logSize: Int {
    ((try? FileManager.default.attributesOfItem(atPath: folder.file() + "-wal"))?[.size] as? Int)
      ?? 0
  }

  /// What a power failure would leave at this moment, opened anew.
  private func rowsOfCopy() throws -> Int64? {
    let copy = folder.path + "/copy-\(UUID()).db"
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.file() + end, toPath: copy + end)
    }
    let connection = try Connection(path: copy, access: .readWrite)
    #expect(try connection.values("PRAGMA integrity_check") == [.text("ok")])
    return try connection.integer("SELECT count(*) FROM t")
  }

  @Test("it grows once for many commits, and never by a frame")
  func growth() throws {
    var sizes: [Int] = []
    for number in 1...200 {
      try commit()
      sizes.append(logSize)
      if number % 20 == 0 { #expect(try rowsOfCopy() == Int64(number)) }
    }
    #expect(Set(sizes).count < 30 && sizes == sizes.sorted())
    #expect(sizes.allSatisfy { $0 % 4096 == 0 })
  }

  @Test("a log of nothing but zeros is an empty one")
  func zeros() throws {
    try commit()
    let guardian = try Connection(path: folder.file(), access: .readWrite)
    #expect(try writer.emptyLog(guardedBy: guardian))
    #expect(logSize == 0)
    _ = try writer.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
      try writer.makeRoomInLog()
    }
    #expect(logSize > 0)
    #expect(try rowsOfCopy() == 1)
    try commit()
    #expect(try rowsOfCopy() == 2)
  }

  @Test("a log that somebody has cut off is not filled up with zeros")
  func cutOff() throws {
    for _ in 0..<9 { try commit() }
    truncate(folder.file() + "-wal", 8000)
    let room = try writer.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
      try writer.makeRoomInLog()
    }
    #expect(room == 0 && logSize == 8000)
  }

  @Test("what another connection has written is not overwritten")
  func others() throws {
    let other = try Connection(path: folder.file(), access: .readWrite)
    for number in 1...50 {
      try commit()
      try other.run("INSERT INTO t (a, b) VALUES ('b', zeroblob(3000))")
      #expect(try rowsOfCopy() == Int64(2 * number))
    }
  }
}
