public import Preferences

/// The name of an edit: which device made it, as its how-many-th.
public struct SyncVersion: Hashable, Sendable, Comparable {
  /// The random identity of a file on a device.
  public var device: String
  /// 1, 2, 3, … for each device.
  public var number: Int64

  /// A version from its parts.
  public init(device: String, number: Int64) {
    self.device = device
    self.number = number
  }

  /// By device, then by number, so that two edits of the same time have the same winner everywhere.
  public static func < (a: Self, b: Self) -> Bool {
    a.device.utf8.elementsEqual(b.device.utf8)
      ? a.number < b.number : a.device.utf8.lexicographicallyPrecedes(b.device.utf8)
  }
}

/// A place in the log of an account.
public struct SyncCursor: Hashable, Sendable {
  /// The number of the change, 0 before the first.
  public var revision: Int64
  /// Names the log up to there: it differs where the log was cut and written anew.
  public var chain: String

  /// A place from its parts.
  public init(revision: Int64, chain: String) {
    self.revision = revision
    self.chain = chain
  }

  /// Before the first change.
  public static let start = SyncCursor(revision: 0, chain: "")

  /// On no log: what was seen is not to be relied upon.
  static let nowhere = SyncCursor(revision: -1, chain: "")
}

/// A device introduces itself.
public struct SyncGreeting: Hashable, Sendable {
  /// Its identity.
  public var device: String
  /// Its name for people.
  public var name: String

  /// A greeting from its parts.
  public init(device: String, name: String) {
    self.device = device
    self.name = name
  }
}

/// What a server knows of a device, and the state of its account.
public struct SyncWelcome: Hashable, Sendable {
  /// The number of the last edit that the server has of the device.
  public var lastNumber: Int64
  /// ``SyncEdit/hash`` of that edit.
  public var hash: String
  /// Milliseconds since 1970 by the server's clock.
  public var time: Int64
  /// The end of the account's log.
  public var head: SyncCursor
  /// The most bytes that a value may have.
  public var valueLimit: Int

  /// A welcome from its parts.
  public init(lastNumber: Int64, hash: String, time: Int64, head: SyncCursor, valueLimit: Int) {
    self.lastNumber = lastNumber
    self.hash = hash
    self.time = time
    self.head = head
    self.valueLimit = valueLimit
  }
}

/// An edit on its way to the server.
public struct SyncEdit: Hashable, Sendable {
  /// The how-many-th of the device that hands it over.
  public var number: Int64
  /// The preference.
  public var name: PreferenceName
  /// Who made the edit: the device itself, or one whose edit the server has lost.
  public var version: SyncVersion
  /// The version that the person saw when editing; nil: none.
  public var base: SyncVersion?
  /// nil: removed.
  public var value: SyncValue?
  /// When it was made, by the server's clock as the device reckons it: milliseconds since 1970. Not an
  /// age, which a message that arrives late, or once more on a server that was put back, would falsify.
  public var edited: Int64
  /// The hash of the edit before, so that two files with one identity are found out.
  public var previousHash: String
  /// A running hash over all edits of the device.
  public var hash: String
  /// Only to be numbered: its value is larger than the server allows.
  public var isTooLarge: Bool

  /// An edit from its parts.
  public init(
    number: Int64, name: PreferenceName, version: SyncVersion, base: SyncVersion? = nil,
    value: SyncValue?, edited: Int64, previousHash: String, hash: String, isTooLarge: Bool = false
  ) {
    self.number = number
    self.name = name
    self.version = version
    self.base = base
    self.value = value
    self.edited = edited
    self.previousHash = previousHash
    self.hash = hash
    self.isTooLarge = isTooLarge
  }
}

/// What became of a push.
public struct SyncReceipt: Hashable, Sendable {
  /// Why the server did not take all.
  public enum Stop: String, Hashable, Sendable {
    /// It has the number already.
    case duplicate
    /// A number before is missing.
    case gap
    /// The edit before is another one than the server's: two files have one identity.
    case fork
  }

  /// The number of the last edit that the server has of the device now.
  public var lastNumber: Int64
  /// nil: all were taken, or refused for good.
  public var stop: Stop?
  /// Edits that the account has no room for, by number; the server goes on without them.
  public var refused: [Int64: String]

  /// A receipt from its parts.
  public init(lastNumber: Int64, stop: Stop? = nil, refused: [Int64: String] = [:]) {
    self.lastNumber = lastNumber
    self.stop = stop
    self.refused = refused
  }
}

/// The server's present value of a preference.
public struct SyncItem: Hashable, Sendable {
  /// The preference.
  public var name: PreferenceName
  /// The edit that has won.
  public var version: SyncVersion
  /// When it was made, by the server's clock: milliseconds since 1970.
  public var edited: Int64
  /// nil: removed.
  public var value: SyncValue?

  /// An item from its parts.
  public init(name: PreferenceName, version: SyncVersion, edited: Int64, value: SyncValue?) {
    self.name = name
    self.version = version
    self.edited = edited
    self.value = value
  }

  /// Whether this one wins where neither has seen the other.
  func isNewer(than other: SyncItem) -> Bool {
    (edited, version) > (other.edited, other.version)
  }
}

/// One change in the log of an account.
public struct SyncChange: Hashable, Sendable {
  /// Where it stands.
  public var cursor: SyncCursor
  /// What was edited.
  public var item: SyncItem
  /// Who handed it over, as which number.
  public var sender: SyncVersion
  /// Whether it became the present value.
  public var hasWon: Bool
  /// The name of the device that made it, for people.
  public var deviceName: String

  /// A change from its parts.
  public init(
    cursor: SyncCursor, item: SyncItem, sender: SyncVersion, hasWon: Bool, deviceName: String
  ) {
    self.cursor = cursor
    self.item = item
    self.sender = sender
    self.hasWon = hasWon
    self.deviceName = deviceName
  }
}

/// A part of the log.
public enum SyncPage: Hashable, Sendable {
  /// The next changes; fewer than asked for do not mean that the end is reached.
  case changes([SyncChange], head: SyncCursor)
  /// The cursor is on a history that the server does not have (any more): ask for a snapshot.
  case resync
}

/// All of an account at one moment.
public struct SyncSnapshot: Hashable, Sendable {
  /// Removed ones too, as long as the server remembers them.
  public var items: [SyncItem]
  /// The end of the log.
  public var head: SyncCursor
  /// The last number that the server has of each device.
  public var lastNumbers: [String: Int64]
  /// The names of the devices.
  public var deviceNames: [String: String]

  /// A snapshot from its parts.
  public init(
    items: [SyncItem], head: SyncCursor, lastNumbers: [String: Int64],
    deviceNames: [String: String]
  ) {
    self.items = items
    self.head = head
    self.lastNumbers = lastNumbers
    self.deviceNames = deviceNames
  }
}

/// A device of an account.
public struct SyncDeviceEntry: Hashable, Sendable {
  /// Its identity.
  public var device: String
  /// Its name for people.
  public var name: String
  /// How many edits the server has of it.
  public var lastNumber: Int64
  /// When it was last connected: milliseconds since 1970.
  public var seen: Int64

  /// An entry from its parts.
  public init(device: String, name: String, lastNumber: Int64, seen: Int64) {
    self.device = device
    self.name = name
    self.lastNumber = lastNumber
    self.seen = seen
  }
}
