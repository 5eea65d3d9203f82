import Foundation
import TestSupport
import Testing

@testable import Preferences

@Suite("Putting a backup back")
struct RestoreTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let store = try PreferenceStore(path: folder.file())
    try store.set(1, for: AppSettings.launches)
    try store.backup(to: folder.file("copy.db"))
    try store.set(2, for: AppSettings.launches)
    try store.close()
  }

  private func restore(_ name: String = "copy.db") throws -> String? {
    try StoreFile(path: folder.file()).restore(
      from: folder.file(name), busyTimeout: 100, at: 1_772_368_200_250)
  }

  @Test("the store is the backup, the old file is beside it, and can come back the same way")
  func thereAndBack() throws {
    let aside = folder.file("preferences.db.replaced-20260301T123000Z")
    #expect(try restore() == aside)
    #expect(try PreferenceStore(path: folder.file())[AppSettings.launches] == 1)
    #expect(try PreferenceStore(path: aside)[AppSettings.launches] == 2)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file())
    #expect(mode[.posixPermissions] as? Int == 0o600)
    #expect(
      try Shell(file: folder.file()).run("PRAGMA journal_mode").output
        == (TemporaryFolder.usesRollbackJournal ? "delete\n" : "wal\n"))
    #expect(
      try restore("preferences.db.replaced-20260301T123000Z") == aside + "-2")
    #expect(try PreferenceStore(path: folder.file())[AppSettings.launches] == 2)
    #expect(folder.contents.count == 4)
  }

  @Test("a log that a killed writer left is kept with its file, and never played into the backup")
  func log() throws {
    let helper = try HelperProcess(["store-loop", folder.file(), "1"])
    for _ in 1...3 { _ = try helper.line() }
    let last = helper.killReadingRest().last.flatMap(Int.init) ?? 3
    let aside = try #require(try restore())
    let counter = PreferenceStore.Key("counter", in: "Test", default: 0)
    #expect(try PreferenceStore(path: folder.file())[counter] == 0)
    #expect(try PreferenceStore(path: aside)[counter] >= last)
    #expect(!folder.contents.contains("preferences.db-wal"))
    // It is in its file, so that no moment was left in which the one was there without the other.
    #expect(!folder.contents.contains { $0.hasSuffix("-wal") })
  }

  @Test("a damaged file is set aside byte for byte, with its log")
  func damaged() throws {
    let garbage = [UInt8](repeating: 7, count: 9000)
    try folder.write(garbage, to: "preferences.db")
    try folder.write(garbage, to: "preferences.db-wal")
    let aside = try #require(try restore())
    #expect(try PreferenceStore(path: folder.file())[AppSettings.launches] == 1)
    for end in ["", "-wal"] {
      #expect(try folder.bytes(of: (aside as NSString).lastPathComponent + end) == garbage)
    }
  }

  @Test("whoever has the store open is named, and nothing is changed")
  func inUse() throws {
    let helper = try HelperProcess(["store-loop", folder.file(), "1"])
    _ = try helper.line()
    let error = #expect(throws: PreferenceError.self) { try restore() }
    guard case .unavailable(let failure) = error else { return }
    #expect(failure.kind == .busy)
    #expect(failure.message.contains("StoreTestHelpe"), "\(failure.message)")
    #expect(failure.message.contains("(\(helper.processIdentifier))"))
    _ = helper.killReadingRest()
    #expect(!folder.contents.contains { $0.contains("partial") || $0.contains("replaced") })
    #expect(try PreferenceStore(path: folder.file())[AppSettings.launches] == 2)
  }

  @Test("what is no sound backup is refused, and the store stays")
  func refused() throws {
    try folder.write(Array("hello".utf8), to: "text.db")
    var cut = try folder.bytes(of: "copy.db")
    cut.removeLast(4096)
    try folder.write(cut, to: "cut.db")
    try Shell(file: folder.file("other.db")).run("CREATE TABLE t (a)")
    for name in ["text.db", "cut.db", "other.db", "none.db", "preferences.db"] {
      #expect(throws: PreferenceError.self, "\(name)") { try restore(name) }
    }
    #expect(try PreferenceStore(path: folder.file())[AppSettings.launches] == 2)
    #expect(!folder.contents.contains { $0.contains("partial") || $0.contains("replaced") })
    // Nor is the database of another program replaced.
    let other = StoreFile(path: folder.file("other.db"))
    #expect(throws: PreferenceError.self) {
      try other.restore(from: folder.file("copy.db"), busyTimeout: 100)
    }
  }

  @Test("without a store it is put in its place; a log without its file is not taken for its own")
  func missing() throws {
    try FileManager.default.removeItem(atPath: folder.file())
    try folder.write([1, 2, 3], to: "preferences.db-wal")
    #expect(throws: PreferenceError.self) { try restore() }
    try FileManager.default.removeItem(atPath: folder.file("preferences.db-wal"))
    #expect(try restore() == nil)
    #expect(try PreferenceStore(path: folder.file())[AppSettings.launches] == 1)
  }
}
