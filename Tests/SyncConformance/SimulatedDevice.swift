import Preferences
import PreferencesSync
import SQLiteCore
import TestSupport

/// A device of the model: a store in memory with the real device code, and clocks of its own.
final class SimulatedDevice {
  let name: String
  let engine: FaultyEngine
  private var store: PreferenceStore
  private var device: SyncDevice
  private let time: Guarded<Int64>
  private let clocks: Guarded<Clocks>
  private let omission: Omission?
  private let folder: TemporaryFolder
  private var kept: Kept?
  /// How many edits were made here.
  private(set) var editCount = 0
  /// The newest item that was ever seen, of each name.
  private(set) var seen: [PreferenceName: SyncItem] = [:]

  /// What is wrong with its clocks, and how often the machine was started.
  private struct Clocks: Sendable {
    var skew: Int64
    var started: Int64
    var run = 1
  }

  /// A copy of its file, with what was known of it then.
  private struct Kept {
    var path: String
    var editCount: Int
    var seen: [PreferenceName: SyncItem]
    var sent: SentEdits
  }

  /// - Parameter isOnDisk: its file can be copied.
  init(
    name: String, engine: FaultyEngine, time: Guarded<Int64>, skew: Int64, omission: Omission?,
    isOnDisk: Bool
  ) throws {
    self.name = name
    self.engine = engine
    self.time = time
    clocks = Guarded(Clocks(skew: skew, started: time.value))
    self.omission = omission
    folder = try TemporaryFolder()
    store = isOnDisk ? try PreferenceStore(path: folder.file()) : .inMemory()
    device = SyncDevice(store, clock: Self.clock(time, clocks))
    let setup = SyncSetup(store)
    try setup.signIn(account: "account", deviceName: name)
    try setup.include(omission == .exclusion ? "*" : "Settings.*")
    if let sql = omission?.sql { try device.run(sql) }
  }

  /// A copy of its file on another machine, where it goes on as if it were this device.
  init(copy original: SimulatedDevice, name: String, engine: FaultyEngine) throws {
    self.name = name
    self.engine = engine
    time = original.time
    clocks = Guarded(original.clocks.value)
    omission = original.omission
    folder = try TemporaryFolder()
    (store, device) = (original.store, original.device)
    try original.keep()
    try use(original.kept)
  }

  /// Somebody makes a backup of its file.
  func keep() throws {
    let path = folder.file("\(time.value).db")
    try store.backup(to: path, overwriting: true)
    kept = Kept(path: path, editCount: editCount, seen: seen, sent: engine.sent.value)
  }

  /// Its file is put back to the last backup, and the process starts anew.
  func putBack() throws { try use(kept) }

  private func use(_ kept: Kept?) throws {
    guard let kept else { return }
    let path = folder.file("\(time.value)-\(kept.editCount)-used.db")
    try PreferenceStore(path: kept.path).backup(to: path, overwriting: true)
    store = try PreferenceStore(path: path)
    device = SyncDevice(store, clock: Self.clock(time, clocks))
    (editCount, seen, engine.sent.value) = (kept.editCount, kept.seen, kept.sent)
  }

  private static func clock(_ time: Guarded<Int64>, _ clocks: Guarded<Clocks>) -> SyncClock {
    SyncClock {
      let (now, clocks) = (time.value, clocks.value)
      return .init(
        wall: now + clocks.skew, monotonic: now - clocks.started, boot: "run \(clocks.run)")
    }
  }

  /// Somebody sets the clock of the wall, by up to a day from what is right.
  func setClock(_ skew: Int64) { clocks.withLock { $0.skew = skew } }

  /// The process ends and starts again, and with it the machine, or not.
  func restart(isMachine: Bool) {
    let now = time.value
    if isMachine {
      clocks.withLock { clocks in
        clocks.started = now
        clocks.run += 1
      }
    }
    device = SyncDevice(store, clock: Self.clock(time, clocks))
  }

  /// Edits what is nobody else's business: a preference without a rule, one that leaves no history.
  func editPrivately() throws {
    try store.set(Int(time.value), for: PreferenceStore.Key("private", in: "Other", default: 0))
    try store.set(
      "\(time.value)",
      for: PreferenceStore.Key("secret", in: "Settings.Own", default: "").unlogged())
  }

  /// Edits a preference at the simulated time.
  ///
  /// - Parameter isNoticed: a sync is running, and queues the edit soon.
  func edit(_ name: PreferenceName, to value: Int64?, isNoticed: Bool = true) throws {
    let wall = time.value + clocks.value.skew
    let last =
      try store.reading { (connection) throws(SQLiteError) in
        try connection.integer("SELECT max(sequence) FROM preference_change") ?? 0
      } ?? 0
    try store.transaction { (transaction) throws(PreferenceError) in
      if let value {
        try transaction.set(.int(value), for: name)
      } else {
        try transaction.remove(name)
      }
    }
    let made = try store.changeForOthers { (changes) throws(PreferenceError) in
      try changes.sql { (connection) throws(SQLiteError) in
        try connection.withStatement(
          "UPDATE preference_change SET changed_at = ?1 WHERE sequence > ?2"
        ) { (statement) throws(SQLiteError) in
          try statement.bind(wall, at: 1)
          try statement.bind(last, at: 2)
          try statement.run()
          return connection.changes
        }
      }
    }
    editCount += Int(made)
    if isNoticed { try device.collect() }
  }

  /// A round, as far as it goes.
  @discardableResult
  func sync() async -> SyncError? {
    var failure: SyncError?
    do throws(SyncError) { try await device.round(engine) } catch {
      device.forgetGreeting()
      failure = error
    }
    for item in (try? device.items()) ?? [] {
      if let old = seen[item.name], (old.edited, old.version) >= (item.edited, item.version) {
        continue
      }
      seen[item.name] = item
    }
    if omission == .shadow { try? device.dropShadows() }
    return failure
  }

  func value(of name: PreferenceName) throws -> SyncValue? {
    try store.row(of: name).map { SyncValue($0.value) }
  }

  func edits() throws -> [SyncDevice.EditRecord] {
    try device.editRecords().filter(\.isOwn)
  }
}
