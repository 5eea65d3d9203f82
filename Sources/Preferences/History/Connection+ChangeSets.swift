internal import SQLiteCore

extension Connection {
  /// The newest change set that ends before a number.
  func changeSet(
    before sequence: Int64, _ records: UndoRecords
  ) throws(SQLiteError) -> PreferenceChangeSet? {
    guard let last = try sequences(before: sequence, in: nil, limit: 1).first,
      let change = try change(last)
    else { return nil }
    return try changeSet(from: change.changeSet, to: change, records)
  }

  /// The change set of a number; nil when there is none, or its beginning is no longer kept.
  func changeSet(
    _ number: Int64, _ records: UndoRecords
  ) throws(SQLiteError) -> PreferenceChangeSet? {
    guard let first = try change(number), first.changeSet == number else { return nil }
    let last = try withStatement(
      """
      SELECT coalesce((SELECT sequence FROM preference_change AS c WHERE sequence > f.sequence
          AND (c.change_set <> f.change_set OR f.change_set = 0 AND c.changed_at <> f.changed_at)
          ORDER BY sequence LIMIT 1),
        (SELECT max(sequence) + 1 FROM preference_change))
      FROM preference_change AS f WHERE f.sequence = ?1
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(number, at: 1)
      let end = try statement.step() ? try statement.integer(at: 0) : number &+ 1
      return try sequences(before: end, in: nil, limit: 1).first ?? number
    }
    guard let end = try change(last) else { return nil }
    return try changeSet(from: number, to: end, records)
  }

  private func changeSet(
    from number: Int64, to last: PreferenceChange, _ records: UndoRecords
  ) throws(SQLiteError) -> PreferenceChangeSet {
    let count = try withStatement(
      "SELECT count(*) FROM preference_change WHERE sequence BETWEEN ?1 AND ?2"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(number, at: 1)
      try statement.bind(last.sequence, at: 2)
      return try statement.step() ? Int(clamping: try statement.integer(at: 0)) : 0
    }
    return PreferenceChangeSet(
      number: number, last: last.sequence, changedAt: last.changedAt, origin: last.origin,
      count: count, kind: records.kind(of: number), undoes: records.target(of: number),
      isUndone: records.isUndone(number))
  }
}

extension PreferenceStore {
  /// The change sets, newest first.
  ///
  /// - Parameters:
  ///   - number: only those before the set of this number: the last one of the page before.
  ///   - limit: how many at most.
  public func changeSets(
    before number: Int64? = nil, limit: Int = 100
  ) throws(PreferenceError) -> [PreferenceChangeSet] {
    try read { (connection) throws(SQLiteError) in
      try connection.onSnapshot { () throws(SQLiteError) in
        let records = try UndoRecords(on: connection)
        var sets: [PreferenceChangeSet] = []
        var end = number ?? .max
        while sets.count < limit, let set = try connection.changeSet(before: end, records) {
          sets.append(set)
          end = set.number
        }
        return sets
      }
    } ?? []
  }
}
