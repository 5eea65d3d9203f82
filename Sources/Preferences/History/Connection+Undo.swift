internal import SQLiteCore

/// What the undo of a change set has to write for one key.
struct UndoStep: Hashable {
  var name: PreferenceName
  /// The value before the set.
  var past: PastValue
  /// The version before the set, 0 for none.
  var before: Int64
  /// The set's last version.
  var last: Int64
}

extension Connection {
  /// The steps that undo the changes between two numbers, both included.
  func undoSteps(from first: Int64, to last: Int64) throws(SQLiteError) -> [UndoStep] {
    try withStatement(
      """
      WITH w AS MATERIALIZED (SELECT * FROM preference_change WHERE sequence BETWEEN ?1 AND ?2)
      SELECT f.namespace, f.key, f.previous > 0 AND p.sequence IS NULL,
        p.type, p.value, p.red, p.green, p.blue, p.alpha, f.previous, l.sequence
      FROM w AS f JOIN w AS l ON l.namespace = f.namespace AND l.key = f.key
      LEFT JOIN preference_change AS p ON p.sequence = f.previous
      WHERE f.previous < ?1 AND l.sequence NOT IN (SELECT previous FROM w)
      ORDER BY f.namespace, f.key
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(first, at: 1)
      try statement.bind(last, at: 2)
      var steps: [UndoStep] = []
      while try statement.step() {
        steps.append(
          UndoStep(
            name: statement.preferenceName(at: 0), past: try statement.past(at: 3, cut: 2),
            before: try statement.integer(at: 9), last: try statement.integer(at: 10)))
      }
      return steps
    }
  }

  /// The version that a version has brought back: undone changes and their undos cancel out.
  ///
  /// The version written by an undo stands for the one before the set that was undone; the last one of
  /// a set that has left the value as it was, for the one before that set. And so on.
  /// - Returns: the oldest version that is known to be so, which may itself be pruned; 0 for none. The
  ///   same for all versions that lead to it, and of the same value.
  func effectiveVersion(
    of sequence: Int64, _ records: UndoRecords
  ) throws(SQLiteError) -> Int64 {
    var version = sequence
    while version > 0 {
      guard let change = try change(version) else { return version }
      if let target = records.target(of: change.changeSet) {
        guard let before = try previous(of: version, before: target) else { return version }
        version = before
        continue
      }
      guard let before = try previous(of: version, before: change.changeSet) else { return version }
      let old = before > 0 ? try self.change(before) : nil
      guard before == 0 || old != nil, old?.after == change.after else { return version }
      version = before
    }
    return version
  }

  /// The newest version of a key's chain that is older than a number, 0 for none; nil where the chain
  /// is cut off.
  func previous(of version: Int64, before sequence: Int64) throws(SQLiteError) -> Int64? {
    var version = version
    while version >= sequence, version > 0 {
      guard let previous = try previous(of: version) else { return nil }
      version = previous
    }
    return version
  }

  /// The set that the next undo, or redo, is about; nil when there is none.
  ///
  /// - Parameter origin: only sets of this origin count; nil: all do.
  func candidate(
    for kind: PreferenceChangeSet.Kind, before number: Int64 = .max, origin: String?,
    _ records: UndoRecords
  ) throws(SQLiteError) -> PreferenceChangeSet? {
    var end = number
    while let set = try changeSet(before: end, records) {
      end = set.number
      guard origin == nil || set.origin == origin else { continue }
      // What was undone cannot be done again on top of something new.
      if kind == .redo, set.kind == .change { return nil }
      let isRight = kind == .redo ? set.kind == .undo : set.kind != .undo
      if isRight, !records.isUndone(set.number) { return set }
    }
    return nil
  }
}
