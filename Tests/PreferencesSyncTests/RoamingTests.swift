import Foundation
import Preferences
import PreferencesSync
import SQLiteCore
import TestSupport
import Testing

/// Devices of one account in memory, each with a round when it is told to.
private struct Account {
  var account = MemoryEngine.Account()

  func device(
    _ name: String, includes pattern: String? = "Settings.*",
    prefer: SyncRule.Preference = .server
  ) throws -> (store: PreferenceStore, sync: PreferenceSync) {
    let store = PreferenceStore.inMemory()
    return (store, try sync(store, name, includes: pattern, prefer: prefer))
  }

  func sync(
    _ store: PreferenceStore, _ name: String, includes pattern: String? = "Settings.*",
    prefer: SyncRule.Preference = .server
  ) throws -> PreferenceSync {
    var options = SyncOptions()
    options.deviceName = name
    options.prefer = prefer
    try SyncSetup(store).signIn(account: "ada", deviceName: name, prefer: prefer)
    if let pattern { try SyncSetup(store).include(pattern, prefer: prefer) }
    return PreferenceSync(store, engine: MemoryEngine(account), account: "ada", options: options)
  }

  var items: [PreferenceName: SyncValue?] {
    Dictionary(uniqueKeysWithValues: account.snapshot.items.map { ($0.name, $0.value) })
  }
}

@Suite("Roaming")
struct RoamingTests {
  private enum Settings: PreferenceNamespace {
    static let namespace = "Settings"
    static let size = key("size", default: 12)
    static let name = key("name", default: "none")
    static let accent = key("accent", default: PreferenceColor.white)
  }
  private enum Other: PreferenceNamespace {
    static let namespace = "Other"
    static let size = key("size", default: 0)
    static let secret = key("secret", default: "").unlogged()
  }

  private let account = Account()

  @Test("a change arrives with the device's name, as a change that is not the store's own")
  func arrives() async throws {
    let (a, b) = (try account.device("laptop"), try account.device("desk"))
    try a.store.set(20, for: Settings.size)
    try a.store.set(.red, for: Settings.accent)
    try await a.sync.syncNow()
    let changes = b.store.changes(of: Settings.size)
    try await b.sync.syncNow()
    #expect(b.store[Settings.size] == 20)
    #expect(b.store[Settings.accent] == .red)
    var iterator = changes.makeAsyncIterator()
    let change = try #require(try await iterator.next())
    #expect(change.new == 20)
    #expect(change.change.origin == "laptop")
    #expect(!change.isOwn)
    // Nothing comes back: what was pulled is not pushed.
    try await b.sync.syncNow()
    try await a.sync.syncNow()
    #expect(account.account.snapshot.head.revision == 2)
  }

  @Test("nothing roams without a rule; unlogged keys and defaults never")
  func rules() async throws {
    let a = try account.device("laptop", includes: nil)
    try a.store.set(20, for: Settings.size)
    try a.store.set(1, for: Other.size)
    try a.store.set("hidden", for: Other.secret)
    try await a.sync.syncNow()
    #expect(account.items.isEmpty)
    try SyncSetup(a.store).include("*")
    try SyncSetup(a.store).exclude("Other.size")
    _ = a.store[Settings.name]
    try await a.sync.syncNow()
    #expect(Set(account.items.keys) == [try PreferenceName("Settings.size")])
    try a.store.set("hidden too", for: Other.secret)
    try a.store.set(2, for: Other.size)
    try await a.sync.syncNow()
    #expect(account.items.count == 1)
  }

  @Test(
    "the first meeting: the server wins, or this device, or the later edit",
    arguments: [
      (SyncRule.Preference.server, 1), (.local, 2), (.newest, 2),
    ])
  func firstMeeting(prefer: SyncRule.Preference, expected: Int) async throws {
    let a = try account.device("laptop")
    try a.store.set(1, for: Settings.size)
    try a.store.set("only there", for: Settings.name)
    try await a.sync.syncNow()
    try await Task.sleep(for: .milliseconds(5))
    let store = PreferenceStore.inMemory()
    try store.set(2, for: Settings.size)
    try store.set(.red, for: Settings.accent)
    let b = try account.sync(store, "desk", prefer: prefer)
    try await b.syncNow()
    try await a.sync.syncNow()
    for store in [a.store, store] {
      #expect(store[Settings.size] == expected)
      #expect(store[Settings.name] == "only there")
      #expect(store[Settings.accent] == .red)
    }
    let edits = try b.edits()
    #expect(
      edits.contains {
        $0.name.key == "size" && $0.state == (expected == 1 ? .superseded : .accepted)
      })
  }

  @Test("the first meeting by time: a value that was older here gives way")
  func olderHere() async throws {
    let store = PreferenceStore.inMemory()
    try store.set(2, for: Settings.size)
    try await Task.sleep(for: .milliseconds(20))
    let a = try account.device("laptop")
    try a.store.set(1, for: Settings.size)
    try await a.sync.syncNow()
    let b = try account.sync(store, "desk", prefer: .newest)
    try await b.syncNow()
    #expect(store[Settings.size] == 1)
  }

  @Test("an excluded preference keeps its value here and there; what waited is not sent any more")
  func exclude() async throws {
    let (a, b) = (try account.device("laptop"), try account.device("desk"))
    try a.store.set(1, for: Settings.size)
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    account.account.isReachable = false
    try a.store.set(2, for: Settings.size)
    await #expect(throws: SyncError.self) { try await a.sync.syncNow() }
    account.account.isReachable = true
    try SyncSetup(a.store).exclude("Settings.size")
    try a.store.set("on", for: Settings.name)
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    #expect(a.store[Settings.size] == 2)
    #expect(b.store[Settings.size] == 1)
    #expect(b.store[Settings.name] == "on")
    #expect(a.sync.status.pending == 0)
    try b.store.set(3, for: Settings.size)
    try await b.sync.syncNow()
    try await a.sync.syncNow()
    #expect(a.store[Settings.size] == 2)
    // Included again, both meet as at first.
    try SyncSetup(a.store).include("Settings.size", prefer: .local)
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    #expect(b.store[Settings.size] == 2)
  }

  @Test(
    "an erased secret is in no byte of a file that roams: not waiting, not accepted, not from others"
  )
  func erase() async throws {
    let folder = try TemporaryFolder()
    let secret = "Xq7-secret-"
    let a = try account.device("laptop")
    try a.store.set(secret + "of another", for: Settings.name)
    try await a.sync.syncNow()
    let store = try PreferenceStore(path: folder.file())
    let b = try account.sync(store, "desk")
    try await b.syncNow()
    try store.set(secret + "sent", for: Settings.name)
    try await b.syncNow()
    account.account.isReachable = false
    try store.set(secret + "waiting", for: Settings.name)
    await #expect(throws: SyncError.self) { try await b.syncNow() }
    let name = try PreferenceName("Settings.name")
    func hasSecret() -> Bool {
      ["", "-wal"].contains { suffix in
        guard let data = FileManager.default.contents(atPath: folder.file() + suffix) else {
          return false
        }
        return data.range(of: Data(secret.utf8)) != nil
      }
    }
    #expect(hasSecret())
    try store.erase(name)
    #expect(!hasSecret())
    account.account.isReachable = true
    try await b.syncNow()
    try await a.sync.syncNow()
    #expect(!hasSecret())
    #expect(try a.store.state(of: Settings.name) == .unset)
    #expect(try b.edits().allSatisfy { $0.state != .pending && $0.value == nil })
  }

  @Test("edits of two devices that did not see each other: the later one wins, the other is kept")
  func conflict() async throws {
    let (a, b) = (try account.device("laptop"), try account.device("desk"))
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    try a.store.set(1, for: Settings.size)
    try await Task.sleep(for: .milliseconds(20))
    try b.store.set(2, for: Settings.size)
    try await b.sync.syncNow()
    #expect(a.store[Settings.size] == 1)
    try await a.sync.syncNow()
    #expect(a.store[Settings.size] == 2)
    let edit = try #require(try a.sync.edits().first)
    #expect(edit.state == .superseded)
    #expect(edit.winner == "desk")
    #expect(edit.value == .int(1))
    // To put it back is an ordinary new edit.
    try a.store.undo(Settings.size)
    #expect(a.store[Settings.size] == 1)
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    #expect(b.store[Settings.size] == 1)
  }

  @Test("who has seen the other's edit wins, whatever the clocks say")
  func causal() async throws {
    let (a, b) = (try account.device("laptop"), try account.device("desk"))
    try a.store.set(1, for: Settings.size)
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    try b.store.set(2, for: Settings.size)
    // Its clock is a day slow.
    _ = try b.store.changeForOthers { (changes) throws(PreferenceError) in
      try changes.sql { (connection) throws(SQLiteError) in
        try connection.run("UPDATE preference_change SET changed_at = changed_at - 86400000")
      }
    }
    try await b.sync.syncNow()
    try await a.sync.syncNow()
    #expect(a.store[Settings.size] == 2)
  }

  @Test("a removal roams like a value, and a foreign program's edit like one of ours")
  func removal() async throws {
    let (a, b) = (try account.device("laptop"), try account.device("desk"))
    try a.store.set(1, for: Settings.size)
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    _ = try b.store.changeForOthers { (changes) throws(PreferenceError) in
      try changes.sql { (connection) throws(SQLiteError) in
        try connection.run("DELETE FROM preference WHERE key = 'size'")
      }
    }
    try await b.sync.syncNow()
    try await a.sync.syncNow()
    #expect(try a.store.state(of: Settings.size) == .unset)
  }

  @Test("a value of an unknown type travels untouched")
  func unknownType() async throws {
    let (a, b) = (try account.device("laptop"), try account.device("desk"))
    let name = try PreferenceName("Settings.next")
    let value = StoredValue(type: StoredType(rawValue: "gradient"), storage: .blob([0, 255, 7]))
    try a.store.transaction { (transaction) throws(PreferenceError) in
      try transaction.set(value, for: name)
    }
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    #expect(try b.store.row(of: name)?.value == value)
  }

  @Test("a value that is too large stays here, is told of, and holds nothing up")
  func tooLarge() async throws {
    let (a, b) = (try account.device("laptop"), try account.device("desk"))
    try a.store.set(String(repeating: "x", count: 70_000), for: Settings.name)
    try a.store.set(3, for: Settings.size)
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    #expect(b.store[Settings.size] == 3)
    #expect(try b.store.state(of: Settings.name) == .unset)
    #expect(a.sync.status.pending == 1)
    #expect(try a.sync.edits().contains { $0.state == .refused && $0.name.key == "name" })
    #expect(a.store[Settings.name].count == 70_000)
    try a.store.set("short", for: Settings.name)
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    #expect(b.store[Settings.name] == "short")
  }

  @Test("an account without room: the edit stays here, is told of, and arrives once there is room")
  func full() async throws {
    var limits = SyncLimits()
    limits.items = 1
    let account = Account(account: MemoryEngine.Account(limits: limits))
    let (a, b) = (try account.device("laptop"), try account.device("desk"))
    try a.store.set(1, for: Settings.size)
    try await a.sync.syncNow()
    try a.store.set("no room", for: Settings.name)
    try await a.sync.syncNow()
    let refused = try a.sync.edits().filter { $0.state == .refused }
    #expect(refused.map(\.name.key) == ["name"])
    #expect(a.sync.status.pending == 1)
    try await b.sync.syncNow()
    try b.store.remove(Settings.size)
    try await b.sync.syncNow()
    try await a.sync.syncNow()
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    #expect(a.sync.status.pending == 0)
    #expect(b.store[Settings.name] == "no room")
  }
}
