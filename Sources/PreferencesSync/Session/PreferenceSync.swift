public import Preferences
internal import SQLiteCore

/// Keeps a store in step with the others of an account, through a server.
///
/// ```swift
/// let sync = PreferenceSync(store, engine: engine, account: "ada")
/// try SyncSetup(store).include("Settings.*")
/// sync.start()
/// for await status in sync.statuses { print(status.activity, status.pending) }
/// ```
///
/// Writes go to the store as ever, connected or not. Changes of other devices arrive as changes of the
/// store, with the device's name as their origin; each observer sees them. No error ends a sync:
/// it waits and tries again, also while somebody else is signed in (`notSignedIn`).
public final class PreferenceSync: Sendable {
  /// The store.
  public let store: PreferenceStore
  private let engine: any SyncEngine
  private let account: String
  private let options: SyncOptions
  private let device: SyncDevice
  private let board = StatusBoard()
  private let running = Lock<Task<Void, Never>?>(nil)
  /// One round at a time, whoever asks for it.
  private let turn = Turnstile()

  /// A sync that is not started yet; nothing is written.
  public init(
    _ store: PreferenceStore, engine: any SyncEngine, account: String,
    options: SyncOptions = SyncOptions()
  ) {
    self.store = store
    self.engine = engine
    self.account = account
    self.options = options
    device = SyncDevice(store, account: account)
  }

  deinit { running.withLock { $0?.cancel() } }

  /// Signs the store in where it is not, and begins to sync; it goes on until ``stop()`` or the end of
  /// this object.
  ///
  /// - Throws: `store`, when the store cannot be written.
  public func start() throws(SyncError) {
    try signIn()
    try device.update { (update) throws(PreferenceError) in try update.retryRefused() }
    running.withLock { task in
      guard task == nil else { return }
      let loop = SyncLoop(
        engine: engine, device: device, board: board, turn: turn, options: options)
      task = Task { await loop.run() }
    }
  }

  /// Ends the sync; edits go on to be queued by whoever syncs the store next.
  public func stop() async {
    let task = running.withLock { task in
      defer { task = nil }
      return task
    }
    task?.cancel()
    await task?.value
    await engine.disconnect()
    board.change { $0.activity = .stopped }
  }

  /// One round now, whether started or not.
  public func syncNow() async throws(SyncError) {
    try signIn()
    try device.update { (update) throws(PreferenceError) in try update.retryRefused() }
    do throws(SyncError) {
      try await turn.alone { () throws(SyncError) in try await device.round(engine) }
    } catch {
      device.forgetGreeting()
      throw error
    }
    let pending = try device.collect()
    board.change { status in
      status.pending = pending
      status.lastSync = SyncClock.system.now().wall
      status.error = nil
      switch status.activity {
      case .offline, .failed: status.activity = .idle
      default: break
      }
    }
  }

  /// The present status.
  public var status: SyncStatus { board.status }

  /// The status whenever it changes.
  public var statuses: SyncStatuses { board.statuses }

  /// Values of other devices that cannot be stored here, such as those of newer versions; they stay on
  /// the server as they are.
  public var problems: [PreferenceError] { device.problems }

  private func signIn() throws(SyncError) {
    let setup = SyncSetup(store)
    guard try setup.account?.account != account else { return }
    try setup.signIn(account: account, deviceName: options.deviceName, prefer: options.prefer)
  }
}

/// Lets one in at a time.
actor Turnstile {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  nonisolated func alone<Failure>(
    _ body: () async throws(Failure) -> Void
  ) async throws(Failure) {
    await enter()
    do throws(Failure) { try await body() } catch {
      await leave()
      throw error
    }
    await leave()
  }

  private func enter() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    guard !waiting.isEmpty else {
      isTaken = false
      return
    }
    waiting.removeFirst().resume()
  }
}
