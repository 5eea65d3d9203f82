import Foundation
import SQLiteCore
import TestSupport
import Testing

@testable import Preferences

@Suite("Saving what a damaged file holds")
struct SalvageTests {
  private func salvage(_ source: String, into target: String) throws -> SalvageReport {
    try StoreFile(path: source).salvage(into: target, busyTimeout: 5000)
  }

  @Test("a sound file comes out as it is: values, times, history, origins, what is hidden")
  func sound() throws {
    let store = try RepairStore()
    let before = try store.folder.bytes(of: "preferences.db")
    let report = try salvage(store.path, into: store.folder.file("out.db"))
    #expect(report.isComplete, "\(report)")
    #expect(try store.folder.bytes(of: "preferences.db") == before)
    let (old, new) = (
      try RepairStore.content(of: store.path),
      try RepairStore.content(of: store.folder.file("out.db"))
    )
    #expect(old == new)
    #expect(store.folder.contents == ["out.db", "preferences.db"])
    let mode = try FileManager.default.attributesOfItem(atPath: store.folder.file("out.db"))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    // What was undone is known: a redo goes on.
    let saved = try PreferenceStore(path: store.folder.file("out.db"))
    #expect(try saved.examine().allSatisfy { $0.severity != .trouble })
    try saved.redo()
    #expect(saved[AppSettings.launches] == 2)
  }

  @Test("any one page of garbage costs no value, and the file stays as it is")
  func eachPage() throws {
    let store = try RepairStore()
    let pages = try store.folder.bytes(of: "preferences.db").count / 4096
    #expect(pages > 20)
    var unlogged = 0
    for page in 0..<pages {
      try store.damage(pages: [page]) { UInt8(truncatingIfNeeded: $0 &* 31 &+ page) }
      let before = try store.folder.bytes(of: "damaged.db")
      let target = store.folder.file("out\(page).db")
      let report = try salvage(store.folder.file("damaged.db"), into: target)
      #expect(try store.folder.bytes(of: "damaged.db") == before)
      let saved = try PreferenceStore(path: target)
      for number in 0..<300 {
        let value = saved[PreferenceStore.Key("key\(number)", in: "Test", default: "")]
        #expect(value.hasPrefix("value \(number) "), "page \(page): \(report.losses)")
      }
      #expect(saved[AppSettings.launches] == 1, "page \(page)")
      #expect(saved[AppSettings.username] == "guest", "page \(page)")
      #expect(try saved.examine().allSatisfy { $0.severity != .trouble }, "page \(page)")
      // Not in the log: lost with its row, and named.
      let state = saved[PreferenceStore.Key("state", in: "Z", default: "")]
      if state != "unlogged" {
        unlogged += 1
        #expect(
          report.losses.contains { $0.hasPrefix("Z.state: is not logged") }, "\(report.losses)")
      }
      // Only a page that is in no tree, or holds what the library makes anew, may go unnoticed.
      if try RepairStore.content(of: target) != RepairStore.content(of: store.path) {
        #expect(!report.isComplete, "page \(page)")
      }
    }
    #expect(unlogged > 0)
  }

  @Test("several pages at once: what is neither in the table nor in the log is named as lost")
  func manyPages() throws {
    let store = try RepairStore()
    let pageCount = try store.folder.bytes(of: "preferences.db").count / 4096
    for round in 0..<(isLong ? 400 : 20) {
      let seed = isLong ? UInt64.random(in: 0...UInt64.max) : UInt64(round)
      var generator = SeededGenerator(seed: seed)
      let pages = (0..<Int.random(in: 2...6, using: &generator)).map { _ in
        Int.random(in: 0..<pageCount, using: &generator)
      }
      let damage = "seed \(seed), pages \(pages)"
      try store.damage(pages: pages) { _ in UInt8.random(in: 0...255, using: &generator) }
      let target = store.folder.file("out\(round).db")
      do throws(PreferenceError) {
        let report = try StoreFile(path: store.folder.file("damaged.db"))
          .salvage(into: target, busyTimeout: 5000)
        let saved = try PreferenceStore(path: target)
        #expect(try saved.examine().allSatisfy { $0.severity != .trouble }, "\(damage)")
        let names = try saved.names(in: "Test").count
        #expect(names == 300 || !report.losses.isEmpty, "\(damage): \(names)")
      } catch {
        guard case .unavailable(let failure) = error else { throw error }
        #expect([.damaged, .notADatabase].contains(failure.kind), "\(damage): \(error)")
        #expect(!FileManager.default.fileExists(atPath: target))
      }
      #expect(store.folder.contents.allSatisfy { !$0.contains("partial") })
    }
  }

  @Test("rows between damaged pages are looked for by the names in the log, but only so often")
  func attempts() throws {
    let store = try RepairStore()
    let pageCount = try store.folder.bytes(of: "preferences.db").count / 4096
    var found = 0
    for page in 1..<pageCount - 2 {
      try store.damage(pages: [page, page + 2]) { _ in 0xAA }
      // Where the schema itself is damaged there is nothing to ask.
      let path = store.folder.file("damaged.db")
      guard let connection = try? Connection(path: path, access: .readOnly) else { continue }
      var (patient, hasty) = (SalvageReader(connection), SalvageReader(connection))
      hasty.attempts = 0
      let (all, some) = (try patient.read(), try hasty.read())
      found += all.rows.count - some.rows.count
      #expect(some.rows.keys.allSatisfy { all.rows[$0] != nil }, "page \(page)")
      if some.rows.count < all.rows.count {
        #expect(some.losses.contains { $0.hasPrefix("rows of the table cannot be read") })
      }
    }
    #expect(found > 0)
  }

  @Test("a file cut off, and one whose log holds the newest changes")
  func cutAndLogged() throws {
    let store = try RepairStore()
    let bytes = try store.folder.bytes(of: "preferences.db")
    try store.folder.write(Array(bytes.prefix(bytes.count / 2)), to: "damaged.db")
    let report = try salvage(
      store.folder.file("damaged.db"), into: store.folder.file("half.db"))
    #expect(!report.isComplete && report.preferences > 0)
    guard !TemporaryFolder.usesRollbackJournal else { return }
    // A helper that is killed leaves its log behind.
    let helper = try HelperProcess(["store-loop", store.path, "1"])
    for _ in 1...5 { _ = try helper.line() }
    let last = helper.killReadingRest().last.flatMap(Int.init) ?? 5
    let counter = PreferenceStore.Key("counter", in: "Test", default: 0)
    // With the schema, and without.
    for name in ["logged", "headless"] {
      for end in ["", "-wal"] {
        var bytes = try store.folder.bytes(of: "preferences.db\(end)")
        if name == "headless", end.isEmpty {
          bytes.replaceSubrange(0..<100, with: [UInt8](repeating: 0xAA, count: 100))
        }
        try store.folder.write(bytes, to: "\(name).db\(end)")
      }
      let target = store.folder.file("\(name)-out.db")
      _ = try salvage(store.folder.file("\(name).db"), into: target)
      #expect(try PreferenceStore(path: target)[counter] >= last, "\(name)")
    }
  }

  @Test("an app's migrations are not run again; tables of others are told of")
  func ledger() throws {
    let store = try RepairStore()
    var options = StoreOptions()
    options.migrations = PreferenceMigrations(
      "com.example.app",
      [.swift("add") { $0[AppSettings.launches] += 10 }])
    let opened = try PreferenceStore(path: store.path, options: options)
    #expect(opened[AppSettings.launches] == 11)
    try opened.close()
    let target = store.folder.file("out.db")
    #expect(try salvage(store.path, into: target).isComplete)
    #expect(try PreferenceStore(path: target, options: options)[AppSettings.launches] == 11)
    try Shell(file: store.path).run(
      """
      INSERT INTO schema_migration SELECT component, 2, CAST(x'FF' AS TEXT), checksum, fingerprint,
        compatible, applied_at, duration_us, tool FROM schema_migration
      WHERE component = 'com.example.app'
      """)
    #expect(
      try salvage(store.path, into: store.folder.file("out1.db")).losses
        == ["a row of an app's migrations does not fit the ledger"])
    try Shell(file: store.path).run("CREATE TABLE notes (a)")
    let report = try salvage(store.path, into: store.folder.file("out2.db"))
    #expect(report.losses == ["tables of somebody else are not copied: notes"])
  }

  @Test("what is no store is refused, what is there already is not touched")
  func refused() throws {
    let store = try RepairStore(keys: 1)
    try store.folder.write(Array("hello".utf8), to: "text.db")
    #expect(throws: PreferenceError.self) {
      try salvage(store.folder.file("text.db"), into: store.folder.file("out.db"))
    }
    #expect(throws: PreferenceError.self) {
      try salvage(store.path, into: store.folder.file("text.db"))
    }
    #expect(throws: PreferenceError.self) {
      try salvage(store.folder.file("none.db"), into: store.folder.file("out.db"))
    }
    #expect(store.folder.contents == ["preferences.db", "text.db"])
  }

  /// A file that SQLite does not know, of many pages: the second goes on in itself, each of the others
  /// begins some 1,900 rows at one place.
  private func pages(_ pages: Int, row: [UInt8]) -> [UInt8] {
    let place = 4_096 - row.count
    let count = (place - 8) / 2
    func word(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
    let page =
      [0x0D, 0, 0] + word(count) + [0, 0, 0] + (0..<count).flatMap { _ in word(place) } + row
    let chain: [UInt8] = [0, 0, 0, 2] + [UInt8](repeating: 0, count: 4_092)
    return [UInt8](repeating: 1, count: 4_096) + chain + (2..<pages).flatMap { _ in page }
  }

  @Test(
    "cells that all name the rest of the file are not followed for ever", .timeLimit(.minutes(30)))
  func chains() throws {
    // 489 bytes here, and 976 pages of 4,092: an hour, if each row were followed to its end.
    let size: [UInt8] = [0x81, 0xF3, 0xE5, 0x29]
    let folder = try TemporaryFolder()
    try folder.write(
      pages(1_000, row: size + [1] + [UInt8](repeating: 0, count: 489) + [0, 0, 0, 2]), to: "a.db")
    #expect(throws: PreferenceError.self) {
      try salvage(folder.file("a.db"), into: folder.file("b.db"))
    }
  }

  @Test("a page is taken apart as often as rows of the past may need it")
  func overlaps() throws {
    // 90 bytes, the first row of the table: a header of three bytes, and text of 87.
    let row: [UInt8] = [90, 1, 3, 0x81, 0x3B] + [UInt8](repeating: 65, count: 87)
    let folder = try TemporaryFolder()
    try folder.write(pages(10, row: row), to: "a.db")
    var count = 0
    if let file = DatabasePages(path: folder.file("a.db")) {
      DatabaseRecords.each(of: file) { _ in count += 1 }
    }
    #expect(count == 8 * (8 * 4_096 / 90))
  }
}
