import Preferences
import PreferencesSync
import Synchronization
import Testing

private enum Settings: PreferenceNamespace {
  static let namespace = "Settings"
  static let a = key("a", default: 0)
}

@Suite("Roaming: a sync that goes on", .timeLimit(.minutes(30)))
struct SessionTests {
  private let account = MemoryEngine.Account()

  private func device(
    _ name: String, usesHints: Bool = true, poll: Duration = .seconds(30)
  ) throws -> (store: PreferenceStore, sync: PreferenceSync) {
    var options = SyncOptions()
    options.deviceName = name
    options.usesHints = usesHints
    options.pollInterval = poll
    let store = PreferenceStore.inMemory()
    let sync = PreferenceSync(
      store, engine: MemoryEngine(account), account: "ada", options: options)
    try SyncSetup(store).signIn(account: "ada", deviceName: name)
    try SyncSetup(store).include("*")
    return (store, sync)
  }

  private func first(
    _ sync: PreferenceSync, where matches: (SyncStatus) -> Bool
  ) async -> SyncStatus? {
    for await status in sync.statuses where matches(status) { return status }
    return nil
  }

  @Test(
    "a commit on one device reaches the handler on the other, by hint or by polling",
    arguments: [
      true, false,
    ])
  func arrives(usesHints: Bool) async throws {
    let a = try device("laptop")
    let b = try device("desk", usesHints: usesHints, poll: .milliseconds(50))
    try a.sync.start()
    try b.sync.start()
    _ = await first(b.sync) { $0.activity == .idle }
    let changes = b.store.changes(of: Settings.a)
    for value in 1...5 { try a.store.set(value, for: Settings.a) }
    var seen: [Int] = []
    for try await change in changes {
      seen.append(change.new)
      #expect(change.change.origin == "laptop" && !change.isOwn)
      if seen.count == 5 { break }
    }
    #expect(seen == [1, 2, 3, 4, 5])
    await a.sync.stop()
    await b.sync.stop()
    #expect(b.sync.status.activity == .stopped)
  }

  @Test("without a server edits are counted and nothing ends; then they are sent")
  func offline() async throws {
    let a = try device("laptop")
    account.isReachable = false
    try a.sync.start()
    guard case .offline = await first(a.sync, where: { $0.error != nil })?.activity else {
      Issue.record("not offline")
      return
    }
    try a.store.set(1, for: Settings.a)
    try a.store.set(2, for: Settings.a)
    account.isReachable = true
    let status = await first(a.sync) { $0.activity == .idle && $0.lastSync != nil }
    #expect(status?.error == nil)
    _ = await first(a.sync) { $0.pending == 0 }
    #expect(account.snapshot.items.count == 1)
    await a.sync.stop()
  }

  @Test("while no server answers, only the rounds try to connect, each after its wait")
  func onlyRoundsConnect() async throws {
    let store = PreferenceStore.inMemory()
    let engine = UnreachableEngine()
    let sync = PreferenceSync(store, engine: engine, account: "ada")
    try sync.start()
    // The fourth comes after some three seconds.
    while engine.rounds.load(ordering: .relaxed) < 4 {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(engine.waits.load(ordering: .relaxed) == 1)
    await sync.stop()
  }

  @Test("offline since the first attempt, however many follow; a round by hand ends it")
  func offlineSince() async throws {
    let a = try device("laptop")
    account.isReachable = false
    try a.sync.start()
    var times: Set<Int64> = []
    var attempts = 0
    for await status in a.sync.statuses {
      guard case .offline(let since) = status.activity else { continue }
      times.insert(since)
      attempts += 1
      if attempts == 3 { break }
    }
    #expect(times.count == 1)
    account.isReachable = true
    try await a.sync.syncNow()
    #expect(a.sync.status.activity == .idle)
  }

  @Test("a sync that is stopped leaves edits queued for the next")
  func stopped() async throws {
    let a = try device("laptop")
    try a.sync.start()
    _ = await first(a.sync) { $0.activity == .idle }
    await a.sync.stop()
    try a.store.set(7, for: Settings.a)
    #expect(account.snapshot.items.isEmpty)
    try await a.sync.syncNow()
    #expect(account.snapshot.items.count == 1)
  }
}

/// A server that cannot be reached; counts the attempts.
private final class UnreachableEngine: SyncEngine {
  let rounds = Atomic(0)
  let waits = Atomic(0)
  private let error = SyncError.offline("out of order")

  func hello(_ greeting: SyncGreeting) async throws(SyncError) -> SyncWelcome {
    rounds.add(1, ordering: .relaxed)
    throw error
  }

  func waitForHint() async throws(SyncError) {
    waits.add(1, ordering: .relaxed)
    throw error
  }

  func pull(after cursor: SyncCursor, limit: Int) async throws(SyncError) -> SyncPage {
    throw error
  }
  func push(_ edits: [SyncEdit], from device: String) async throws(SyncError) -> SyncReceipt {
    throw error
  }
  func snapshot() async throws(SyncError) -> SyncSnapshot { throw error }
  func devices() async throws(SyncError) -> [SyncDeviceEntry] { throw error }
  func forget(_ device: String) async throws(SyncError) { throw error }
  func disconnect() async {}
}
