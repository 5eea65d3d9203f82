internal import SQLiteCore

/// The log, a table by number: what a damaged page holds is a range of numbers.
extension SalvageReader {
  mutating func readLog() throws(StoreFailure) {
    var ranges: [ClosedRange<Int64>] = [1...Int64.max]
    var gaps: [ClosedRange<Int64>] = []
    while let range = ranges.popLast() {
      guard let failedAbove = try readVersions(in: range) else { continue }
      // The first number that could not be reached from below; the last from above.
      guard failedAbove <= range.upperBound else { continue }
      let (failedBelow, isAtEnd) = try readVersionsBackward(in: failedAbove...range.upperBound)
      guard failedAbove <= failedBelow else { continue }
      // SQLite sees no more where a page that is there twice ends the range.
      guard failedAbove < failedBelow, !isAtEnd, attempts > 0 else {
        gaps.append(failedAbove...failedBelow)
        continue
      }
      attempts -= 1
      let middle = failedAbove + (failedBelow - failedAbove) / 2
      ranges.append(middle + 1...failedBelow)
      ranges.append(failedAbove...middle)
    }
    content.versions.sort { $0.sequence < $1.sequence }
    tell(of: gaps.sorted { $0.lowerBound < $1.lowerBound })
  }

  /// One sentence for ranges that lie side by side.
  private mutating func tell(of gaps: [ClosedRange<Int64>]) {
    var rest = gaps[...]
    while let first = rest.popFirst() {
      var last = first.upperBound
      while let next = rest.first, next.lowerBound <= (last == .max ? last : last + 1) {
        last = max(last, next.upperBound)
        rest.removeFirst()
      }
      let end = last >= (content.versions.last?.sequence ?? 0) ? "on" : "to #\(last)"
      content.losses.append(
        "changes in the log, from #\(first.lowerBound) \(end), cannot be read, if there are any")
    }
  }

  /// Reads forward; the number to go on from where it was stopped, nil when it was not. Numbers that
  /// do not rise are damage, such as a page that is there twice.
  private mutating func readVersions(in range: ClosedRange<Int64>) throws(StoreFailure) -> Int64? {
    var next = range.lowerBound
    do throws(SQLiteError) {
      return try connection.withStatement(
        """
        SELECT sequence, change_set, origin, changed_at, namespace, key, type, value,
          red, green, blue, alpha
        FROM preference_change WHERE sequence BETWEEN ?1 AND ?2 ORDER BY sequence
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(range.lowerBound, at: 1)
        try statement.bind(range.upperBound, at: 2)
        while try statement.step() {
          let version = try statement.version()
          guard version.sequence >= next else { return next }
          content.versions.append(version)
          guard version.sequence < Int64.max else { break }
          next = version.sequence + 1
        }
        return nil
      }
    } catch {
      _ = try isDamage(error)
      return next
    }
  }

  /// Reads backward; the number to go on from, and whether it was not stopped.
  private mutating func readVersionsBackward(
    in range: ClosedRange<Int64>
  ) throws(StoreFailure) -> (next: Int64, isAtEnd: Bool) {
    var next = range.upperBound
    do throws(SQLiteError) {
      return try connection.withStatement(
        """
        SELECT sequence, change_set, origin, changed_at, namespace, key, type, value,
          red, green, blue, alpha
        FROM preference_change WHERE sequence BETWEEN ?1 AND ?2 ORDER BY sequence DESC
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(range.lowerBound, at: 1)
        try statement.bind(range.upperBound, at: 2)
        while try statement.step() {
          let version = try statement.version()
          guard (range.lowerBound...max(range.lowerBound, next)).contains(version.sequence) else {
            return (next, false)
          }
          content.versions.append(version)
          next = version.sequence - 1
        }
        return (next, true)
      }
    } catch {
      _ = try isDamage(error)
      return (next, false)
    }
  }
}

extension Statement {
  fileprivate func version() throws(SQLiteError) -> SalvagedContent.Version {
    SalvagedContent.Version(
      sequence: try integer(at: 0), changeSet: try integer(at: 1), origin: try integer(at: 2),
      changedAt: try integer(at: 3), name: preferenceName(at: 4),
      value: isNull(at: 6) ? nil : try storedValue(at: 6))
  }
}
