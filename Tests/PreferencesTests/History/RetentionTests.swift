import Foundation
@testable import Preferences
import TestSupport
import Testing

@Suite("How much history is kept")
struct RetentionTests {
  let folder: TemporaryFolder
  let shell: Shell

  init() throws {
    folder = try TemporaryFolder()
    shell = Shell(file: folder.file())
  }

  private func store(_ retention: HistoryRetention) throws -> PreferenceStore {
    var options = StoreOptions()
    options.retention = retention
    options.durability = .normal
    return try PreferenceStore(path: folder.file(), options: options)
  }

  private func count(_ condition: String = "1") throws -> Int {
    let text = try shell.run("SELECT count(*) FROM preference_change WHERE \(condition)").output
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
  }

  // B86: history grows without bound, or a limit cuts the wrong entries.
  @Test("100,000 changes of one key leave the stated number, the newest ones; idle keys stay")
  func bounded() throws {
    let changes = isLong ? 100_000 : 5_000
    let store = try store(HistoryRetention(count: 1000))
    try store.set("ada", for: AppSettings.username)
    try store.set(.red, for: AppSettings.accent)
    try store.remove(AppSettings.accent)
    for number in 1...changes { try store.set(number, for: AppSettings.launches) }
    let rows = try count()
    #expect((1000...(1000 + 1024 + 2)).contains(rows), "\(rows)")
    #expect(try count("sequence > \(changes + 3 - 1000)") == 1000)
    // The value of a key that nobody has touched since is still in the log.
    #expect(try store.history(of: AppSettings.username).prefix(9).count == 1)
    #expect(store[AppSettings.username] == "ada")
    #expect(try count("key = 'accent'") == 0)
    #expect(try store.value(of: AppSettings.launches, at: .sequence(Int64(changes) - 500)) > 0)
    // The same value again adds no row.
    try store.set(changes, for: AppSettings.launches)
    #expect(try count() == rows)
  }

  @Test("one transaction of many changes is pruned as it is made, and stays whole where it can")
  func batch() throws {
    let store = try store(HistoryRetention(count: 1000))
    for _ in 0..<3 {
      try store.transaction { t in
        for number in 0..<2000 { t[AppSettings.launches] = number }
      }
    }
    #expect(try count() < 1000 + 1024 + 2)
    try store.transaction { t in for number in 1...300 { t[AppSettings.launches] = -number } }
    for number in 1...1000 { try store.set(number, for: AppSettings.launches) }
    // At change 7168 the set of 300 lay across the limit of 1000, and was kept.
    let set = try #require(store.changeSets(limit: 1001).last)
    #expect(set.count == 300)
    #expect(try store.undo(changeSet: set.number, force: true) != nil)
    #expect(store[AppSettings.launches] == 1999)
  }

  @Test("changes older than the age go, also where the clock has stepped back once")
  func age() throws {
    let store = try store(HistoryRetention(count: nil, age: .seconds(3600)))
    for number in 1...600 { try store.set(number, for: AppSettings.launches) }
    #expect(try count() == 600)
    try shell.run("UPDATE preference_change SET changed_at = changed_at - 7200000")
    // One among the new ones that claims to be old must not take younger ones with it.
    try store.set(0, for: AppSettings.launches)
    try store.set(-1, for: AppSettings.launches)
    try shell.run("UPDATE preference_change SET changed_at = 5 WHERE sequence = 602")
    for number in 1...600 { try store.set(number, for: AppSettings.launches) }
    #expect(try count("sequence <= 600") == 1)
    #expect(try count("sequence > 600") == 602)
    #expect(try store.value(of: AppSettings.launches, at: .sequence(600)) == 600)
  }

  @Test("a byte budget holds against large values")
  func bytes() throws {
    let store = try store(HistoryRetention(bytes: 4_000_000))
    let key = PreferenceStore.Key("text", in: "Test", default: "")
    for number in 1...1000 {
      try store.set(String(repeating: "x", count: 20_000) + "\(number)", for: key)
    }
    let pages = try shell.run("PRAGMA page_count").output
    let size = (Int(pages.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .max) * 4096
    // What comes between two looks is on top: 64 changes.
    #expect(size < 4_000_000 + 64 * 24_000, "\(size)")
    #expect(store[key].hasSuffix("1000"))
    let removed = try store.pruneHistory(keeping: HistoryRetention(bytes: 100_000))
    #expect(removed > 50)
    #expect(try count() < 5)
    #expect(store[key].hasSuffix("1000"))
  }

  @Test("pruning by hand: count, age, or everything but the newest of each key")
  func byHand() throws {
    let store = try store(.unlimited)
    for number in 1...5000 {
      try store.set(number, for: AppSettings.launches)
      if number % 100 == 0 { try store.set("\(number)", for: AppSettings.username) }
    }
    #expect(try count() == 5050)
    #expect(try store.pruneHistory() == 0)
    #expect(try store.pruneHistory(keeping: HistoryRetention(count: 1000)) == 4048)
    #expect(try count() == 1002)
    #expect(try store.pruneHistory(keeping: HistoryRetention(count: 1000)) == 0)
    _ = try store.undo()
    #expect(try store.pruneHistory(keeping: HistoryRetention(count: 1)) == 1000)
    #expect(try count() == 3)
    #expect(try shell.run("SELECT count(*) FROM preference_undo").output == "1\n")
    #expect(try store.restore(to: .sequence(5051)) == nil)
    #expect(try shell.run("PRAGMA integrity_check").output == "ok\n")
    #expect(try store.examine().allSatisfy { $0.severity != .trouble })
  }

  @Test("what was pruned cannot be undone, and says so")
  func undoOfPruned() throws {
    let store = try store(.unlimited)
    for number in 1...10 { try store.set(number, for: AppSettings.launches) }
    try store.pruneHistory(keeping: HistoryRetention(count: 3))
    #expect(try store.undo()?.undoes == 10)
    #expect(try store.undo()?.undoes == 9)
    #expect(try store.undo()?.undoes == 8)
    #expect(store[AppSettings.launches] == 7)
    let name = try PreferenceName("Settings.launches")
    #expect(throws: PreferenceError.historyGap(sequence: 6, keys: [name])) { try store.undo() }
    #expect(throws: PreferenceError.historyGap(sequence: 1, keys: [])) {
      try store.undo(changeSet: 2)
    }
    #expect(throws: PreferenceError.historyGap(sequence: 3, keys: [])) {
      try store.restore(to: .sequence(3))
    }
  }
}
