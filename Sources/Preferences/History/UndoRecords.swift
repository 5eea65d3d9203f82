internal import SQLiteCore

/// Which change set undid which: the table `preference_undo`.
struct UndoRecords {
  /// The set that a set undid; negative where it undid a part of it only.
  private let records: [Int64: Int64]
  private let undone: Set<Int64>

  /// The migration that brought the table.
  private static let version = 3

  init(on connection: Connection) throws(SQLiteError) {
    var records: [Int64: Int64] = [:]
    // A store that only reads does not upgrade an older file.
    if try connection.userVersion() >= Self.version {
      try connection.withStatement("SELECT change_set, undone FROM preference_undo") {
        (statement) throws(SQLiteError) in
        while try statement.step() {
          let (set, target) = (try statement.integer(at: 0), try statement.integer(at: 1))
          // Always an older one; anything else would lead round in circles.
          if target.magnitude < set.magnitude { records[set] = target }
        }
      }
    }
    self.records = records
    // From the newest on: an undo that was undone itself has undone nothing.
    var undone: Set<Int64> = []
    for (set, target) in records.sorted(by: { $0.key > $1.key }) where target > 0 {
      if !undone.contains(set) { undone.insert(target) }
    }
    self.undone = undone
  }

  /// The set that a set undid, wholly or in part.
  func target(of set: Int64) -> Int64? { records[set].map { abs($0) } }

  /// Whether all of a set has been undone, and not done again.
  func isUndone(_ set: Int64) -> Bool { undone.contains(set) }

  /// An undo of an undo is a redo, one of a redo an undo again.
  func kind(of set: Int64) -> PreferenceChangeSet.Kind {
    guard var target = target(of: set) else { return .change }
    var isUndo = true
    while let next = self.target(of: target) {
      isUndo.toggle()
      target = next
    }
    return isUndo ? .undo : .redo
  }
}

extension Connection {
  /// Notes what a set has undone.
  func recordUndo(by set: Int64, of target: Int64, isWhole: Bool) throws(SQLiteError) {
    try withStatement("INSERT INTO preference_undo (change_set, undone) VALUES (?1, ?2)") {
      (statement) throws(SQLiteError) in
      try statement.bind(set, at: 1)
      try statement.bind(isWhole ? target : -target, at: 2)
      try statement.run()
    }
  }
}
