import Foundation
import SQLiteCore
import TestSupport
import Testing

@testable import Preferences

/// Who waits for changes, and must not be forgotten.
@Suite("Telling of changes", .timeLimit(.minutes(3)))
struct TellingTests {
  let folder: TemporaryFolder
  let store: PreferenceStore

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
  }

  /// Swift holds a lock of the task while it calls the handler, and takes it to wake the task.
  @Test("a task that is cancelled as it is woken may write, and holds nobody up")
  func cancelled() async throws {
    let store = PreferenceStore.inMemory()
    for number in 0..<5_000 {
      let watching = Task {
        await withTaskCancellationHandler {
          for await _ in store.values(of: Watched.count) {}
        } onCancel: {
          store[Watched.name] = "\(number)"
        }
      }
      while !store.feed.hasWaiters { await Task.yield() }
      await withTaskGroup { group in
        group.addTask { store[Watched.count] = number + 1 }
        group.addTask { watching.cancel() }
      }
      await watching.value
    }
    #expect(store[Watched.count] == 5_000)
  }

  @Test("in memory: changes of others, then own ones; all are told")
  func memory() async throws {
    let store = PreferenceStore.inMemory()
    let changes = store.changes()
    let waiting = Task { try await first(4, of: changes).map(\.after) }
    while !store.feed.hasWaiters { await Task.yield() }
    for number in 1...2 {
      try store.changeForOthers { (changes) throws(PreferenceError) in
        let name = try PreferenceName(namespace: "Watched", key: "name")
        try changes.set(.text("\(number)"), for: name, origin: "desk")
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    try store.set(3, for: Watched.count)
    try await Task.sleep(for: .milliseconds(50))
    try store.set(4, for: Watched.count)
    #expect(try await waiting.value == [.text("1"), .text("2"), .int(3), .int(4)])
  }

  /// As a program does that restores a backup: the old log goes with the old file.
  private func replace(by name: String) throws {
    let script = "mv \(name) preferences.db && rm -f preferences.db-wal preferences.db-shm"
    #expect(try Shell.script(script, in: folder.path) == 0)
  }

  @Test("a file with a longer log takes the place: its past is no news, its values are")
  func longerLog() async throws {
    try store.set(1, for: Watched.count)
    let second = try PreferenceStore(path: folder.file("second.db"))
    try second.set(2, for: Watched.count)
    for number in 1...20 { try second.set("\(number)", for: Watched.name) }
    try second.close()
    var changes = store.changes(after: 0).makeAsyncIterator()
    #expect(try await changes.next()?.after == .int(1))
    let values = store.values(of: Watched.count, initial: false)
    let waiting = Task { try await first(1, of: values) }
    while !store.feed.hasWaiters { await Task.yield() }
    try replace(by: "second.db")
    await #expect(throws: PreferenceError.self) { _ = try await changes.next() }
    #expect(try await waiting.value == [2])
    try store.set(3, for: Watched.count)
    #expect(try await changes.next()?.after == .int(3))
  }

  @Test("after a file was put back, another's change under an own one's number is another's")
  func ownAfterReplacement() async throws {
    try store.set(1, for: Watched.count)
    try store.backup(to: folder.file("copy.db"))
    for number in 2...5 { try store.set(number, for: Watched.count) }
    var changes = store.changes().makeAsyncIterator()
    try replace(by: "copy.db")
    await #expect(throws: PreferenceError.self) { _ = try await changes.next() }
    let other = try PreferenceStore(path: folder.file())
    try other.set(6, for: Watched.count)
    let change = try #require(try await changes.next())
    #expect(change.after == .int(6) && !change.isOwn)
  }

  @Test("a key whose name cannot be gives its default once, and then waits")
  func invalidName() async throws {
    let key = PreferenceStore.Key("", in: "Watched", default: 7)
    #expect(try await first(2, of: store.values(of: key), within: .seconds(1)) == [7])
  }

  @Test("a colour that follows one without history changes with it, whoever writes")
  func followingUnlogged() async throws {
    let other = try PreferenceStore(path: folder.file())
    let brand = PreferenceStore.Key("orange", in: "Brand", default: PreferenceColor.red).unlogged()
    try store.set(.red, for: brand)
    try store.refer(Watched.accent, to: brand)
    let values = store.values(of: Watched.accent, initial: false)
    let waiting = Task { try await first(1, of: values) }
    while !store.feed.hasWaiters { await Task.yield() }
    try other.set(.blue, for: brand)
    #expect(try await waiting.value == [.blue])
  }

  #if os(Linux)
    @Test("through a link, the folder of the file itself is watched")
    func link() throws {
      try store.set(1, for: Watched.count)
      let other = try TemporaryFolder()
      try FileManager.default.createSymbolicLink(
        atPath: other.file("link.db"), withDestinationPath: folder.file())
      let linked = try PreferenceStore(path: other.file("link.db"))
      linked.startFeed()
      #expect(linked.watcher.withLock { $0?.folder } == SystemCalls.resolved(folder.path))
    }

    @Test("other files of the folder do not keep it from looking")
    func otherFiles() async throws {
      let watch = try #require(FolderWatch(folder: folder.path, names: ["preferences.db"]))
      let isOver = Lock(false)
      let path = folder.file("other")
      try Data().write(to: URL(filePath: path))
      let touching = Task {
        for _ in 0..<500 where !isOver.withLock({ $0 }) {
          _ = SystemCalls.touch(path)
          try await Task.sleep(for: .milliseconds(10))
        }
        return isOver.withLock { $0 }
      }
      #expect(watch.wait(milliseconds: 200) == .timeout)
      isOver.withLock { $0 = true }
      #expect(try await touching.value, "it ended before the other file came to rest")
    }
  #endif
}
