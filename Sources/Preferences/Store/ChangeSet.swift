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
  private let mark: Int64
  private var next: Int64
  private let now = SystemCalls.now

  /// Begins a change set, or goes on with one; inside a transaction.
  init(on connection: Connection, origin: Int64, number: Int64? = nil) throws(SQLiteError) {
    self.connection = connection
    next = try connection.lastSequence() + 1
    self.number = number ?? next
    // 20 bits of origin, 43 of change set: enough for a write per microsecond for 270 years.
    mark = -(self.number << 20 | min(origin, 0xFFFFF))
  }

  /// Stores a value; a row that is equal already is not touched.
  mutating func set(_ value: StoredValue, for name: PreferenceName) throws(SQLiteError) {
    let written = try marked { () throws(SQLiteError) in
      try connection.update(name, to: value, next: next, now: now)
        ? true : try connection.insert(name, value)
    }
    if written { try advance() }
  }

  /// Deletes a preference; says whether there was one.
  @discardableResult
  mutating func remove(_ name: PreferenceName) throws(SQLiteError) -> Bool {
    let removed = try marked { () throws(SQLiteError) in try connection.delete(name) }
    if removed { try advance() }
    return removed
  }

  /// Runs a statement of somebody else under the mark.
  func marked<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    connection.setLastInsertRowID(mark)
    defer { connection.setLastInsertRowID(0) }
    return try body()
  }

  /// Reads the newest sequence again: a key that is not logged has not moved it.
  mutating func advance() throws(SQLiteError) {
    next = try connection.lastSequence() + 1
  }
}
