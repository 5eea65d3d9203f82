import Foundation
@testable import Preferences
import TestSupport
import Testing

@Suite("Reading the history")
struct HistoryTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  let shell: Shell

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    shell = Shell(file: folder.file())
  }

  @Test("a store that does not exist has no history, and none is created by asking")
  func absent() throws {
    #expect(try store.history().prefix(5) == [])
    #expect(try store.history(of: AppSettings.accent).prefix(5) == [])
    #expect(try store.snapshot(at: .sequence(5)) == [:])
    #expect(try store.diff(from: .sequence(0), to: .sequence(5)) == [])
    #expect(try store.value(of: AppSettings.launches, at: .sequence(1)) == 0)
    #expect(try store.changeSets() == [])
    #expect(try store.undo() == nil)
    #expect(try store.redo() == nil)
    #expect(try store.undo(AppSettings.launches) == nil)
    #expect(try store.restore(to: .sequence(0)) == nil)
    #expect(throws: PreferenceError.unknownChangeSet(1)) { try store.undo(changeSet: 1) }
    #expect(folder.contents == [])
  }

  @Test("the history of a key, a namespace and all, newest first, over many pages")
  func scopes() async throws {
    let other = PreferenceStore.Key("n", in: "Other", default: 0)
    for number in 1...150 {
      try store.set(number, for: AppSettings.launches)
      try store.set(number, for: other)
    }
    let key = try store.history(of: AppSettings.launches).prefix(1000)
    #expect(key.map(\.after) == (1...150).reversed().map { .int(Int64($0)) })
    #expect(key.map(\.before).dropLast() == (1...149).reversed().map { .int(Int64($0)) })
    let all = try store.history().prefix(1000)
    #expect(all.map(\.sequence) == (1...300).reversed().map { Int64($0) })
    #expect(
      try store.history(in: "Other").prefix(1000) == all.filter { $0.name.namespace == "Other" })
    #expect(try store.history(after: 40).prefix(1000) == all.filter { $0.sequence > 40 }.reversed())
    var one = store.history()
    #expect(try one.next() == all[0])
    #expect(try one.prefix(2) == Array(all[1...2]))
    #expect(try one.next() == all[1])
    var awaited: [PreferenceChange] = []
    for try await change in store.history(in: "Settings") { awaited.append(change) }
    #expect(awaited == key)
  }

  @Test("a removed key keeps its history, with every type of value")
  func removed() throws {
    try store.set(.red, for: AppSettings.accent)
    try store.set(
      PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.7), for: AppSettings.accent)
    try store.remove(AppSettings.accent)
    let changes = try store.history(of: AppSettings.accent).prefix(10)
    #expect(changes.map(\.operation) == [.delete, .update, .insert])
    #expect(changes[0].before?.type == .colorBlob)
    #expect(changes[1].before?.type == .color)
  }

  @Test("a key with an invalid name throws when its history is read")
  func invalidName() throws {
    let key = PreferenceStore.Key("", in: "Settings", default: 0)
    #expect(throws: PreferenceError.self) { try store.history(of: key).prefix(1) }
  }

  @Test("order is by number when the clock steps back; a time means the last change up to it")
  func clock() throws {
    let times: [Int64] = [1000, 2000, 1500, 3000]
    for (index, time) in times.enumerated() {
      try store.set(index + 1, for: AppSettings.launches)
      try shell.run(
        "UPDATE preference_change SET changed_at = \(time) WHERE sequence = \(index + 1)")
    }
    #expect(try store.history().prefix(9).map(\.changedAt) == [3000, 1500, 2000, 1000])
    func value(_ time: Int64) throws -> Int {
      try store.value(of: AppSettings.launches, at: .time(milliseconds: time))
    }
    #expect(try value(999) == 0)
    #expect(try value(1000) == 1)
    #expect(try value(1500) == 3)
    #expect(try value(2999) == 3)
    #expect(try value(.max) == 4)
    #expect(
      try store.value(of: AppSettings.launches, at: .time(Date(timeIntervalSince1970: 1.2))) == 1)
    #expect(try store.history().prefix(1)[0].date == Date(timeIntervalSince1970: 3))
  }

  @Test("snapshot, difference and single values agree with what was")
  func past() throws {
    try store.set("ada", for: AppSettings.username)
    try store.transaction { t in
      t[AppSettings.launches] = 1
      t[AppSettings.username] = "grace"
    }
    try store.remove(AppSettings.launches)
    try store.set(.dark, for: AppSettings.appearance)
    let (user, launches) = (
      try PreferenceName("Settings.username"), try PreferenceName("Settings.launches")
    )
    #expect(try store.snapshot(at: .sequence(0)) == [:])
    #expect(try store.snapshot(at: .sequence(1)) == [user: .text("ada")])
    #expect(try store.snapshot(at: .sequence(3)) == [user: .text("grace"), launches: .int(1)])
    #expect(try store.snapshot(at: .sequence(3), in: "Other") == [:])
    #expect(try store.snapshot(at: .sequence(99)).count == 2)
    #expect(try store.state(of: AppSettings.launches, at: .sequence(3)) == .set(1))
    #expect(try store.state(of: AppSettings.launches, at: .sequence(4)) == .unset)
    #expect(try store.value(of: AppSettings.username, at: .sequence(1)) == "ada")
    #expect(
      try store.diff(from: .sequence(1), to: .sequence(3)) == [
        PreferenceDifference(name: launches, before: nil, after: .int(1), isRedacted: false),
        PreferenceDifference(
          name: user, before: .text("ada"), after: .text("grace"), isRedacted: false),
      ])
    #expect(
      try store.diff(from: .sequence(3), to: .sequence(1)).map(\.before) == [
        .int(1), .text("grace"),
      ])
    // Set and removed in between: no difference.
    #expect(try store.diff(from: .sequence(1), to: .sequence(4)).map(\.name) == [user])
  }

  @Test("a past that was pruned is an error that names it, never a wrong answer")
  func gaps() throws {
    for number in 1...5 { try store.set(number, for: AppSettings.launches) }
    try shell.run("DELETE FROM preference_change WHERE sequence IN (1, 2)")
    let name = try PreferenceName("Settings.launches")
    #expect(throws: PreferenceError.historyGap(sequence: 1, keys: [name])) {
      try store.value(of: AppSettings.launches, at: .sequence(1))
    }
    #expect(throws: PreferenceError.historyGap(sequence: 0, keys: [name])) {
      try store.value(of: AppSettings.launches, at: .sequence(0))
    }
    #expect(throws: PreferenceError.historyGap(sequence: 0, keys: [])) {
      try store.snapshot(at: .sequence(0))
    }
    #expect(throws: PreferenceError.self) { try store.diff(from: .sequence(2), to: .sequence(5)) }
    #expect(throws: PreferenceError.self) { try store.restore(to: .sequence(2)) }
    #expect(try store.value(of: AppSettings.launches, at: .sequence(3)) == 3)
    // A key that is not set now may have been once.
    #expect(throws: PreferenceError.self) {
      try store.value(of: AppSettings.username, at: .sequence(1))
    }
    #expect(try store.value(of: AppSettings.username, at: .sequence(3)) == "guest")
    #expect(try store.history().prefix(9).map(\.sequence) == [5, 4, 3])
    #expect(try store.history(of: AppSettings.launches).prefix(9).last?.isBeforePruned == true)
  }

  @Test("change sets: number, end, time, origin and count; another program's are its statements")
  func changeSets() throws {
    try store.transaction(origin: "window") { t in
      t[AppSettings.launches] = 1
      t[AppSettings.username] = "ada"
    }
    try shell.run("UPDATE preference SET value = 'bob' WHERE type = 'text'; ")
    try store.set(.dark, for: AppSettings.appearance, origin: "menu")
    let sets = try store.changeSets()
    #expect(sets.map(\.number) == [4, 3, 1])
    #expect(sets.map(\.last) == [4, 3, 2])
    #expect(sets.map(\.count) == [1, 1, 2])
    #expect(sets.map(\.origin) == ["menu", nil, "window"])
    #expect(sets.allSatisfy { $0.kind == .change && $0.undoes == nil })
    #expect(try store.changeSets(limit: 1) + store.changeSets(before: 4) == sets)
  }
}
