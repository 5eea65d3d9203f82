internal import SQLiteCore

/// Finding versions in the log: those of one key are chained, each with the number of the one before.
extension Connection {
  /// The number of a key's newest version; nil when it has none, or none any more, 0 when it is not
  /// logged.
  func head(of name: PreferenceName) throws(SQLiteError) -> Int64? {
    try withStatement(
      """
      SELECT coalesce(
        (SELECT sequence FROM preference WHERE namespace = ?1 AND key = ?2),
        (SELECT sequence FROM preference_key WHERE namespace = ?1 AND key = ?2))
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(name.namespace, at: 1)
      try statement.bind(name.key, at: 2)
      guard try statement.step(), !statement.isNull(at: 0) else { return nil }
      return try statement.integer(at: 0)
    }
  }

  /// The number of the version before a version, 0 if it was the first; nil when the version itself
  /// is no longer kept.
  func previous(of sequence: Int64) throws(SQLiteError) -> Int64? {
    try withStatement("SELECT previous FROM preference_change WHERE sequence = ?1") {
      (statement) throws(SQLiteError) in
      try statement.bind(sequence, at: 1)
      // Always an older one; whatever else somebody has written in there ends the chain.
      return try statement.step() ? min(try statement.integer(at: 0), sequence - 1) : nil
    }
  }

  /// The numbers before a number, newest first: of a namespace, or all.
  func sequences(
    before sequence: Int64, in namespace: String?, limit: Int
  ) throws(SQLiteError) -> [Int64] {
    try withStatement(
      """
      SELECT sequence FROM preference_change WHERE sequence < ?1 AND (?2 IS NULL OR namespace = ?2)
      ORDER BY sequence DESC LIMIT ?3
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(sequence, at: 1)
      if let namespace { try statement.bind(namespace, at: 2) }
      try statement.bind(Int64(limit), at: 3)
      var sequences: [Int64] = []
      while try statement.step() { sequences.append(try statement.integer(at: 0)) }
      return sequences
    }
  }

  /// Whether every change between two numbers is still there. Only pruning makes gaps.
  func isComplete(after first: Int64, before end: Int64) throws(SQLiteError) -> Bool {
    try withStatement(
      "SELECT count(*) FROM preference_change WHERE sequence > ?1 AND sequence < ?2"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(first, at: 1)
      try statement.bind(end, at: 2)
      guard try statement.step() else { return false }
      return try statement.integer(at: 0) == max(0, end &- first &- 1)
    }
  }

  /// The number of the last change up to a moment.
  func sequence(at point: HistoryPoint) throws(SQLiteError) -> Int64 {
    switch point {
    case .sequence(let sequence): return min(max(0, sequence), try lastSequence())
    case .time(let milliseconds):
      return try withStatement(
        """
        SELECT sequence FROM preference_change WHERE changed_at <= ?1 ORDER BY sequence DESC LIMIT 1
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(milliseconds, at: 1)
        return try statement.step() ? try statement.integer(at: 0) : 0
      }
    }
  }

  /// Runs `body` on one state of the file; inside a transaction that is the one it has.
  func onSnapshot<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    if isInTransaction { return try body() }
    return try readTransaction(body)
  }
}
