internal import SQLiteCore

/// Which change set undid which: the table `preference_undo`.
struct UndoRecords {
  private struct Record {
    var target: Int64
    var isRedo: Bool
    var isPartial: Bool
  }

  private let records: [Int64: Record]
  private let undone: Set<Int64>

  /// The migration that brought the table.
  private static let version = 3

  init(on connection: Connection) throws(SQLiteError) {
    records = try Self.read(from: connection)
    // From the newest on: an undo that was undone itself has undone nothing.
    var undone: Set<Int64> = []
    for (set, record) in records.sorted(by: { $0.key > $1.key }) where !record.isPartial {
      if !undone.contains(set) { undone.insert(record.target) }
    }
    self.undone = undone
  }

  private static func read(
    from connection: Connection
  ) throws(SQLiteError) -> [Int64: Record] {
    // A store that only reads does not upgrade an older file.
    guard try connection.userVersion() >= Self.version else { return [:] }
    return try connection.withStatement(
      "SELECT change_set, undone, is_redo, is_partial FROM preference_undo WHERE undone < change_set"
    ) { (statement) throws(SQLiteError) in
      var records: [Int64: Record] = [:]
      while try statement.step() {
        records[try statement.integer(at: 0)] = Record(
          target: try statement.integer(at: 1), isRedo: try statement.integer(at: 2) != 0,
          isPartial: try statement.integer(at: 3) != 0)
      }
      return records
    }
  }

  /// The set that a set undid, wholly or in part; always an older one.
  func target(of set: Int64) -> Int64? { records[set]?.target }

  /// Whether all of a set has been undone, and not done again.
  func isUndone(_ set: Int64) -> Bool { undone.contains(set) }

  /// An undo of an undo is a redo, one of a redo an undo again.
  func kind(of set: Int64) -> PreferenceChangeSet.Kind {
    records[set].map { $0.isRedo ? .redo : .undo } ?? .change
  }
}

extension Connection {
  /// Notes what a set has undone: a set of this number and kind, or one key of it.
  func recordUndo(
    by set: Int64, of target: Int64, _ kind: PreferenceChangeSet.Kind, isWhole: Bool
  ) throws(SQLiteError) {
    try withStatement(
      """
      INSERT INTO preference_undo (change_set, undone, is_redo, is_partial) VALUES (?1, ?2, ?3, ?4)
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(set, at: 1)
      try statement.bind(target, at: 2)
      try statement.bind(Int64(kind == .undo ? 1 : 0), at: 3)
      try statement.bind(Int64(isWhole ? 0 : 1), at: 4)
      try statement.run()
    }
  }
}
