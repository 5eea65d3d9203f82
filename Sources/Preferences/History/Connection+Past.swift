internal import SQLiteCore

/// What a preference was at a moment of the past.
enum PastValue: Hashable {
  /// This, or not set.
  case value(StoredValue?)
  /// It was set, to a value that was erased since.
  case erased
  /// The history does not reach back so far.
  case pruned
  /// The key leaves nothing in the history.
  case notLogged
}

extension PastValue {
  /// A version as an answer; one that was erased is none.
  init(of version: StoredValue?) { self = version?.type == .erased ? .erased : .value(version) }
}

/// A preference whose value at a moment differs from now, or may.
struct PastRow: Hashable {
  var name: PreferenceName
  var past: PastValue
}

extension Connection {
  /// The value of a key after the change of a number.
  func value(of name: PreferenceName, at sequence: Int64) throws(SQLiteError) -> PastValue {
    var version = try head(of: name)
    if version == 0 { return .notLogged }
    var oldest = try lastSequence() &+ 1
    while let number = version, number > sequence {
      guard let previous = try previous(of: number) else { return .pruned }
      (oldest, version) = (number, previous)
    }
    if let version, version > 0 {
      guard let change = try change(version) else { return .pruned }
      return PastValue(of: change.after)
    }
    // The first version that is known: older ones may have been pruned with a deletion after them.
    return try isComplete(after: sequence, before: oldest) ? .value(nil) : .pruned
  }

  /// The keys that were changed after a number, each with its value at that number.
  ///
  /// Whether the log still has all of these changes is for the caller to find out. Keys that are not
  /// logged any more are not among them.
  func rowsBefore(
    changesAfter sequence: Int64, in namespace: String?
  ) throws(SQLiteError) -> [PastRow] {
    try withStatement(
      """
      SELECT f.namespace, f.key, f.previous > 0 AND p.sequence IS NULL,
        p.type, p.value, p.red, p.green, p.blue, p.alpha
      FROM preference_change AS f LEFT JOIN preference_change AS p ON p.sequence = f.previous
      LEFT JOIN preference_key AS k ON k.namespace = f.namespace AND k.key = f.key
      WHERE f.sequence > ?1 AND f.previous <= ?1 AND (?2 IS NULL OR f.namespace = ?2)
        AND k.sequence IS NOT 0
      ORDER BY f.namespace, f.key
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(sequence, at: 1)
      if let namespace { try statement.bind(namespace, at: 2) }
      var rows: [PastRow] = []
      while try statement.step() {
        rows.append(
          PastRow(name: statement.preferenceName(at: 0), past: try statement.past(at: 3, cut: 2)))
      }
      return rows
    }
  }

  /// The values at a number of all keys that were set then and have not changed since.
  func rowsUnchanged(
    since sequence: Int64, in namespace: String?
  ) throws(SQLiteError) -> [PreferenceName: StoredValue] {
    try withStatement(
      """
      SELECT type, value, red, green, blue, alpha, namespace, key FROM preference
      WHERE sequence BETWEEN 1 AND ?1 AND (?2 IS NULL OR namespace = ?2)
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(sequence, at: 1)
      if let namespace { try statement.bind(namespace, at: 2) }
      var values: [PreferenceName: StoredValue] = [:]
      while try statement.step() {
        values[statement.preferenceName(at: 6)] = try statement.storedValue(at: 0)
      }
      return values
    }
  }
}

extension Statement {
  /// Six columns of a version; whether the version is missing is in the column `cut`.
  func past(at column: Int32, cut: Int32) throws(SQLiteError) -> PastValue {
    if try integer(at: cut) != 0 { return .pruned }
    return PastValue(of: isNull(at: column) ? nil : try storedValue(at: column))
  }
}
