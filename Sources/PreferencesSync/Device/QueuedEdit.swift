internal import Preferences

/// A row of `sync_edit`, as far as the protocol needs it.
struct QueuedEdit: Hashable, Sendable {
  var number: Int64
  var name: PreferenceName
  var version: SyncVersion
  var base: SyncVersion?
  /// By the server's clock; nil until the server has had it for the first time.
  var edited: Int64?
  /// What this device has told or will tell the server; nil until it is sent for the first time.
  var claimed: Int64?
  var madeAt: Int64
  var monotonic: Int64
  var boot: String
  var notBefore: Int64
  var value: SyncValue?
  var hash: String
  var sequence: Int64

  /// When it was made, by the server's clock.
  func edited(at moment: SyncClock.Moment, serverTime: Int64) -> Int64 {
    edited ?? claimed ?? serverTime - age(at: moment, serverTime: serverTime)
  }

  /// Milliseconds since the edit. A clock that was set in between can only mislead within the time
  /// since the server was last told all.
  private func age(at moment: SyncClock.Moment, serverTime: Int64) -> Int64 {
    let isSameRun = !boot.isEmpty && boot == moment.boot
    let age = isSameRun ? moment.monotonic - monotonic : moment.wall - madeAt
    return max(0, min(age, serverTime - notBefore))
  }
}

/// What a device shows for a preference: its newest edit that the server does not have, else the
/// server's item.
enum VisibleVersion: Hashable, Sendable {
  case edit(QueuedEdit)
  case item(SyncItem)
  case none

  var version: SyncVersion? {
    switch self {
    case .edit(let edit): edit.version
    case .item(let item): item.version
    case .none: nil
    }
  }

  var value: SyncValue? {
    switch self {
    case .edit(let edit): edit.value
    case .item(let item): item.value
    case .none: nil
    }
  }
}
