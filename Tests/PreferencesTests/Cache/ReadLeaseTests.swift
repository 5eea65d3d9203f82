import Foundation
import TestSupport
import Testing

@testable import Preferences
@testable import SQLiteCore

/// Transactions that reads share; see `ReadLease`.
@Suite(
  "Reads that share a transaction",
  .enabled(if: !TemporaryFolder.usesNoCache && !TemporaryFolder.usesRollbackJournal))
struct ReadLeaseTests {
  let folder: TemporaryFolder
  let writer: PreferenceStore
  /// Has no room for values, so that each read is one of the file.
  let reader: PreferenceStore

  private static func key(_ number: Int) -> PreferenceStore.Key<Int> {
    PreferenceStore.Key("key\(number)", in: "Lease", default: -1)
  }

  init() throws {
    folder = try TemporaryFolder()
    writer = try PreferenceStore(path: folder.file())
    try writer.transaction { t in for number in 0..<500 { t[Self.key(number)] = number } }
    var options = StoreOptions()
    options.cacheLimit = 2000
    reader = try PreferenceStore(path: folder.file(), options: options)
  }

  private func readUntilLeased() throws {
    for round in 0..<100_000 {
      if reader.reader.withLock(\.holdsLease) { return }
      let number = round % 500
      #expect(try reader.get(Self.key(number)) == number)
    }
    Issue.record("no lease has begun")
  }

  @Test("begins when nobody writes, and a commit of anybody ends it before the next read")
  func coherence() throws {
    for round in 0..<20 {
      try readUntilLeased()
      if round % 2 == 0 {
        try writer.set(round + 1000, for: Self.key(7))
      } else {
        try reader.set(round + 1000, for: Self.key(7))
      }
      #expect(try reader.get(Self.key(7)) == round + 1000)
      #expect(!reader.reader.withLock(\.holdsLease))
      try writer.set(7, for: Self.key(7))
    }
  }

  @Test("ends by itself when nobody reads any more")
  func idle() async throws {
    try readUntilLeased()
    for _ in 0..<1000 where reader.reader.withLock(\.holdsLease) {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(!reader.reader.withLock(\.holdsLease))
    // And it begins again.
    try readUntilLeased()
  }

  @Test("other reads of the store do without: history, rows, a closed store")
  func others() throws {
    try readUntilLeased()
    #expect(try reader.rows(in: "Lease").count == 500)
    try readUntilLeased()
    #expect(try reader.history(of: Self.key(7)).prefix(10).count == 1)
    try readUntilLeased()
    try reader.close()
    #expect(!reader.reader.withLock(\.holdsLease))
  }

  @Test("a file that was replaced, or read with an error, is not read under it")
  func replaced() throws {
    try readUntilLeased()
    let other = try PreferenceStore(path: folder.file("other.db"))
    try other.set(99, for: Self.key(7))
    try other.close()
    try writer.close()
    let path = folder.file()
    #expect(rename(folder.file("other.db"), path) == 0)
    try? FileManager.default.removeItem(atPath: path + "-wal")
    try? FileManager.default.removeItem(atPath: path + "-shm")
    // Looked at ten times a second.
    usleep(300_000)
    #expect(try reader.get(Self.key(7)) == 99)
    #expect(try reader.get(Self.key(8)) == -1)
  }

  @Test("one reader after another does not keep an erasing store from emptying the log")
  func erasing() throws {
    let isDone = Lock(false)
    let (reader, group) = (reader, DispatchGroup())
    for _ in 0..<2 {
      group.enter()
      Thread.detachNewThread {
        var number = 0
        while !isDone.withLock({ $0 }) {
          number += 1
          _ = try? reader.get(Self.key(number % 500))
        }
        group.leave()
      }
    }
    defer {
      isDone.withLock { $0 = true }
      group.wait()
    }
    for number in 0..<5 {
      let secret = PreferenceStore.Key("secret", in: "Lease", default: "")
      try writer.set("password\(number)", for: secret)
      usleep(30_000)
      try writer.erase(secret)
      let bytes = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: folder.file() + $0)) }
      #expect(bytes.allSatisfy { $0.range(of: Data("password\(number)".utf8)) == nil })
    }
  }

  @Test("whatever it begins and ends between, no read gives less than was acknowledged before it")
  func stale() throws {
    let (acknowledged, isDone) = (Lock(1000), Lock(false))
    let (writer, group) = (writer, DispatchGroup())
    group.enter()
    Thread.detachNewThread {
      var number = 1000
      while !isDone.withLock({ $0 }) {
        number += 1
        guard (try? writer.set(number, for: Self.key(0))) != nil else { break }
        acknowledged.withLock { $0 = number }
        usleep(UInt32(number % 20) * 1000)
      }
      group.leave()
    }
    let end = Date(timeIntervalSinceNow: isLong ? 60 : 2)
    var (reads, stale, leased) = (0, 0, 0)
    while Date.now < end {
      for number in 1..<40 {
        let least = acknowledged.withLock { $0 }
        if try reader.get(Self.key(0)) < least, least > 1000 { stale += 1 }
        _ = try reader.get(Self.key((reads + number) % 499 + 1))
        reads += 1
      }
      if reader.reader.withLock(\.holdsLease) { leased += 1 }
    }
    isDone.withLock { $0 = true }
    group.wait()
    #expect(stale == 0, "of \(reads) reads")
    #expect(leased > 10)
    if isLong { print("\(stale) stale of \(reads) reads, \(leased) of \(reads / 39) times leased") }
  }
}
