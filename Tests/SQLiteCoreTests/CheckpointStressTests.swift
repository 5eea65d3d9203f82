import Foundation
import TestSupport
import Testing

@testable import SQLiteCore

/// Two processes on one processor, each in a loop of {large commit, checkpoint, small commit}: so
/// each restarts the log under the other's checkpoints. PREFERENCES_LONG=1 for a longer run.
@Suite("Checkpoints of two processes")
struct CheckpointStressTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("guarded checkpoints lose nothing, however they meet")
  func guarded() throws {
    let connection = try Connection.withTable(at: folder.file())
    let cycles = try race("guarded", seconds: isLong ? 60 : 2) { rows in
      for (name, count) in rows {
        let found = try connection.withStatement("SELECT count(*) FROM t WHERE a = ?1") {
          (statement) throws(SQLiteError) -> Int64 in
          try statement.bind(name, at: 1)
          #expect(try statement.step())
          return try statement.integer(at: 0)
        }
        #expect(found == count)
      }
      #expect(try connection.values("PRAGMA integrity_check") == [.text("ok")])
    }
    #expect(cycles > 10)
  }

  @Test("unguarded ones do where SQLite has the bug: what came of it", .enabled(if: isLong))
  func unguarded() throws {
    _ = try Connection.withTable(at: folder.file())
    do {
      let cycles = try race("plain", seconds: 10) { _ in }
      print("no loss noticed in \(cycles) unguarded cycles")
    } catch { print("unguarded checkpoints: \(error)") }
  }

  private func race(
    _ mode: String, seconds: Int, check: ([(name: String, rows: Int64)]) throws -> Void
  ) throws -> Int {
    let names = ["one", "two"]
    let helpers = try names.map {
      try HelperProcess(["checkpoint-race", folder.file(), "\(seconds)", mode, $0])
    }
    for helper in helpers { #expect(try helper.line() == "ready") }
    for helper in helpers { try helper.send() }
    var rows: [(name: String, rows: Int64)] = []
    var cycles = 0
    for (name, helper) in zip(names, helpers) {
      let words = try helper.line().split(separator: " ")
      guard words.count == 4, let count = Int64(words[1]), let turns = Int(words[3]) else {
        throw HelperProcess.Silence(description: words.joined(separator: " "))
      }
      rows.append((name, count))
      cycles += turns
      #expect(try helper.finish() == 0)
    }
    try check(rows)
    return cycles
  }
}

private let isLong = ProcessInfo.processInfo.environment["PREFERENCES_LONG"] == "1"
