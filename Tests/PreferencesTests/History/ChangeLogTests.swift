@testable import Preferences
import SQLiteCore
import TestSupport
import Testing

@Suite("The change log")
struct ChangeLogTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  let shell: Shell

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    shell = Shell(file: folder.file())
  }

  private func changes(after sequence: Int64 = 0, limit: Int = 100) throws -> [PreferenceChange] {
    try store.read { (connection) throws(SQLiteError) in
      try connection.changes(after: sequence, limit: limit)
    } ?? []
  }

  @Test("insert, update, delete: before and after, change set and origin")
  func operations() throws {
    try store.transaction(origin: "window") { t in
      t[AppSettings.launches] = 1
      t[AppSettings.launches] = 2
      t[AppSettings.accent] = .red
    }
    try store.remove(AppSettings.launches, origin: "reset")
    let changes = try changes()
    #expect(changes.map(\.operation) == [.insert, .update, .insert, .delete])
    #expect(changes.map(\.sequence) == [1, 2, 3, 4])
    #expect(changes.map(\.changeSet) == [1, 1, 1, 4])
    #expect(changes.map(\.origin) == ["window", "window", "window", "reset"])
    #expect(changes.map(\.before) == [nil, .int(1), nil, .int(2)])
    let red = StoredValue.Storage.components(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(
      changes.map(\.after) == [.int(1), .int(2), StoredValue(type: .color, storage: red), nil])
    #expect(changes.allSatisfy { !$0.isOwn && !$0.isBeforePruned && !$0.isRedacted })
  }

  @Test("a page ends at its limit, the next begins after it")
  func paging() throws {
    for number in 1...5 { try store.set(number, for: AppSettings.launches) }
    #expect(try changes(limit: 2).map(\.sequence) == [1, 2])
    #expect(try changes(after: 2, limit: 2).map(\.sequence) == [3, 4])
    #expect(try changes(after: 4, limit: 2).map(\.sequence) == [5])
    #expect(try changes(after: 5, limit: 2) == [])
  }

  @Test("the rows of one foreign statement are a set, whatever page they are read on")
  func foreignStatements() throws {
    try store.set(1, for: AppSettings.launches)
    try shell.run(
      """
      INSERT INTO preference (namespace, key, type, value) VALUES
        ('A', 'a', 'int', 1), ('A', 'b', 'int', 2), ('A', 'c', 'int', 3);
      """)
    try shell.run("UPDATE preference SET value = 9 WHERE namespace = 'A'")
    // The shell's statements must not look like one: a millisecond lies between the processes.
    let all = try changes()
    #expect(all.map(\.changeSet) == [1, 2, 2, 2, 5, 5, 5])
    #expect(all.map(\.origin).dropFirst() == [nil, nil, nil, nil, nil, nil])
    for sequence in all.indices {
      #expect(try changes(after: Int64(sequence), limit: 2) == Array(all[sequence...].prefix(2)))
    }
  }

  @Test("the version before that is no longer kept is unknown, not absent")
  func prunedBefore() throws {
    for number in 1...3 { try store.set(number, for: AppSettings.launches) }
    try shell.run("DELETE FROM preference_change WHERE sequence = 2")
    let changes = try changes()
    #expect(changes.map(\.sequence) == [1, 3])
    #expect(changes.map(\.isBeforePruned) == [false, true])
    #expect(changes.map(\.operation) == [.insert, .update])
    #expect(changes.last?.before == nil)
  }
}
