internal import SQLiteCore

/// Letting go of old versions. A row goes when a newer version of its key is at or below the cutoff.
extension Connection {
  /// Changes between two looks at what is to be pruned. Where thousands of keys change in turn, old
  /// versions lie on hundreds of pages: looking after each 256 changes makes 1.4 times the page writes
  /// that there are without pruning, after each 1024 it is 1.15.
  private static let interval: Int64 = 1024
  /// Changes between two looks at the size of the file: values may be large.
  private static let sizeInterval: Int64 = 64
  /// How many numbers a look catches up with, where more than the count is to be pruned.
  private static let catchUp: Int64 = 1024

  /// Prunes a slice if the numbers of a transaction have crossed a multiple of the interval.
  ///
  /// No state is kept: the slice follows from the numbers, and joins the one before it.
  func pruneIfDue(
    _ retention: HistoryRetention, after sequences: ClosedRange<Int64>
  ) throws(SQLiteError) {
    var isFull = false
    if Self.crosses(Self.sizeInterval, sequences) { isFull = try isAbove(retention.bytes) }
    guard isFull || Self.crosses(Self.interval, sequences) else { return }
    let last = sequences.upperBound / Self.interval
    let before = (sequences.lowerBound - 1) / Self.interval
    let cutoff = try edge(retention.cutoff(at: last * Self.interval))
    try prune(from: edge(retention.cutoff(at: before * Self.interval)), to: cutoff)
    let oldest = retention.oldest(now: SystemCalls.now)
    var isDue = isFull
    if !isFull, let oldest { isDue = try firstTime(after: cutoff) <= oldest }
    guard isDue, let start = try firstPrunable(after: cutoff) else { return }
    var end = start + (isFull ? 2 * Self.sizeInterval : Self.catchUp) - 1
    if !isFull, let oldest { end = try self.end(of: oldest, from: start, to: end) }
    try prune(from: start - 1, to: min(end, sequences.upperBound - 1))
  }

  private static func crosses(_ interval: Int64, _ sequences: ClosedRange<Int64>) -> Bool {
    sequences.upperBound / interval > (sequences.lowerBound - 1) / interval
  }

  /// Prunes what a policy lets go of from a number on, at most so many rows.
  ///
  /// - Parameter cutoff: all up to there goes, whatever the size of the file.
  /// - Returns: how many rows were removed, and where to go on; nil at the end.
  func pruneSlice(
    from number: Int64, to cutoff: Int64, bytes: Int64?
  ) throws(SQLiteError) -> (removed: Int64, next: Int64?) {
    let last = try lastSequence()
    guard let start = try firstPrunable(after: number) else { return (0, nil) }
    let limit = try isAbove(bytes) ? last - 1 : min(cutoff, last - 1)
    guard start <= limit else { return (0, nil) }
    let end = min(limit, start + Self.catchUp - 1)
    return (try prune(from: start - 1, to: end), end)
  }

  /// The last number that a policy lets go of by count and by age.
  func cutoff(of retention: HistoryRetention) throws(SQLiteError) -> Int64 {
    let last = try lastSequence()
    let byCount = try edge(retention.cutoff(at: last))
    guard let oldest = retention.oldest(now: SystemCalls.now) else { return byCount }
    return max(byCount, try end(of: oldest, from: 1, to: last))
  }

  /// Removes the versions that are superseded by others in `(from, to]`, and keys that end there.
  @discardableResult
  private func prune(from: Int64, to: Int64) throws(SQLiteError) -> Int64 {
    guard to > from, to > 0 else { return 0 }
    // The mark tells the schema that the rows which must stay are not met: they are newer than `to`.
    setLastInsertRowID(-1)
    defer { setLastInsertRowID(0) }
    var removed = try runSlice(
      """
      DELETE FROM preference_change WHERE sequence IN
        (SELECT previous FROM preference_change WHERE sequence > ?1 AND sequence <= ?2)
      """, from, to)
    _ = try runSlice(
      """
      UPDATE preference_key SET sequence = NULL WHERE (namespace, key, sequence) IN
        (SELECT c.namespace, c.key, c.sequence FROM preference_change AS c
        WHERE c.sequence > ?1 AND c.sequence <= ?2 AND c.type IS NULL AND NOT EXISTS
          (SELECT 1 FROM preference AS p WHERE p.namespace = c.namespace AND p.key = c.key))
      """, from, to)
    removed += try runSlice(
      """
      DELETE FROM preference_change AS c WHERE c.sequence > ?1 AND c.sequence <= ?2
        AND c.type IS NULL AND NOT EXISTS
          (SELECT 1 FROM preference AS p WHERE p.namespace = c.namespace AND p.key = c.key)
        AND NOT EXISTS (SELECT 1 FROM preference_key AS k
          WHERE k.namespace = c.namespace AND k.key = c.key AND k.sequence > 0)
      """, from, to)
    _ = try runSlice(
      "DELETE FROM preference_undo WHERE change_set > ?1 AND change_set <= ?2", from, to)
    return removed
  }

  private func runSlice(
    _ sql: StaticString, _ from: Int64, _ to: Int64
  ) throws(SQLiteError) -> Int64 {
    try withStatement(sql) { (statement) throws(SQLiteError) in
      try statement.bind(from, at: 1)
      try statement.bind(to, at: 2)
      try statement.run()
      return changes
    }
  }
}

/// Where a slice begins and ends.
extension Connection {
  /// A cutoff moved down to the end of a change set, so that sets are kept whole; not by far, lest
  /// one write has to prune a huge one.
  private func edge(_ cutoff: Int64) throws(SQLiteError) -> Int64 {
    guard cutoff > 0 else { return 0 }
    let first =
      try number(
        "SELECT change_set FROM preference_change WHERE sequence = ?1 + 1", cutoff) ?? 0
    return first > cutoff - Self.catchUp && first <= cutoff ? first - 1 : cutoff
  }

  /// The first number after a number at which there is something to prune: a version whose
  /// predecessor is still there, or the end of a key that is not there any more.
  private func firstPrunable(after number: Int64) throws(SQLiteError) -> Int64? {
    try self.number(
      """
      SELECT c.sequence FROM preference_change AS c WHERE c.sequence > ?1
        AND (EXISTS (SELECT 1 FROM preference_change AS p WHERE p.sequence = c.previous)
          OR c.type IS NULL
          AND NOT EXISTS (SELECT 1 FROM preference AS p
            WHERE p.namespace = c.namespace AND p.key = c.key)
          AND NOT EXISTS (SELECT 1 FROM preference_key AS k WHERE k.namespace = c.namespace
            AND k.key = c.key AND k.sequence > 0 AND k.sequence <> c.sequence))
      ORDER BY c.sequence LIMIT 1
      """, number)
  }

  private func firstTime(after number: Int64) throws(SQLiteError) -> Int64 {
    try self.number(
      """
      SELECT changed_at FROM preference_change WHERE sequence > ?1 ORDER BY sequence LIMIT 1
      """, number) ?? .max
  }

  /// The last number before the first change that is newer than a time.
  private func end(
    of time: Int64, from start: Int64, to last: Int64
  ) throws(SQLiteError) -> Int64 {
    try withStatement(
      """
      SELECT sequence FROM preference_change
      WHERE sequence BETWEEN ?1 AND ?2 AND changed_at > ?3 ORDER BY sequence LIMIT 1
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(start, at: 1)
      try statement.bind(last, at: 2)
      try statement.bind(time, at: 3)
      return try statement.step() ? try statement.integer(at: 0) - 1 : last
    }
  }

  /// Whether the pages in use are more than so many bytes.
  private func isAbove(_ bytes: Int64?) throws(SQLiteError) -> Bool {
    guard let bytes else { return false }
    let pages = try (integer("PRAGMA page_count") ?? 0) - (integer("PRAGMA freelist_count") ?? 0)
    return try pages * (integer("PRAGMA page_size") ?? 0) > bytes
  }

  private func number(_ sql: StaticString, _ parameter: Int64) throws(SQLiteError) -> Int64? {
    try withStatement(sql) { (statement) throws(SQLiteError) in
      try statement.bind(parameter, at: 1)
      return try statement.step() ? try statement.integer(at: 0) : nil
    }
  }
}
