import Foundation
@testable import Preferences
import SQLiteCore
import TestSupport
import Testing

enum Watched: PreferenceNamespace {
  static let namespace = "Watched"
  static let count = key("count", default: 0)
  static let name = key("name", default: "nobody")
  static let accent = key("accent", default: PreferenceColor.white)
  static let uiTheme = key("ui.theme", default: "plain")
}

/// The first elements of a sequence, or those that have come when the time is over.
func first<S: AsyncSequence & Sendable>(
  _ count: Int, of sequence: S, within limit: Duration = .seconds(20)
) async throws -> [S.Element] where S.Element: Sendable {
  let collecting = Task {
    var elements: [S.Element] = []
    var iterator = sequence.makeAsyncIterator()
    while elements.count < count, let element = try await iterator.next() {
      elements.append(element)
    }
    return elements
  }
  let timer = Task {
    try await Task.sleep(for: limit)
    collecting.cancel()
  }
  defer { timer.cancel() }
  return try await withTaskCancellationHandler {
    try await collecting.value
  } onCancel: {
    collecting.cancel()
  }
}

@Suite("changes as they come")
struct ChangesTests {
  let folder: TemporaryFolder
  let store: PreferenceStore

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
  }

  @Test("old and new values in the order of the log; equal writes are none, deletions are")
  func order() async throws {
    let changes = store.changes(of: Watched.count)
    try store.set(1, for: Watched.count)
    try store.set(1, for: Watched.count)
    try store.set("ada", for: Watched.name)
    try store.transaction(origin: "window") { (transaction) throws(PreferenceError) in
      transaction[Watched.count] = 2
      transaction[Watched.count] = 3
    }
    try store.remove(Watched.count)
    try store.remove(Watched.count)
    let seen = try await first(4, of: changes)
    #expect(seen.map(\.old) == [0, 1, 2, 3])
    #expect(seen.map(\.new) == [1, 2, 3, 0])
    #expect(seen.map(\.change.operation) == [.insert, .update, .update, .delete])
    #expect(
      seen[1].change.origin == "window" && seen[1].change.changeSet == seen[2].change.changeSet)
    #expect(seen.allSatisfy { $0.isOwn })
    #expect(seen.map(\.change.sequence) == seen.map(\.change.sequence).sorted())
    #expect(try await first(1, of: changes, within: .milliseconds(1)).count == 1, "from its start")
  }

  @Test("a change is the store's own, whoever of its threads sees the commit first")
  func ownSeenEarly() async throws {
    let (store, isDone) = (store, Lock(false))
    let changes = store.changes(of: Watched.count)
    let reading = Task { try await first(500, of: changes) }
    // Only for as long as is written: it leaves nothing of a processor to others.
    DetachedThread.start { while !isDone.withLock({ $0 }) { store.publishChanges() } }
    defer { isDone.withLock { $0 = true } }
    for number in 1...500 { try store.set(number, for: Watched.count) }
    isDone.withLock { $0 = true }
    #expect(try await reading.value.filter { !$0.isOwn }.map(\.new) == [])
  }

  // B60
  @Test("a key, a namespace, everything; a dot in a key is nothing special")
  func filters() async throws {
    let key = store.changes(of: Watched.uiTheme)
    let namespace = store.changes(in: "Watched")
    let all = store.changes()
    try store.set("x", for: PreferenceStore.Key("k", in: "Other", default: ""))
    try store.set("dark", for: Watched.uiTheme)
    #expect(try await first(1, of: key).map(\.new) == ["dark"])
    #expect(try await first(1, of: namespace).map(\.name.description) == [#"Watched."ui.theme""#])
    #expect(try await first(2, of: all).map(\.name.namespace) == ["Other", "Watched"])
  }

  @Test("what waits is woken by its own key, and by no other")
  func waking() async throws {
    let store = store
    try store.set(1, for: Watched.count)
    let changes = store.changes(of: Watched.name)
    let waiting = Task { try await first(1, of: changes) }
    while !store.feed.hasWaiters { try await Task.sleep(for: .milliseconds(1)) }
    for number in 2...50 { try store.set(number, for: Watched.count) }
    #expect(store.feed.hasWaiters)
    try store.set("grace", for: Watched.name)
    #expect(try await waiting.value.map(\.new) == ["grace"])
  }

  @Test("a handler may write; what it writes comes, too")
  func reentrant() async throws {
    let store = store
    let seen = Lock<[Int]>([])
    let token = store.observe(Watched.count) { change in
      seen.withLock { $0.append(change.new) }
      if change.new < 5 { store[Watched.count] += 1 }
    }
    try store.set(1, for: Watched.count)
    while seen.withLock(\.count) < 5 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(seen.withLock { $0 } == [1, 2, 3, 4, 5])
    token.cancel()
    #expect(store.diagnostics.isEmpty)
  }

  @Test("a slow consumer gets 1,000 changes that were made before it asked, in order")
  func slow() async throws {
    let changes = store.changes(of: Watched.count)
    for number in 1...1000 { try store.set(number, for: Watched.count) }
    #expect(try await first(1000, of: changes).map(\.new) == Array(1...1000))
  }

  @Test("cancelling ends a wait at once")
  func cancelling() async throws {
    let changes = store.changes()
    let task = Task { try await first(1, of: changes, within: .seconds(600)).count }
    while !store.feed.hasWaiters { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    #expect(try await task.value == 0)
    #expect(!store.feed.hasWaiters)
  }

  @Test("after a restart it goes on behind the last sequence that was seen")
  func resume() async throws {
    for number in 1...10 { try store.set(number, for: Watched.count) }
    let seen = try await first(4, of: store.changes(after: 0))
    let other = try PreferenceStore(path: folder.file())
    let rest = try await first(6, of: other.changes(after: seen[3].sequence))
    #expect((seen + rest).map(\.sequence) == Array(1...10))
    #expect(rest.allSatisfy { !$0.isOwn })
  }

  // B35, B59
  @Test("the shell's edits arrive once each, in a store that only watches")
  func shell() async throws {
    try store.set(1, for: Watched.count)
    let changes = store.changes()
    let waiting = Task { try await first(3, of: changes) }
    while !store.feed.hasWaiters { try await Task.sleep(for: .milliseconds(1)) }
    let shell = Shell(file: folder.file())
    try shell.run(
      """
      UPDATE preference SET value = 2 WHERE key = 'count';
      UPDATE preference SET value = 2 WHERE key = 'count';
      INSERT INTO preference (namespace, key, type, value) VALUES ('Watched', 'name', 'text', 'x');
      """)
    try shell.run("DELETE FROM preference WHERE key = 'count'")
    let seen = try await waiting.value
    try #require(seen.map(\.operation) == [.update, .insert, .delete])
    #expect(seen.allSatisfy { !$0.isOwn && $0.origin == nil })
    #expect(seen[0].before == .int(1) && seen[0].after == .int(2))
    #expect(seen[2].before == .int(2) && seen[2].after == nil)
    #expect(store[Watched.count] == 0)
  }

  @Test("a store whose file does not exist yet watches for it")
  func beforeTheFile() async throws {
    let changes = store.changes(of: Watched.count)
    let waiting = Task { try await first(1, of: changes) }
    while !store.feed.hasWaiters { try await Task.sleep(for: .milliseconds(1)) }
    #expect(folder.contents.isEmpty)
    try PreferenceStore(path: folder.file()).set(7, for: Watched.count)
    #expect(try await waiting.value.map(\.new) == [7])
  }

  @Test("own changes are told from another store's")
  func own() async throws {
    let other = try PreferenceStore(path: folder.file())
    let changes = store.changes()
    for number in 1...20 {
      try (number % 3 == 0 ? other : store).set(number, for: Watched.count)
    }
    let seen = try await first(20, of: changes)
    #expect(seen.map(\.isOwn) == (1...20).map { $0 % 3 != 0 })
  }

  @Test("a file that was replaced ends in an error, then the new one is followed")
  func replaced() async throws {
    for number in 1...5 { try store.set(number, for: Watched.count) }
    let second = folder.file("second.db")
    try PreferenceStore(path: second).set(100, for: Watched.count)
    var iterator = store.changes(after: 0).makeAsyncIterator()
    for number in 1...5 {
      #expect(try await iterator.next()?.after == .int(Int64(number)))
    }
    // As a program does that restores a backup: the old log goes with the old file.
    let script = "mv second.db preferences.db && rm -f preferences.db-wal preferences.db-shm"
    #expect(try Shell.script(script, in: folder.path) == 0)
    let error = await #expect(throws: PreferenceError.self) { _ = try await iterator.next() }
    guard case .unavailable(let failure) = error else { return }
    #expect(failure.kind == .replaced)
    try PreferenceStore(path: folder.file()).set(101, for: Watched.count)
    #expect(try await iterator.next()?.after == .int(101))
  }

  @Test("a store in memory tells of its changes as well")
  func memory() async throws {
    let store = PreferenceStore.inMemory()
    let changes = store.changes(of: Watched.count)
    try store.set(3, for: Watched.count)
    #expect(try await first(1, of: changes).map(\.new) == [3])
  }
}

extension Shell {
  /// Runs a script of `sh`; its exit code.
  static func script(_ script: String, in folder: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
