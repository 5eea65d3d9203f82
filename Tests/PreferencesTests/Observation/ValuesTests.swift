import Foundation
import Observation
@testable import Preferences
import SQLiteCore
import TestSupport
import Testing

@Suite("values as they change")
struct ValuesTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  let other: PreferenceStore

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    other = try PreferenceStore(path: folder.file())
  }

  @Test("the value that is there comes first only when asked for")
  func initial() async throws {
    try store.set(1, for: Watched.count)
    #expect(try await first(1, of: store.values(of: Watched.count)) == [1])
    let later = store.values(of: Watched.count, initial: false)
    try other.set(2, for: Watched.count)
    #expect(try await first(1, of: later) == [2])
    try other.remove(Watched.count)
    #expect(try await first(1, of: later) == [0], "the default, once")
    #expect(try await first(1, of: store.values(of: Watched.name)) == ["nobody"])
  }

  @Test("the latest value comes for sure, others may be passed over")
  func latest() async throws {
    let store = store
    let watching = Task { () -> [Int] in
      var seen: [Int] = []
      for await value in store.values(of: Watched.count) {
        seen.append(value)
        if value == 500 { break }
      }
      return seen
    }
    for number in 1...500 { try other.set(number, for: Watched.count) }
    let seen = await watching.value
    #expect(seen.last == 500 && seen == seen.sorted())
  }

  @Test("a key that leaves no history tells its values, from this store and from others")
  func unlogged() async throws {
    let secret = PreferenceStore.Key("token", in: "Watched", default: "").unlogged()
    try store.set("a", for: secret)
    let values = store.values(of: secret, initial: false)
    try store.set("b", for: secret)
    #expect(try await first(1, of: values) == ["b"])
    let later = store.values(of: secret, initial: false)
    let waiting = Task { try await first(1, of: later) }
    while !store.feed.hasWaiters { try await Task.sleep(for: .milliseconds(1)) }
    try other.set("c", for: secret)
    #expect(try await waiting.value == ["c"])
  }

  @Test("a colour that follows another one changes with it")
  func following() async throws {
    let brand = PreferenceStore.Key("orange", in: "Brand", default: PreferenceColor.red)
    try store.refer(Watched.accent, to: brand)
    let values = store.values(of: Watched.accent, initial: false)
    try other.set(.green, for: brand)
    #expect(try await first(1, of: values) == [.green])
  }

  @Test(
    "observation tracking: the key that was read, from this store and from others; no other key")
  func tracking() async throws {
    let fired = Lock<[String]>([])
    func track(_ name: String, _ read: () -> Void) {
      withObservationTracking(read) { fired.withLock { $0.append(name) } }
    }
    track("count") { _ = store[Watched.count] }
    track("name") { _ = store[Watched.name] }
    try store.set(1, for: Watched.count)
    while fired.withLock(\.isEmpty) { try await Task.sleep(for: .milliseconds(1)) }
    track("count again") { _ = store[Watched.count] }
    try store.set(1, for: Watched.count)
    #expect(fired.withLock { $0 } == ["count"], "an equal write is no change")
    try other.set("ada", for: Watched.name)
    while fired.withLock(\.count) < 2 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(fired.withLock { $0 } == ["count", "name"])
    #expect(store[Watched.name] == "ada")
  }

  @Test("observation tracking of reads by a written name: each key alone, read before or not")
  func trackingByText() async throws {
    let fired = Lock<[String]>([])
    func track(_ name: String) {
      withObservationTracking {
        _ = try? store.storedValue(named: name)
      } onChange: {
        fired.withLock { $0.append(name) }
      }
    }
    // By this thread before `set` returns, or by the watcher's where that was first.
    func waitFor(_ names: [String]) async throws {
      while fired.withLock({ $0.count < names.count }) {
        try await Task.sleep(for: .milliseconds(1))
      }
      #expect(fired.withLock { $0 } == names)
    }
    for number in 1...3 {
      track("Watched.count")
      track("Watched.name")
      try store.set(number, for: Watched.count)
      try await waitFor(["Watched.count"])
      try store.set("number \(number)", for: Watched.name)
      try await waitFor(["Watched.count", "Watched.name"])
      fired.withLock { $0 = [] }
      // Not tracked: what is kept now is found by the next round.
      #expect(try store.storedValue(named: "Watched.count")?.storage == .integer(Int64(number)))
      _ = try store.storedValue(named: "Watched.name")
    }
  }

  @Test("a store that was watched goes away with its thread")
  func deinitialized() async throws {
    weak var gone: PreferenceStore?
    do {
      let watched = try PreferenceStore(path: folder.file())
      gone = watched
      _ = try await first(1, of: watched.values(of: Watched.count))
      #expect(watched.watcher.withLock { $0 != nil })
    }
    for _ in 0..<500 where gone != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(gone == nil)
  }
}

#if os(Linux)
  @Suite("watching a folder")
  struct FolderWatchTests {
    @Test("a folder that is not there gives no watch, and closes each descriptor once")
    func missing() throws {
      let folder = try TemporaryFolder()
      // The lowest free numbers are those that a second close would hit.
      for _ in 0..<100 {
        #expect(FolderWatch(folder: folder.file("none"), names: []) == nil)
        let descriptor = open(folder.path, O_RDONLY)
        #expect(FolderWatch(folder: folder.file("none"), names: []) == nil)
        #expect(fcntl(descriptor, F_GETFD) >= 0)
        close(descriptor)
      }
      let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      for _ in 0..<50 { _ = FolderWatch(folder: folder.path, names: []) }
      let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      // Other tests open files meanwhile.
      #expect(after < before + 100)
    }
  }
#endif
