internal import SQLiteCore

extension Connection {
  /// What differs between two numbers of the log, as seen from the first one.
  func differences(
    _ start: Int64, _ end: Int64, in namespace: String?
  ) throws(SQLiteError) -> Result<[PreferenceDifference], PreferenceError> {
    let (older, newer) = (min(start, end), max(start, end))
    guard try isComplete(after: older, before: newer &+ 1) else {
      return .failure(.historyGap(sequence: older, keys: []))
    }
    return try withStatement(
      """
      WITH w AS MATERIALIZED (
        SELECT * FROM preference_change WHERE sequence > ?1 AND sequence <= ?2
          AND (?3 IS NULL OR namespace = ?3))
      SELECT f.namespace, f.key, f.previous > 0 AND o.sequence IS NULL, coalesce(k.redacted, 0),
        o.type, o.value, o.red, o.green, o.blue, o.alpha,
        l.type, l.value, l.red, l.green, l.blue, l.alpha
      FROM w AS f JOIN w AS l ON l.namespace = f.namespace AND l.key = f.key
      LEFT JOIN preference_change AS o ON o.sequence = f.previous
      LEFT JOIN preference_key AS k ON k.namespace = f.namespace AND k.key = f.key
      WHERE f.previous <= ?1 AND l.sequence NOT IN (SELECT previous FROM w)
        AND k.sequence IS NOT 0
        AND (f.previous > 0 AND o.sequence IS NULL
          OR (o.type, o.value, o.red, o.green, o.blue, o.alpha, typeof(o.value))
            IS NOT (l.type, l.value, l.red, l.green, l.blue, l.alpha, typeof(l.value)))
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(older, at: 1)
      try statement.bind(newer, at: 2)
      if let namespace { try statement.bind(namespace, at: 3) }
      var found: [PreferenceDifference] = []
      while try statement.step() {
        let name = statement.preferenceName(at: 0)
        guard try statement.integer(at: 2) == 0 else {
          return .failure(.historyGap(sequence: older, keys: [name]))
        }
        let before = statement.isNull(at: 4) ? nil : try statement.storedValue(at: 4)
        let after = statement.isNull(at: 10) ? nil : try statement.storedValue(at: 10)
        found.append(
          PreferenceDifference(
            name: name, before: start <= end ? before : after, after: start <= end ? after : before,
            isRedacted: try statement.integer(at: 3) != 0))
      }
      return .success(found)
    }
  }
}
