import Foundation
import Preferences
import PreferencesSchema
import SQLiteCore
import TestSupport
import Testing

private let counter = PreferenceStore.Key("counter", in: "Test", default: 0)
private let copy = PreferenceStore.Key("copy", in: "Test", default: 0)

/// Whether the long forms of the tests run: PREFERENCES_LONG=1.
let isLong = ProcessInfo.processInfo.environment["PREFERENCES_LONG"] != nil

@Suite("Many processes on one file", .enabled(if: HelperProcess.executable != nil))
struct ProcessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "20 processes started at once on a path that does not exist", arguments: ["wal", "rollback"])
  func creation(journal: String) throws {
    let helpers = try (0..<20).map {
      try HelperProcess(["store-set", folder.file(), "key\($0)", "text\($0)", journal])
    }
    for helper in helpers { #expect(try helper.line() == "ready") }
    for helper in helpers { try helper.send() }
    for helper in helpers {
      #expect(try helper.line() == "done")
      #expect(try helper.finish() == 0)
    }
    let store = try PreferenceStore(path: folder.file())
    for number in 0..<20 {
      let key = PreferenceStore.Key("key\(number)", in: "Test", default: "")
      #expect(try store.state(of: key) == .set("text\(number)"))
    }
    let rows = try Shell(file: folder.file()).run(
      "SELECT count(*) FROM schema_migration; SELECT count(*) FROM preference_change")
    #expect(rows.output == "\(PreferencesSchema.latest)\n20\n")
  }

  @Test(
    "two processes count to 2,000 together, and two stores of this process with them",
    arguments: ["full", "rollback"])
  func counting(mode: String) throws {
    var options = StoreOptions()
    options.busyTimeout = .seconds(60)
    options.journal = mode == "rollback" ? .rollback : .writeAheadLog
    let helpers = try (0..<2).map { _ in
      try HelperProcess(["store-count", folder.file(), "1000", mode])
    }
    for helper in helpers { #expect(try helper.line() == "ready") }
    for helper in helpers { try helper.send() }
    let stores = try (0..<2).map { _ in
      try PreferenceStore(path: folder.file(), options: options)
    }
    for number in 0..<200 {
      try stores[number % 2].update(counter) { $0 += 1 }
      _ = stores[(number + 1) % 2][counter]
    }
    for helper in helpers {
      #expect(try helper.line() == "done")
      #expect(try helper.finish() == 0)
    }
    #expect(stores[0][counter] == 2200 && stores[1][counter] == 2200)
  }

  @Test("two stores write different keys of one file; neither loses the other's")
  func differentKeys() throws {
    let a = try PreferenceStore(path: folder.file())
    let b = try PreferenceStore(path: folder.file())
    #expect(a[AppSettings.launches] == 0 && b[AppSettings.username] == "guest")
    for number in 0..<500 {
      try a.set(number, for: AppSettings.launches)
      try b.set("\(number)", for: AppSettings.username)
    }
    #expect(b[AppSettings.launches] == 499 && a[AppSettings.username] == "499")
  }

  @Test(
    "kill -9 at random moments loses no acknowledged write", arguments: ["full", "rollback"])
  func killing(mode: String) throws {
    var random = SeededGenerator(seed: 7)
    var acknowledged = 0
    for round in 0..<(isLong ? 500 : 100) {
      let helper = try HelperProcess(["store-loop", folder.file(), "\(acknowledged + 1)", mode])
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        acknowledged = try #require(Int(try helper.line()))
      }
      usleep(UInt32.random(in: 0...3000, using: &random))
      acknowledged = max(acknowledged, helper.killReadingRest().compactMap { Int($0) }.last ?? 0)
      let store = try PreferenceStore(path: folder.file())
      let found = try store.get(counter)
      #expect(found >= acknowledged, "round \(round)")
      #expect(found == (try store.get(copy)), "round \(round): half a transaction")
      acknowledged = found
      let trouble = try store.examine().filter { $0.severity == .trouble }
      #expect(trouble == [], "round \(round)")
    }
  }

  @Test("a reader never sees half a transaction")
  func tornReads() throws {
    let helper = try HelperProcess(["store-loop", folder.file(), "1", "normal"])
    _ = try helper.line()
    var options = StoreOptions()
    // A writer that never pauses leaves readers of a rollback journal little room.
    options.busyTimeout = .seconds(60)
    let store = try PreferenceStore(path: folder.file(), options: options)
    var last = 0
    for _ in 0..<2000 {
      let rows = try store.rows(in: "Test")
      let numbers = rows.map(\.value)
      #expect(numbers.count == 2 && numbers[0] == numbers[1])
      let now = try store.get(counter)
      #expect(now >= last)
      last = now
    }
    helper.kill()
  }

  @Test("a lock held beyond the timeout is a named error, and reading goes on")
  func busy() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set(1, for: counter)
    let holder = try HelperProcess(["hold", folder.file()])
    #expect(try holder.line() == "held")
    var options = StoreOptions()
    options.busyTimeout = .milliseconds(100)
    let impatient = try PreferenceStore(path: folder.file(), options: options)
    let failure = #expect(throws: PreferenceError.self) { try impatient.set(2, for: counter) }
    guard case .unavailable(let reason) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(reason.kind == .busy && reason.path == folder.file())
    #expect(impatient[counter] == 1)
    try holder.send()
    #expect(try holder.line() == "done")
    try impatient.set(2, for: counter)
    #expect(store[counter] == 2)
  }

  @Test("a write by another process is read at once, also the first one")
  func seenAtOnce() throws {
    let store = try PreferenceStore(path: folder.file())
    let key = PreferenceStore.Key("name", in: "Test", default: "")
    #expect(store[key] == "")
    let helper = try HelperProcess(["store-set", folder.file(), "name", "ada"])
    try helper.send()
    #expect(try helper.line() == "ready")
    #expect(try helper.line() == "done")
    #expect(store[key] == "ada")
    try store.set("grace", for: key)
    let reader = try HelperProcess(["store-get", folder.file(), "name"])
    #expect(try reader.line() == "grace")
  }
}
