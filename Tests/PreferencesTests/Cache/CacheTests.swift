import Foundation
@testable import Preferences
import SQLiteCore
import Synchronization
import TestSupport
import Testing

private enum Cached: PreferenceNamespace {
  static let namespace = "Cached"
  static let count = key("count", default: 0)
  static let countAsText = key("count", default: "none")
  static let name = key("name", default: "nobody")
  static let accent = key("accent", default: PreferenceColor.black)
  static let link = key("link", default: PreferenceColor.black)
}

/// Whether there is a cache at all in this run of the tests.
private let hasCache = !TemporaryFolder.usesNoCache && !TemporaryFolder.usesRollbackJournal

@Suite("The cache")
struct CacheTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  let shell: Shell

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    shell = Shell(file: folder.file())
    try store.set(1, for: Cached.count)
  }

  private func readAFewTimes() {
    for _ in 0..<3 { _ = (store[Cached.count], store[Cached.name]) }
  }

  @Test("a key that was read twice is answered without the database", .enabled(if: hasCache))
  func hit() {
    // Ten times a second a read looks at the file: between two calls that time may come.
    func isHit() -> Bool {
      readAFewTimes()
      return store.cached(Cached.count) == 1 && store.cached(Cached.name) == "nobody"
    }
    #expect((0..<50).contains { _ in isHit() })
  }

  @Test("a write of this store, of another one and of the shell are each seen by the next read")
  func writers() throws {
    let other = try PreferenceStore(path: folder.file())
    for number in 2...20 {
      readAFewTimes()
      switch number % 3 {
      case 0: try store.set(number, for: Cached.count)
      case 1: try other.set(number, for: Cached.count)
      default: try shell.run("UPDATE preference SET value = \(number) WHERE key = 'count'")
      }
      #expect(store[Cached.count] == number)
      #expect(other[Cached.count] == number)
    }
  }

  @Test("a key that was not set is seen when somebody sets it, also without a row in the log")
  func absent() throws {
    readAFewTimes()
    try PreferenceStore(path: folder.file()).set(
      "ada", for: PreferenceStore.Key("name", in: "Cached", default: "").unlogged())
    #expect(store[Cached.name] == "ada")
    readAFewTimes()
    try shell.run("UPDATE preference SET value = 'bob' WHERE key = 'name'")
    #expect(store[Cached.name] == "bob")
  }

  @Test("writes past the triggers are seen")
  func withoutTriggers() throws {
    readAFewTimes()
    try shell.run(
      """
      DROP TRIGGER preference_log_update; DROP TRIGGER preference_log_insert;
      UPDATE preference SET value = 7 WHERE key = 'count';
      """)
    #expect(store[Cached.count] == 7)
  }

  @Test(
    "another database that is restored into the file is seen, though its log looks like a longer one"
  )
  func restored() throws {
    let copy = folder.file("copy.db")
    try store.backup(to: copy)
    let other = try PreferenceStore(path: copy)
    try other.set(10, for: Cached.count)
    try other.set(11, for: PreferenceStore.Key("filler", in: "Cached", default: 0))
    try store.set("here", for: Cached.name)
    readAFewTimes()
    try other.close()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "sqlite3", "-cmd", ".timeout 10000", folder.file(), ".restore \(copy)",
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    #expect(store[Cached.count] == 10)
    #expect(store[Cached.name] == "nobody")
  }

  @Test("a colour that follows another one changes with it, by whomever")
  func references() throws {
    try store.set(.white, for: Cached.accent)
    try store.refer(Cached.link, to: Cached.accent)
    for _ in 0..<4 { #expect(store[Cached.link] == .white) }
    try store.set(.black, for: Cached.accent)
    #expect(store[Cached.link] == .black)
    for _ in 0..<4 { _ = store[Cached.link] }
    try shell.run("UPDATE preference SET red = 1, green = 0, blue = 0 WHERE key = 'accent'")
    #expect(store[Cached.link] == PreferenceColor(red: 1, green: 0, blue: 0))
  }

  @Test("a colour that follows an unset one changes with the default that is declared for that")
  func declaredLater() throws {
    try store.refer(Cached.link, to: Cached.accent)
    for _ in 0..<4 { _ = store[Cached.link] }
    try store.register(
      PreferenceStore.Key("accent", in: "Cached", default: PreferenceColor.white))
    #expect(store[Cached.link] == .white)
  }

  @Test("what a trigger of somebody's has changed along with an own write is seen, and told")
  func foreignTrigger() async throws {
    try store.set("ada", for: Cached.name)
    try shell.run(
      """
      CREATE TRIGGER app AFTER INSERT ON preference WHEN new.key = 'other' BEGIN
        UPDATE preference SET value = 'changed' WHERE key = 'name';
      END
      """)
    let changes = store.changes(of: Cached.name)
    readAFewTimes()
    try store.set(1, for: PreferenceStore.Key("other", in: "Cached", default: 0))
    #expect(store[Cached.name] == "changed")
    let told = try await first(1, of: changes, within: .seconds(5))
    #expect(told.map(\.change.after) == [.text("changed")])
  }

  @Test("a reader far behind a long log forgets all instead of reading it", .enabled(if: hasCache))
  func farBehind() throws {
    readAFewTimes()
    let other = try PreferenceStore(path: folder.file())
    try other.transaction { t in for number in 2...5000 { t[Cached.count] = number } }
    try other.set("ada", for: Cached.name)
    #expect(store[Cached.count] == 5000)
    #expect(store[Cached.name] == "ada")
  }

  @Test("two declarations of one name with two types each read their own")
  func twoTypes() throws {
    for _ in 0..<4 {
      #expect(store[Cached.count] == 1)
      #expect(store[Cached.countAsText] == "none")
    }
    #expect(!store.diagnostics.isEmpty)
  }

  @Test(
    "an equal write is answered by the cache; not when somebody has changed the value meanwhile")
  func equalWrites() throws {
    func isHit() throws -> Bool {
      for _ in 0..<3 { try store.set(1, for: Cached.count) }
      return try store.isKnown(1, for: Cached.count)
    }
    if hasCache { #expect(try (0..<50).contains { _ in try isHit() }) }
    #expect(try !store.isKnown(2, for: Cached.count))
    try shell.run("UPDATE preference SET value = 5 WHERE key = 'count'")
    #expect(try !store.isKnown(1, for: Cached.count))
    try store.set(1, for: Cached.count)
    #expect(
      try store.history(of: Cached.count).prefix(9).map(\.after) == [.int(1), .int(5), .int(1)])
  }

  @Test("text that only looks the same is written")
  func canonicalEquivalence() throws {
    let key = Cached.name
    for text in ["e\u{301}", "\u{e9}", "e\u{301}"] {
      try store.set(text, for: key)
      try store.set(text, for: key)
      #expect(Array(try store.get(key).utf8) == Array(text.utf8))
    }
    #expect(try store.history(of: key).prefix(9).count == 3)
  }

  @Test("inside a transaction of its own a store refuses a write, equal or not")
  func ownTransaction() throws {
    for _ in 0..<3 { try store.set(1, for: Cached.count) }
    try store.transaction { (transaction) throws(PreferenceError) in
      transaction[Cached.count] = 2
      #expect(throws: PreferenceError.transactionInProgress) { try store.set(1, for: Cached.count) }
      #expect(store[Cached.count] == (transaction[Cached.count] == 2 ? 1 : 0))
    }
    #expect(store[Cached.count] == 2)
  }

  @Test("a file that is deleted is noticed, and its values with it")
  func deleted() throws {
    readAFewTimes()
    for name in folder.contents { try FileManager.default.removeItem(atPath: folder.file(name)) }
    Thread.sleep(forTimeInterval: 0.15)
    #expect(store[Cached.count] == 0)
    try store.set(3, for: Cached.count)
    readAFewTimes()
    #expect(store[Cached.count] == 3)
  }

  @Test("a closed store gives nothing from the cache")
  func closed() throws {
    readAFewTimes()
    try store.close()
    #expect(throws: PreferenceError.self) { try store.get(Cached.count) }
    #expect(store.cached(Cached.count) == nil)
  }

  @Test("keys that are made for one read leave nothing behind", .enabled(if: hasCache))
  func passing() {
    for number in 0..<100 {
      _ = store[PreferenceStore.Key("count", in: "Cached", default: number)]
    }
    #expect(store.cache.state.withLock(\.cells.count) == 0)
  }

  @Test("what is kept stays within its limit", .enabled(if: hasCache))
  func limit() throws {
    var options = StoreOptions()
    options.cacheLimit = 100_000
    let small = try PreferenceStore(path: folder.file(), options: options)
    try small.transaction { t in
      for number in 0..<2000 {
        try t.set(
          .text(String(repeating: "x", count: number % 100)),
          for: PreferenceName(namespace: "Many", key: "k\(number)"))
      }
    }
    for round in 0..<2 {
      for number in 0..<2000 {
        let key = PreferenceStore.Key("k\(number)", in: "Many", default: "")
        #expect(small[key].count == number % 100, "round \(round)")
      }
      let (bytes, count) = small.cache.state.withLock {
        ($0.bytes, $0.entries.count + $0.oldEntries.count)
      }
      #expect(bytes <= 100_000)
      #expect(count <= 600)
    }
  }

  @Test("threads that read while another one writes, closes and opens see values that were there")
  func threads() throws {
    let path = folder.file()
    for _ in 0..<20 {
      let store = try PreferenceStore(path: path)
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for number in 0..<200 {
          if thread == 0, number % 10 == 0 {
            if number == 150 { try? store.close() }
            try? store.set(number, for: Cached.count)
          }
          #expect((0..<200).contains(store[Cached.count]))
          _ = store[Cached.name]
        }
      }
    }
  }
}
