import Foundation
@testable import Preferences
import TestSupport
import Testing

@Suite("Undo and redo")
struct UndoTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  let shell: Shell
  let launches = AppSettings.launches
  let username = AppSettings.username

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    shell = Shell(file: folder.file())
  }

  @Test("undo goes back change set by change set, redo comes forward again")
  func backAndForth() throws {
    for number in 1...3 { try store.set(number, for: launches) }
    #expect(try store.undo()?.undoes == 3)
    #expect(store[launches] == 2)
    #expect(try store.undo()?.undoes == 2)
    #expect(store[launches] == 1)
    #expect(try store.undo()?.undoes == 1)
    #expect(try store.state(of: launches) == .unset)
    #expect(try store.undo() == nil)
    for number in 1...3 {
      #expect(try store.redo()?.kind == .redo)
      #expect(store[launches] == number)
    }
    #expect(try store.redo() == nil)
    #expect(try store.undo()?.kind == .undo)
    #expect(store[launches] == 2)
    // Nothing was rewritten.
    #expect(try store.history().prefix(99).count == 10)
  }

  @Test("an undo is logged like any change, and ends what can be redone")
  func logged() throws {
    try store.set(1, for: launches)
    try store.set(2, for: launches)
    let undo = try #require(try store.undo(origin: "window"))
    #expect(undo.number == 3 && undo.count == 1 && undo.kind == .undo)
    #expect(try store.history().prefix(1)[0].origin == "window")
    try store.set("ada", for: username)
    #expect(try store.redo() == nil)
    #expect(try store.undo()?.undoes == 4)
    #expect(try store.undo()?.undoes == 1)
  }

  @Test("an undo that would overwrite a later change names it; with force it goes on")
  func overwriting() throws {
    try store.transaction { t in
      t[launches] = 1
      t[username] = "ada"
    }
    try store.set("grace", for: username)
    let name = try PreferenceName("Settings.username")
    #expect(throws: PreferenceError.overwrittenSince([name])) { try store.undo(changeSet: 1) }
    #expect(store[launches] == 1)
    #expect(try store.undo(changeSet: 1, force: true)?.count == 2)
    #expect(try store.state(of: username) == .unset)
    #expect(try store.state(of: launches) == .unset)
  }

  @Test("two windows: a change of the other window is not undone, and not overwritten")
  func stacks() throws {
    let one = UndoStack(store: store, origin: "one"), two = UndoStack(store: store, origin: "two")
    try store.set(1, for: launches, origin: "one")
    try store.set("ada", for: username, origin: "two")
    try store.set(2, for: launches, origin: "two")
    #expect(try one.canUndo && two.canUndo && !one.canRedo)
    #expect(throws: PreferenceError.self) { try one.undo() }
    #expect(store[launches] == 2)
    #expect(try two.undo()?.origin == "two")
    #expect(try one.undo()?.undoes == 1)
    #expect(try store.state(of: launches) == .unset)
    #expect(store[username] == "ada")
    #expect(try one.canRedo && !one.canUndo)
    // The other's change comes after it, and does not count here.
    try store.set("bob", for: username, origin: "two")
    #expect(try !two.canRedo)
    #expect(try one.redo()?.kind == .redo)
    #expect(store[launches] == 1)
  }

  @Test("undo and redo go on in another store and after a restart")
  func restart() throws {
    for number in 1...3 { try store.set(number, for: launches) }
    _ = try store.undo()
    try store.close()
    let other = try PreferenceStore(path: folder.file())
    #expect(try other.undo()?.undoes == 2)
    let third = try PreferenceStore(path: folder.file())
    #expect(third[launches] == 1)
    #expect(try third.redo() != nil)
    #expect(try other.redo() != nil)
    #expect(third[launches] == 3)
    #expect(try third.redo() == nil)
  }

  @Test("a removed key comes back with its type and its colour columns")
  func comesBack() throws {
    let color = PreferenceColor(red: 0.25, green: -0.5, blue: 1.5, alpha: 0.5)
    try store.set(color, for: AppSettings.accent)
    try store.remove(AppSettings.accent)
    _ = try store.undo()
    let row = try shell.run("SELECT type, value, red, green, blue, alpha FROM preference").output
    #expect(row == "color||0.25|-0.5|1.5|0.5\n")
    // Of a type that this version does not know.
    try shell.run("UPDATE preference SET type = 'hue', value = 5, red = NULL")
    try shell.run("DELETE FROM preference")
    _ = try store.undo()
    let unknown = try shell.run("SELECT type, value, red, green FROM preference").output
    #expect(unknown == "hue|5||-0.5\n" || unknown == "hue|5||\n")
  }

  @Test("the statement of another program is undone and redone like a change set")
  func foreign() throws {
    try store.set(1, for: launches)
    try shell.run(
      """
      INSERT INTO preference (namespace, key, type, value) VALUES
        ('A', 'a', 'int', 1), ('A', 'b', 'int', 2), ('A', 'c', 'int', 3);
      """)
    #expect(try store.undo()?.count == 3)
    #expect(try store.names(in: "A") == [])
    #expect(try store.redo()?.count == 3)
    #expect(try store.names(in: "A").count == 3)
    #expect(try store.undo(changeSet: 2, force: true)?.count == 3)
    #expect(throws: PreferenceError.unknownChangeSet(3)) { try store.undo(changeSet: 3) }
  }

  @Test("the last change of one key, again and again; the rest of its change set stays")
  func ofOneKey() throws {
    try store.transaction { t in
      t[launches] = 1
      t[username] = "ada"
    }
    try store.set(2, for: launches)
    try store.set("grace", for: username)
    #expect(try store.undo(launches)?.undoes == 3)
    #expect(try store.undo(launches)?.undoes == 1)
    #expect(try store.state(of: launches) == .unset)
    #expect(try store.undo(launches) == nil)
    #expect(store[username] == "grace")
    // Half of the first set is undone: the other half can be, and both halves are done again.
    #expect(try store.undo()?.undoes == 4)
    #expect(try store.undo()?.undoes == 1)
    #expect(try store.names() == [])
    #expect(try store.redo()?.count == 1)
    #expect(store[username] == "ada")
    #expect(try store.redo() != nil)
    #expect(try store.redo() != nil)
    #expect(try store.redo() != nil)
    #expect(store[username] == "grace" || store[launches] == 2)
  }

  @Test("a set that has changed nothing in the end is passed over")
  func nothingInTheEnd() throws {
    try store.set(1, for: launches)
    try store.transaction { t in
      t[launches] = 2
      t[launches] = 1
    }
    #expect(try store.undo()?.undoes == 1)
    #expect(try store.state(of: launches) == .unset)
  }

  @Test("restore of a key, a namespace and the whole store is one change set, and can be undone")
  func restore() throws {
    try store.set(1, for: launches)
    try store.set("ada", for: username)
    try store.set(7, for: PreferenceStore.Key("n", in: "Other", default: 0))
    let then = HistoryPoint.sequence(3)
    try store.remove(launches)
    try store.set("grace", for: username)
    try store.set(8, for: PreferenceStore.Key("n", in: "Other", default: 0))
    #expect(try store.restore(launches, to: then)?.count == 1)
    #expect(store[launches] == 1)
    #expect(store[username] == "grace")
    #expect(try store.restore(namespace: "Settings", to: then)?.count == 1)
    #expect(store[username] == "ada")
    #expect(try store.restore(to: .sequence(0))?.count == 3)
    #expect(try store.names() == [])
    #expect(try store.undo() != nil)
    #expect(try store.names().count == 3)
    #expect(try store.restore(to: .sequence(99)) == nil)
  }

  @Test("an undo that the file refuses changes nothing")
  func refused() throws {
    try store.set(1, for: launches)
    try store.set("ada", for: username)
    try store.set("grace", for: username)
    try shell.run(
      """
      CREATE TRIGGER t BEFORE UPDATE ON preference WHEN new.value = 'ada'
      BEGIN SELECT RAISE(ABORT, 'no'); END
      """)
    #expect(throws: PreferenceError.self) { try store.undo() }
    #expect(store[username] == "grace")
    #expect(try shell.run("SELECT count(*) FROM preference_undo").output == "0\n")
    #expect(try store.canStillWrite())
  }

  @Test("many processes' undos: each change set is undone once")
  func concurrent() async throws {
    for number in 1...40 { try store.set(number, for: launches) }
    let path = folder.file()
    let undone = await withTaskGroup(of: [Int64].self) { group in
      for _ in 0..<4 {
        group.addTask {
          guard let store = try? PreferenceStore(path: path) else { return [] }
          return (0..<10).compactMap { _ in try? store.undo()?.undoes }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(undone.sorted() == (1...40).map { Int64($0) })
    #expect(try store.names() == [])
  }
}

extension PreferenceStore {
  fileprivate func canStillWrite() throws -> Bool {
    try set(true, for: Key("ok", in: "Test", default: false))
    return self[Key("ok", in: "Test", default: false)]
  }
}
