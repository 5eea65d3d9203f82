internal import SQLiteCore

/// An engine in memory, for tests and previews: all engines of one ``Account`` are devices of it.
public final class MemoryEngine: SyncEngine {
  /// What a server would keep of an account.
  public final class Account: Sendable {
    private struct State {
      var server: MemoryServer
      var isReachable = true
      var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
      var lastWaiter = 0
      var told = 0
    }

    private let state: Lock<State>
    private let clock: SyncClock

    /// An account without anything in it.
    public convenience init(limits: SyncLimits = SyncLimits()) {
      self.init(limits: limits, clock: .system)
    }

    package init(limits: SyncLimits = SyncLimits(), clock: SyncClock) {
      state = Lock(State(server: MemoryServer(limits)))
      self.clock = clock
    }

    /// Whether engines can reach it; tests set it to false.
    public var isReachable: Bool {
      get { state.withLock(\.isReachable) }
      set { state.withLock { $0.isReachable = newValue } }
    }

    func use<Result>(
      _ body: (inout MemoryServer, Int64) -> Result
    ) throws(SyncError) -> Result {
      let now = clock.now().wall
      let result = state.withLock { $0.isReachable ? body(&$0.server, now) : nil }
      guard let result else { throw .offline("the account is not reachable") }
      return result
    }

    // MARK: - For tests

    /// A state of the server, to put it back to.
    package struct Backup: Sendable { let server: MemoryServer }

    package var backup: Backup { Backup(server: state.withLock(\.server)) }

    package func restore(_ backup: Backup) { state.withLock { $0.server = backup.server } }

    package func trim(keeping count: Int) { state.withLock { $0.server.trim(keeping: count) } }

    package func purge(before time: Int64) { state.withLock { $0.server.purge(before: time) } }

    /// The versions that the log has.
    package var received: Set<SyncVersion> {
      state.withLock { Set($0.server.log.map(\.item.version)) }
    }

    package var snapshot: SyncSnapshot { state.withLock(\.server.snapshot) }

    // MARK: - Hints

    /// How often something was pushed.
    var told: Int { state.withLock(\.told) }

    func tell() {
      let waiting = state.withLock { state in
        state.told += 1
        defer { state.waiting = [:] }
        return state.waiting.values
      }
      for continuation in waiting { continuation.resume() }
    }

    /// Waits until more was told than `seen`, or until the task is cancelled.
    func wait(after seen: Int) async {
      let id = state.withLock { state in
        state.lastWaiter += 1
        return state.lastWaiter
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isLate = state.withLock { state in
            guard state.told == seen, !Task.isCancelled else { return true }
            state.waiting[id] = continuation
            return false
          }
          if isLate { continuation.resume() }
        }
      } onCancel: {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
      }
    }
  }

  private let account: Account
  private let seen = Lock(0)

  /// An engine of an account.
  public init(_ account: Account) { self.account = account }

  /// See ``SyncEngine``.
  public func hello(_ greeting: SyncGreeting) async throws(SyncError) -> SyncWelcome {
    try account.use { $0.hello(greeting, now: $1) }
  }

  /// See ``SyncEngine``.
  public func pull(
    after cursor: SyncCursor, limit: Int
  ) async throws(SyncError) -> SyncPage {
    try account.use { server, _ in server.pull(after: cursor, limit: limit) }
  }

  /// See ``SyncEngine``.
  public func push(
    _ edits: [SyncEdit], from device: String
  ) async throws(SyncError) -> SyncReceipt {
    let receipt = try account.use { $0.push(edits, from: device, now: $1) }
    account.tell()
    return receipt
  }

  /// See ``SyncEngine``.
  public func snapshot() async throws(SyncError) -> SyncSnapshot {
    try account.use { server, _ in server.snapshot }
  }

  /// See ``SyncEngine``.
  public func waitForHint() async throws(SyncError) {
    await account.wait(after: seen.withLock { $0 })
    seen.withLock { $0 = account.told }
  }

  /// See ``SyncEngine``.
  public func devices() async throws(SyncError) -> [SyncDeviceEntry] {
    try account.use { server, _ in
      server.devices.filter { !$0.value.isForgotten }.map { device, entry in
        SyncDeviceEntry(
          device: device, name: entry.name, lastNumber: entry.lastNumber, seen: entry.seen)
      }.sorted { ($0.name, $0.device) < ($1.name, $1.device) }
    }
  }

  /// See ``SyncEngine``.
  public func forget(_ device: String) async throws(SyncError) {
    try account.use { server, _ in server.forget(device) }
  }

  /// See ``SyncEngine``.
  public func disconnect() async {}
}
