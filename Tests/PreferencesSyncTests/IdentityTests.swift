import Foundation
import Preferences
@testable import PreferencesSync
import SQLiteCore
import TestSupport
import Testing

private enum Settings: PreferenceNamespace {
  static let namespace = "Settings"
  static let a = key("a", default: 0)
  static let b = key("b", default: 0)
  static let c = key("c", default: 0)
}

@Suite("Roaming: who a file is")
struct IdentityTests {
  private let folder: TemporaryFolder
  private let account = MemoryEngine.Account()

  init() throws { folder = try TemporaryFolder() }

  private func sync(
    _ store: PreferenceStore, account name: String = "ada", to account: MemoryEngine.Account? = nil
  ) async throws {
    if try SyncSetup(store).account?.account != name {
      try SyncSetup(store).signIn(account: name)
    }
    if try SyncSetup(store).rules.isEmpty { try SyncSetup(store).include("Settings.*") }
    try await PreferenceSync(
      store, engine: MemoryEngine(account ?? self.account), account: name
    ).syncNow()
  }

  private func device(_ store: PreferenceStore) throws -> String? {
    try SyncSetup(store).account?.device
  }

  @Test(
    "two copies of one file: both go on, and no edit of either is taken for the other's",
    arguments: [
      false, true,
    ])
  func copied(hasEdit: Bool) async throws {
    let original = try PreferenceStore(path: folder.file("original.db"))
    try original.set(1, for: Settings.a)
    try await sync(original)
    // With an edit on its way, the copy has the same one.
    if hasEdit { try original.set(2, for: Settings.a) }
    try original.backup(to: folder.file("copy.db"))
    let copy = try PreferenceStore(path: folder.file("copy.db"))
    let identity = try device(original)
    try original.set(10, for: Settings.b)
    try copy.set(20, for: Settings.c)
    try await sync(original)
    try await sync(copy)
    try await sync(original)
    #expect(try device(original) == identity)
    #expect(try device(copy) != identity)
    for store in [original, copy] {
      #expect(store[Settings.a] == (hasEdit ? 2 : 1))
      #expect(store[Settings.b] == 10)
      #expect(store[Settings.c] == 20)
    }
  }

  @Test(
    "two copies that are connected before either of them edits: no edit is taken for the other's")
  func copiedAndConnected() async throws {
    let original = try PreferenceStore(path: folder.file("original.db"))
    try await sync(original)
    try original.backup(to: folder.file("copy.db"))
    let copy = try PreferenceStore(path: folder.file("copy.db"))
    let syncs = [original, copy].map {
      PreferenceSync($0, engine: MemoryEngine(account), account: "ada")
    }
    for sync in syncs { try await sync.syncNow() }
    #expect(try device(copy) == device(original))
    try original.set(10, for: Settings.b)
    try copy.set(20, for: Settings.c)
    for sync in syncs + syncs { try await sync.syncNow() }
    #expect(try device(copy) != device(original))
    for store in [original, copy] {
      #expect(store[Settings.b] == 10)
      #expect(store[Settings.c] == 20)
    }
  }

  @Test("a file put back from a backup takes what it has missed, and a new identity when it edits")
  func restored() async throws {
    let path = folder.file("store.db")
    do {
      let store = try PreferenceStore(path: path)
      try store.set(1, for: Settings.a)
      try await sync(store)
      try store.backup(to: folder.file("backup.db"))
      try store.set(2, for: Settings.a)
      try store.set(2, for: Settings.b)
      try await sync(store)
      try store.close()
    }
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try FileManager.default.copyItem(atPath: folder.file("backup.db"), toPath: path)
    let store = try PreferenceStore(path: path)
    let identity = try device(store)
    try store.set(3, for: Settings.c)
    try await sync(store)
    #expect(try device(store) != identity)
    #expect(store[Settings.a] == 2)
    #expect(store[Settings.b] == 2)
    #expect(account.snapshot.items.count == 3)
  }

  @Test("another account: a new identity; what was not sent waits for the account it was made in")
  func accounts() async throws {
    let store = try PreferenceStore(path: folder.file())
    let other = MemoryEngine.Account()
    try store.set(1, for: Settings.a)
    try await sync(store)
    let identity = try device(store)
    account.isReachable = false
    try store.set(2, for: Settings.b)
    await #expect(throws: SyncError.self) { try await sync(store) }
    try SyncSetup(store).signOut()
    #expect(try SyncSetup(store).account == nil)
    try await sync(store, account: "bob", to: other)
    #expect(try device(store) != identity)
    #expect(other.snapshot.items.count == 2)
    try store.set(3, for: Settings.a)
    try await sync(store, account: "bob", to: other)
    account.isReachable = true
    #expect(account.snapshot.items.count == 1)
    try await sync(store, account: "ada")
    #expect(account.snapshot.items.count == 2)
    #expect(store[Settings.a] == 1)
    #expect(store[Settings.b] == 2)
  }

  @Test(
    "signing out, or in as somebody else, keeps edits that no round has seen",
    arguments: [false, true])
  func unseenEdits(meanwhile: Bool) async throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set(1, for: Settings.a)
    try store.set(1, for: Settings.b)
    try await sync(store)
    try store.set(2, for: Settings.a)
    try store.remove(Settings.b)
    if meanwhile {
      try SyncSetup(store).signIn(account: "bob")
    } else {
      try SyncSetup(store).signOut()
    }
    try await sync(store)
    #expect(store[Settings.a] == 2)
    #expect(try store.state(of: Settings.b) == .unset)
  }

  @Test("a sync that goes on while somebody else signs in leaves that account alone")
  func otherAccountMeanwhile() async throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set(1, for: Settings.a)
    try await sync(store)
    let running = PreferenceSync(store, engine: MemoryEngine(account), account: "ada")
    try running.start()
    for await status in running.statuses where status.activity == .idle { break }
    try SyncSetup(store).signIn(account: "bob")
    try store.set(2, for: Settings.b)
    for await status in running.statuses where status.error == .notSignedIn { break }
    await running.stop()
    #expect(account.snapshot.items.count == 1)
    #expect(try SyncDevice(store).update { $0.account.cursor } == .start)
    #expect(try SyncSetup(store).account?.account == "bob")
  }

  @Test("history that was pruned before it was sent: what is there now is sent")
  func pruned() async throws {
    var options = StoreOptions()
    options.retention.count = 10
    let store = try PreferenceStore(path: folder.file(), options: options)
    try store.set(1, for: Settings.a)
    try await sync(store)
    for value in 2..<3000 { try store.set(value, for: value % 7 == 0 ? Settings.a : Settings.b) }
    try store.remove(Settings.a)
    for value in 0..<2000 { try store.set(value, for: Settings.b) }
    try await sync(store)
    let items = Dictionary(
      account.snapshot.items.map { ($0.name.key, $0.value?.stored) }
    ) { first, _ in first }
    #expect(items["a"] == .some(nil))
    #expect(items["b"] == .int(1999))
  }

  @Test("two processes that sync one file do not get in each other's way")
  func twice() async throws {
    let first = try PreferenceStore(path: folder.file())
    try await sync(first)
    let second = try PreferenceStore(path: folder.file())
    let engines = (MemoryEngine(account), MemoryEngine(account))
    let (one, two) = (SyncDevice(first), SyncDevice(second))
    for value in 1...40 {
      try first.set(value, for: Settings.a)
      try second.set(value, for: Settings.b)
      async let left: Void = one.round(engines.0)
      async let right: Void = two.round(engines.1)
      _ = try await (left, right)
    }
    #expect(account.received.count == 80)
    #expect(try SyncSetup(first).edits(limit: 1000).allSatisfy { $0.state == .accepted })
  }

  @Test("a store that does not sync has none of the tables, one that does can go back")
  func tables() async throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set(1, for: Settings.a)
    #expect(try SyncSetup(store).account == nil)
    func tables() throws -> Int64? {
      try store.reading { (connection) throws(SQLiteError) in
        try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'sync%'")
      } ?? nil
    }
    #expect(try tables() == 0)
    try await sync(store)
    #expect((try tables() ?? 0) > 5)
    // An app of before opens it as ever.
    #expect(try PreferenceStore(path: folder.file())[Settings.a] == 1)
  }
}
