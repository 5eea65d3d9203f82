internal import SQLiteCore

/// The writes of one transaction: numbered, signed with an origin, logged by the schema's triggers.
///
/// The write path of V0001: an UPDATE that names the next sequence number, an INSERT only for an
/// absent key. The mark (`sqlite3_set_last_insert_rowid`) tells the triggers the change set and
/// origin; it is set directly before each statement and taken back directly after it, also when the
/// statement throws, or it would sign the writes of somebody else.
struct ChangeSet {
  let connection: Connection
  /// The number of the change set: its first sequence.
  let number: Int64
  private let origin: String
  /// The row of preference_origin; nil for a new name until the first change: what changes nothing
  /// must not touch the file.
  private var originID: Int64?
  private var next: Int64
  private let now = SystemCalls.now
  /// The names that were written so far, also of keys that leave nothing in the log.
  private(set) var written: [PreferenceName] = []
  private var isAll = true

  /// The changes so far.
  var committed: CommittedChanges {
    CommittedChanges(names: written, sequences: sequences, isAll: isAll)
  }

  /// The numbers of the changes so far; nil when none is in the log.
  var sequences: ClosedRange<Int64>? { next > number ? number...(next - 1) : nil }

  /// The mark holds 20 bits of origin and 43 of change set: a write per microsecond for 270 years.
  private static let originBits: Int64 = 20
  private static let lastNumber: Int64 = (1 << 43) - 2

  /// Begins a change set, or goes on with one; inside a transaction.
  init(on connection: Connection, origin: String, number: Int64? = nil) throws(SQLiteError) {
    self.connection = connection
    self.origin = origin
    next = try Self.next(on: connection)
    self.number = number ?? next
    originID = try connection.originID(of: origin)
  }

  /// Stores a value; a row that is equal already is not touched.
  mutating func set(_ value: StoredValue, for name: PreferenceName) throws(SQLiteError) {
    if originID == nil, try connection.storedValue(of: name) == value { return }
    let (next, now) = (next, now)
    let hasWritten = try marked { (connection) throws(SQLiteError) in
      try connection.update(name, to: value, next: next, now: now)
        ? true : try connection.insert(name, value)
    }
    if hasWritten {
      try noteChange(of: name)
    } else if try connection.storedValue(of: name) != value {
      throw refusal
    }
  }

  /// Deletes a preference; says whether there was one.
  @discardableResult
  mutating func remove(_ name: PreferenceName) throws(SQLiteError) -> Bool {
    guard try connection.storedValue(of: name) != nil else { return false }
    guard try marked({ (connection) throws(SQLiteError) in try connection.delete(name) }) else {
      throw refusal
    }
    try noteChange(of: name)
    return true
  }

  /// After a change: reads the next number of the log.
  mutating func noteChange(of name: PreferenceName) throws(SQLiteError) {
    written.append(name)
    let expected = next + 1
    next = try Self.next(on: connection)
    // More than one row: a trigger of somebody's has changed others along with it.
    if next > expected { isAll = false }
  }

  /// Runs statements under the mark.
  mutating func marked<Result>(
    _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    let id: Int64
    if let known = originID { id = known } else { id = try connection.insertOrigin(origin) }
    originID = id
    connection.setLastInsertRowID(-(number << Self.originBits | min(id, 0xFFFFF)))
    defer { connection.setLastInsertRowID(0) }
    return try body(connection)
  }

  /// The next number of the log; read again after each change, which a key that is not logged has
  /// not moved.
  private static func next(on connection: Connection) throws(SQLiteError) -> Int64 {
    let last = try connection.lastSequence()
    guard (0...lastNumber).contains(last) else {
      throw SQLiteError(
        code: .corrupt, message: "the log is numbered up to \(last)", operation: .step,
        path: connection.path)
    }
    return last + 1
  }

  /// Somebody's trigger, which the schema of ours does not have.
  private var refusal: SQLiteError {
    SQLiteError(
      code: .abort, message: "a trigger in the file has swallowed the change", operation: .step,
      path: connection.path)
  }
}
