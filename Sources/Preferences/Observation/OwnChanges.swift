internal import SQLiteCore

/// Which numbers of the log a store has written itself, as ranges: one while nobody else writes.
final class OwnChanges: Sendable {
  private let ranges = Lock<[ClosedRange<Int64>]>([])
  /// Beyond that, the oldest are forgotten; a reader so far behind takes them for another's.
  private static let limit = 65_536

  func insert(_ range: ClosedRange<Int64>) {
    ranges.withLock { ranges in
      if let last = ranges.last, last.upperBound + 1 == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...range.upperBound
        return
      }
      // A file that was replaced begins its numbers anew.
      ranges.removeAll { $0.upperBound >= range.lowerBound }
      if ranges.count == Self.limit { ranges.removeFirst(Self.limit / 2) }
      ranges.append(range)
    }
  }

  /// Takes back what was inserted last: nothing came of it.
  func remove(_ range: ClosedRange<Int64>) {
    ranges.withLock { ranges in
      guard let last = ranges.popLast(), last.lowerBound < range.lowerBound else { return }
      ranges.append(last.lowerBound...range.lowerBound - 1)
    }
  }

  func contains(_ sequence: Int64) -> Bool {
    ranges.withLock { ranges in
      var low = 0, high = ranges.count
      while low < high {
        let middle = (low + high) / 2
        if ranges[middle].upperBound < sequence { low = middle + 1 } else { high = middle }
      }
      return low < ranges.count && ranges[low].contains(sequence)
    }
  }
}
