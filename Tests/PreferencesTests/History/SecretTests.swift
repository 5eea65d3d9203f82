import Foundation
@testable import Preferences
import SQLiteCore
import TestSupport
import Testing

@Suite("Keys that are not logged or not shown, and erasing")
struct SecretTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  let shell: Shell
  let plain = PreferenceStore.Key("token", in: "Test", default: "")
  let name: PreferenceName

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    shell = Shell(file: folder.file())
    name = try PreferenceName("Test.token")
  }

  private func files(with secret: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["grep", "-rlac", secret, folder.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  @Test("an unlogged key leaves no row in the log, whoever writes it")
  func unlogged() throws {
    let key = plain.unlogged()
    try store.set("one", for: key)
    try store.set("two", for: key)
    try shell.run("UPDATE preference SET value = 'three'")
    try shell.run(
      "REPLACE INTO preference (namespace, key, type, value) VALUES ('Test','token','text','four')")
    #expect(store[key] == "four")
    try store.remove(key)
    try shell.run(
      "INSERT INTO preference (namespace, key, type, value) VALUES ('Test','token','text','five')")
    #expect(store[plain] == "five")
    #expect(try shell.run("SELECT count(*) FROM preference_change").output == "0\n")
    #expect(throws: PreferenceError.notLogged(key: name)) {
      try store.value(of: key, at: .sequence(0))
    }
    #expect(throws: PreferenceError.notLogged(key: name)) { try store.undo(key) }
    #expect(throws: PreferenceError.notLogged(key: name)) {
      try store.restore(key, to: .sequence(0))
    }
  }

  @Test("a key that becomes unlogged is no part of the past any more, and keeps its value")
  func becomesUnlogged() throws {
    try store.set("one", for: plain)
    try store.set(1, for: AppSettings.launches)
    try store.set("two", for: plain.unlogged())
    try store.set(2, for: AppSettings.launches)
    #expect(store[plain] == "two")
    #expect(try store.snapshot(at: .sequence(2)).count == 1)
    #expect(try store.snapshot(at: .sequence(9)).count == 1)
    #expect(throws: PreferenceError.overwrittenSince([name])) { try store.undo(changeSet: 1) }
    #expect(try store.diff(from: .sequence(2), to: .sequence(9)).count == 1)
    // Of restoring the rest it is no part.
    #expect(try store.restore(to: .sequence(2))?.count == 1)
    #expect(store[plain] == "two" && store[AppSettings.launches] == 1)
    #expect(try store.examine().allSatisfy { $0.severity != .trouble })
    let row = try #require(try store.row(of: name))
    #expect(row.createdAt <= row.updatedAt && row.sequence == 0)
  }

  @Test("a redacted key is hidden in the views and in what Swift prints")
  func redacted() throws {
    try store.set("hush", for: plain.redacted())
    try store.set("hush hush", for: plain.redacted())
    #expect(try shell.run("SELECT value FROM settings").output == "<redacted>\n")
    #expect(try shell.run("SELECT before, after FROM history").output.contains("hush") == false)
    let changes = try store.history().prefix(9)
    #expect(changes.count == 2 && changes.allSatisfy(\.isRedacted))
    #expect(!"\(changes)".contains("hush"))
    #expect(!String(reflecting: changes[0]).contains("hush"))
    let difference = try store.diff(from: .sequence(1), to: .sequence(2))
    #expect(difference.count == 1 && difference[0].isRedacted && !"\(difference)".contains("hush"))
    #expect(try store.redactedNames() == [name])
    #expect(store[plain] == "hush hush")
  }

  @Test("a first write that is refused leaves no note of the key")
  func refused() throws {
    let key = PreferenceStore.Key("number", in: "Test", default: 0.0).unlogged().redacted()
    #expect(throws: PreferenceError.self) { try store.set(.nan, for: key) }
    #expect(try store.redactedNames() == [])
  }

  @Test("an erased secret is in no byte of the file or of the log beside it")
  func erase() throws {
    let secret = "Xq7-secret-"
    let keeper = PreferenceStore.Key("list", in: "Other", default: [String]())
    for number in 1...60 {
      try store.set(secret + String(repeating: "\(number)", count: 40), for: plain)
      try store.set((0..<30).map { "\(number)-\($0)" }, for: keeper)
    }
    try store.remove(plain)
    try store.set(secret + "last", for: plain)
    let other = try PreferenceStore(path: folder.file())
    #expect(other[plain].hasPrefix(secret))
    #expect(try !files(with: secret).isEmpty)
    try store.erase(plain)
    #expect(try files(with: secret) == "")
    #expect(other[plain] == "" && other[keeper].count == 30)
    let changes = try store.history(of: plain).prefix(99)
    #expect(changes.count == 63 && changes[0].operation == .delete)
    #expect(changes.allSatisfy { $0.after == nil || $0.after == .erased })
    #expect(throws: PreferenceError.historyGap(sequence: 5, keys: [name])) {
      try store.value(of: plain, at: .sequence(5))
    }
    #expect(throws: PreferenceError.self) { try store.undo() }
    #expect(throws: PreferenceError.self) { try store.restore(plain, to: .sequence(5)) }
    #expect(try store.restore(keeper, to: .sequence(2)) != nil)
    try store.set("new", for: plain)
    #expect(other[plain] == "new")
    #expect(try shell.run("PRAGMA integrity_check").output == "ok\n")
    #expect(store.diagnostics == [] && other.diagnostics == [])
  }

  @Test("erasing while another process reads all the time ends, or says that it has to be repeated")
  func eraseAmongReaders() async throws {
    try store.set("Xq7-secret", for: plain)
    let path = folder.file()
    let reader = Task.detached {
      let other = try PreferenceStore(path: path)
      while !Task.isCancelled { _ = try other.names() }
    }
    for attempt in 1...5 {
      do throws(PreferenceError) {
        try store.erase(plain)
        break
      } catch {
        guard case .unavailable(let failure) = error, failure.kind == .busy, attempt < 5 else {
          throw error
        }
      }
    }
    reader.cancel()
    _ = try await reader.value
    #expect(try files(with: "Xq7-secret") == "")
  }

  @Test("erasing under a reader that stays says that it has to be repeated, and is by another call")
  func eraseUnderReader() throws {
    try store.set("Xq7-secret", for: plain)
    var options = StoreOptions()
    options.busyTimeout = .milliseconds(100)
    let eraser = try PreferenceStore(path: folder.file(), options: options)
    let reader = try Connection(path: folder.file(), access: .readOnly)
    try reader.run("BEGIN")
    #expect(try reader.integer("SELECT count(*) FROM preference") == 1)
    do throws(PreferenceError) {
      try eraser.erase(plain)
      Issue.record("the reader needs the log")
    } catch {
      guard case .unavailable(let failure) = error else { throw error }
      #expect(failure.kind == .busy && failure.message.contains("try again"))
    }
    // A rollback journal lets nobody write beside a reader: there nothing is done yet.
    #expect(store[plain] == (TemporaryFolder.usesRollbackJournal ? "Xq7-secret" : ""))
    #expect(try !files(with: "Xq7-secret").isEmpty)
    try reader.run("COMMIT")
    try eraser.erase(plain)
    #expect(try files(with: "Xq7-secret") == "")
  }

  @Test("a key that stops being logged ends its log: no old value passes for the present one")
  func logEnds() throws {
    let key = PreferenceStore.Key("ended", in: "Test", default: "")
    try store.set("logged", for: key)
    try store.set("silent", for: key.unlogged())
    #expect(store[key] == "silent")
    #expect(try store.history(in: "Test").prefix(9).map(\.after) == [.erased, .text("logged")])
    #expect(throws: PreferenceError.notLogged(key: try key.names[0])) {
      try store.value(of: key, at: .sequence(.max))
    }
    #expect(try store.examine().filter { $0.severity == .trouble } == [])
    try store.set("silent again", for: key.unlogged())
    #expect(try store.history(in: "Test").prefix(9).count == 2)
  }
}
