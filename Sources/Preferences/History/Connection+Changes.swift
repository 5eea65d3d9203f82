internal import SQLiteCore

/// Reading the log. Its rows are versions; a change is a version and the one before it.
extension Connection {
  /// The changes after a sequence number, oldest first.
  ///
  /// - Parameter last: the change directly before, where the caller has it: saves the search for the
  ///   beginning of a statement that another program made.
  func changes(
    after sequence: Int64, limit: Int, continuing last: PreferenceChange? = nil
  ) throws(SQLiteError) -> [PreferenceChange] {
    try withStatement(
      """
      SELECT c.sequence, c.previous, c.change_set, c.changed_at, c.namespace, c.key, o.name,
        coalesce(k.redacted, 0), p.sequence IS NULL,
        c.type, c.value, c.red, c.green, c.blue, c.alpha,
        p.type, p.value, p.red, p.green, p.blue, p.alpha
      FROM preference_change AS c
      LEFT JOIN preference_change AS p ON p.sequence = c.previous
      LEFT JOIN preference_origin AS o ON o.id = c.origin
      LEFT JOIN preference_key AS k ON k.namespace = c.namespace AND k.key = c.key
      WHERE c.sequence > ?1 ORDER BY c.sequence LIMIT ?2
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(sequence, at: 1)
      try statement.bind(Int64(limit), at: 2)
      var changes: [PreferenceChange] = []
      var last = last
      while try statement.step() {
        var change = try statement.change()
        if change.changeSet == 0 {
          change.changeSet = try statementNumber(of: change, beside: last)
        }
        changes.append(change)
        last = change
      }
      return changes
    }
  }

  /// The change of a number; nil when there is none, or none any more.
  ///
  /// - Parameter neighbour: the change directly before or after, where the caller has it.
  func change(
    _ sequence: Int64, beside neighbour: PreferenceChange? = nil
  ) throws(SQLiteError) -> PreferenceChange? {
    guard sequence > 0 else { return nil }
    let change = try changes(after: sequence - 1, limit: 1, continuing: neighbour).first
    return change?.sequence == sequence ? change : nil
  }

  /// The first sequence number of the statement that another program made a change with.
  private func statementNumber(
    of change: PreferenceChange, beside neighbour: PreferenceChange?
  ) throws(SQLiteError) -> Int64 {
    // Side by side, and the number of the one is known: no need to walk.
    if let neighbour, neighbour.origin == nil, neighbour.changedAt == change.changedAt,
      abs(neighbour.sequence - change.sequence) == 1
    {
      return neighbour.changeSet
    }
    return try withStatement(
      """
      SELECT coalesce(min(sequence), ?1) FROM preference_change WHERE sequence > coalesce((
        SELECT sequence FROM preference_change WHERE sequence < ?1
          AND (change_set <> 0 OR changed_at <> ?2) ORDER BY sequence DESC LIMIT 1), -1)
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(change.sequence, at: 1)
      try statement.bind(change.changedAt, at: 2)
      return try statement.step() ? try statement.integer(at: 0) : change.sequence
    }
  }
}

extension Statement {
  fileprivate func change() throws(SQLiteError) -> PreferenceChange {
    let hasPrevious = try integer(at: 1) > 0
    let isPreviousMissing = try integer(at: 8) != 0
    return PreferenceChange(
      sequence: try integer(at: 0), changeSet: try integer(at: 2), changedAt: try integer(at: 3),
      name: preferenceName(at: 4),
      before: isNull(at: 15) ? nil : try storedValue(at: 15),
      after: isNull(at: 9) ? nil : try storedValue(at: 9),
      isBeforePruned: hasPrevious && isPreviousMissing,
      origin: isNull(at: 6) ? nil : anyText(at: 6), isRedacted: try integer(at: 7) != 0)
  }
}
