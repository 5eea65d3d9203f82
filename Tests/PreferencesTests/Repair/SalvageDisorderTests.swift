import Foundation
import SQLiteCore
import TestSupport
import Testing

@testable import Preferences

/// Files whose pages are sound one by one, and wrong together; and what is left beside a file.
@Suite("Saving what is out of order", .timeLimit(.minutes(5)))
struct SalvageDisorderTests {
  private let store: RepairStore
  private let target: String

  init() throws {
    store = try RepairStore()
    target = store.folder.file("out.db")
  }

  private func salvage(_ name: String = "damaged.db") throws -> SalvageReport {
    try StoreFile(path: store.folder.file(name)).salvage(into: target, busyTimeout: 5000)
  }

  /// The numbers of a table's leaves, in their order.
  private func leaves(of table: String) throws -> [Int] {
    try Shell(file: store.path).run(
      "SELECT pageno FROM dbstat WHERE name = '\(table)' AND pagetype = 'leaf' ORDER BY path"
    ).output.split(separator: "\n").compactMap { Int($0) }
  }

  /// Copies pages over others, as a disk does that writes to the wrong place; numbers begin at 1.
  private func copy(_ pages: [(from: Int, to: Int)], garbage: Int? = nil) throws {
    let bytes = try store.folder.bytes(of: "preferences.db")
    var damaged = bytes
    func range(_ page: Int) -> Range<Int> { (page - 1) * 4096..<page * 4096 }
    for page in pages { damaged.replaceSubrange(range(page.to), with: bytes[range(page.from)]) }
    if let garbage {
      damaged.replaceSubrange(range(garbage), with: [UInt8](repeating: 0xAA, count: 4096))
    }
    try store.folder.write(damaged, to: "damaged.db")
  }

  private func names(in path: String) throws -> Set<String> {
    try Set(
      Shell(file: path).run("SELECT namespace || '.' || key FROM preference").output
        .split(separator: "\n").map(String.init))
  }

  @Test("two names that only differ in bytes that are no text do not end the table")
  func malformedNames() throws {
    let values = "'text', 'x', 1, 1, 0"
    let columns = "namespace, key, type, value, created_at, updated_at, sequence"
    for name in ["CAST(x'41FE' AS TEXT)", "CAST(x'41FF' AS TEXT)"] {
      try Shell(file: store.path).run(
        "INSERT INTO preference (\(columns)) VALUES (\(name), 'a', \(values))")
    }
    let before = try names(in: store.path).filter { !$0.hasPrefix("A\u{FFFD}") }
    let report = try salvage("preferences.db")
    #expect(try names(in: target).isSuperset(of: before))
    #expect(!report.isComplete)
  }

  @Test("a page of the table written over another one: the log has what was there")
  func repeatedRows() throws {
    let leaves = try leaves(of: "preference")
    try #require(leaves.count > 4)
    try copy([(from: leaves[1], to: leaves[leaves.count - 2])])
    let report = try salvage()
    #expect(!report.isComplete)
    #expect(try names(in: target) == names(in: store.path))
  }

  @Test("a page of the log written over another one is told of")
  func repeatedChanges() throws {
    let leaves = try leaves(of: "preference_change")
    try #require(leaves.count > 4)
    try copy([(from: leaves[1], to: leaves[leaves.count - 2])])
    let report = try salvage()
    #expect(report.losses.contains { $0.contains("changes in the log") })
    #expect(try names(in: target) == names(in: store.path))
  }

  @Test("numbers of the log below every other are no trap")
  func negativeNumbers() throws {
    try Shell(file: store.path).run(
      """
      INSERT INTO preference_change (sequence, change_set, origin, changed_at, namespace, key, type, value)
      SELECT sequence - 10000, change_set, origin, changed_at, namespace, key, type, value
      FROM preference_change WHERE sequence <= 200
      """)
    let leaves = try leaves(of: "preference_change")
    try copy([(from: leaves[0], to: leaves[leaves.count - 2])], garbage: leaves.last)
    let report = try salvage()
    #expect(report.losses.contains { $0.contains("changes in the log") })
    #expect(try names(in: target) == names(in: store.path))
  }

  @Test("what a run that was killed has left under the same names is no part of the new store")
  func leftBehind() throws {
    let stranger = try PreferenceStore(path: store.folder.file("stranger.db"))
    try stranger.set("?", for: PreferenceStore.Key("x", in: "Stranger", default: ""))
    try stranger.close()
    // The next names that this process makes; other tests make some as well.
    let parts = StoreLocation.partialName(of: target).split(separator: "-")
    let number = try #require(parts.last?.split(separator: ".").first.flatMap { Int($0) })
    let stem = parts.dropLast().joined(separator: "-")
    for next in number + 1...number + 200 {
      try FileManager.default.copyItem(
        atPath: store.folder.file("stranger.db"), toPath: "\(stem)-\(next).partial")
    }
    #expect(try salvage("preferences.db").isComplete)
    #expect(try RepairStore.content(of: target) == RepairStore.content(of: store.path))
  }

  @Test(
    "a store cut off to nothing: its log is kept, and is what is read",
    .enabled(if: !TemporaryFolder.usesRollbackJournal))
  func cutOff() throws {
    let helper = try HelperProcess(["store-loop", store.path, "1"])
    for _ in 1...5 { _ = try helper.line() }
    let last = helper.killReadingRest().last.flatMap(Int.init) ?? 5
    try store.folder.write([], to: "preferences.db")
    let log = try store.folder.bytes(of: "preferences.db-wal")
    let file = StoreFile(path: store.path)
    #expect(throws: PreferenceError.self) { try file.openForReading(busyTimeout: 100) }
    #expect(throws: PreferenceError.self) { try file.openForWriting(busyTimeout: 100) }
    _ = try salvage("preferences.db")
    #expect(try store.folder.bytes(of: "preferences.db-wal") == log)
    let counter = PreferenceStore.Key("counter", in: "Test", default: 0)
    let saved = try PreferenceStore(path: target)
    #expect(saved[counter] >= last)
    try saved.backup(to: store.folder.file("copy.db"))
    let aside = try #require(
      try file.restore(from: store.folder.file("copy.db"), busyTimeout: 100))
    let kept = (aside as NSString).lastPathComponent + "-wal"
    #expect(try store.folder.bytes(of: kept) == log)
  }

  @Test("a disk without room: a whole new store, or none", .enabled(if: getuid() == 0))
  func fullDisk() throws {
    let whole = try names(in: store.path).count
    let mount = store.folder.file("disk")
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: false)
    func run(_ arguments: String...) throws -> Int32 {
      let process = try Process.run(URL(fileURLWithPath: "/usr/bin/env"), arguments: arguments)
      process.waitUntilExit()
      return process.terminationStatus
    }
    var (saved, refused) = (0, 0)
    for kilobytes in stride(from: 150, through: 900, by: 25) {
      guard try run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", mount) == 0 else {
        try Test.cancel("tmpfs cannot be mounted here")
      }
      defer { _ = try? run("umount", mount) }
      let target = mount + "/out.db"
      do {
        _ = try StoreFile(path: store.path).salvage(into: target, busyTimeout: 5000)
        saved += 1
        #expect(try names(in: target).count == whole, "\(kilobytes) KiB")
      } catch {
        refused += 1
        #expect(!"\(error)".contains("partial"), "\(error)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: mount) == [])
      }
    }
    #expect(saved > 0 && refused > 0)
  }
}
