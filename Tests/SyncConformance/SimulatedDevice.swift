import Preferences
import PreferencesSync
import SQLiteCore

/// A device of the model: a store in memory with the real device code, and clocks of its own.
final class SimulatedDevice {
  let name: String
  let engine: FaultyEngine
  private let store = PreferenceStore.inMemory()
  private let device: SyncDevice
  private let time: Guarded<Int64>
  private let skew: Int64
  private let dropsShadows: Bool
  /// How many edits were made here.
  private(set) var editCount = 0
  /// The newest item that was ever seen, of each name.
  private(set) var seen: [PreferenceName: SyncItem] = [:]

  init(
    name: String, engine: FaultyEngine, time: Guarded<Int64>, skew: Int64, dropsShadows: Bool
  ) throws {
    self.name = name
    self.engine = engine
    self.time = time
    self.skew = skew
    self.dropsShadows = dropsShadows
    device = SyncDevice(
      store,
      clock: SyncClock {
        let now = time.value
        return .init(wall: now + skew, monotonic: now, boot: "one")
      })
    let setup = SyncSetup(store)
    try setup.signIn(account: "account", deviceName: name)
    try setup.include("Settings.*")
  }

  /// Edits a preference at the simulated time.
  func edit(_ name: PreferenceName, to value: Int64?) throws {
    let wall = time.value + skew
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
    // As a running sync does, soon after the edit.
    try device.collect()
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
    if dropsShadows { try? device.dropShadows() }
    return failure
  }

  func value(of name: PreferenceName) throws -> SyncValue? {
    try store.row(of: name).map { SyncValue($0.value) }
  }

  func edits() throws -> [SyncDevice.EditRecord] {
    try device.editRecords().filter(\.isOwn)
  }
}
