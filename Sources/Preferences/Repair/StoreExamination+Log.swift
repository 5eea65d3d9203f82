internal import SQLiteCore

/// The log against the table, and against itself.
extension StoreExamination {
  mutating func lookAtLog(_ connection: Connection) throws(SQLiteError) {
    let before = findings.count
    func tell(_ count: Int64?, _ what: String) {
      if let count, count > 0 { add(.trouble, "log", "\(count) \(what)") }
    }
    tell(
      try connection.integer(
        """
        SELECT count(*) FROM preference AS p LEFT JOIN preference_change AS c
          ON c.sequence = p.sequence WHERE p.sequence > 0
          AND (p.namespace, p.key, p.type, p.value, p.red, p.green, p.blue, p.alpha)
            IS NOT (c.namespace, c.key, c.type, c.value, c.red, c.green, c.blue, c.alpha)
        """), "preferences differ from their newest version in the log")
    tell(
      try connection.integer(
        """
        SELECT count(*) FROM preference_change AS c JOIN preference AS p
          ON p.namespace = c.namespace AND p.key = c.key
          WHERE p.sequence > 0 AND c.sequence > p.sequence
        """), "changes in the log are newer than their preference")
    tell(
      try connection.integer(
        """
        SELECT count(*) FROM (SELECT namespace, key, type, max(sequence) FROM preference_change
            GROUP BY namespace, key) AS c
          WHERE type IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM preference AS p
            WHERE p.namespace = c.namespace AND p.key = c.key)
          AND NOT EXISTS (SELECT 1 FROM preference_key AS k
            WHERE k.namespace = c.namespace AND k.key = c.key AND k.sequence = 0)
        """), "preferences are set by the log, and gone from the table")
    tell(
      try connection.integer(
        "SELECT count(*) FROM preference_change WHERE previous >= sequence OR previous < 0"),
      "changes in the log do not follow an older one")
    guard findings.count == before else { return }
    add(.fine, "log", "the newest version of every preference is in the log")
  }
}
