internal import SQLiteCore

/// Which numbers of the log a store has written itself, as ranges: one while nobody else writes.
final class OwnChanges: Sendable {
  private struct Own {
    var ranges: [ClosedRange<Int64>] = .init()
    var generation = 0
  }
  private let own = Lock(Own())
  /// Beyond that, the oldest are forgotten; a reader so far behind takes them for another's.
  private static let limit = 65_536

  /// - Parameter generation: which of the files that the path has named.
  func insert(_ range: ClosedRange<Int64>, of generation: Int) {
    own.withLock { own in
      if own.generation != generation { own = Own(generation: generation) }
      if let last = own.ranges.last, last.upperBound + 1 == range.lowerBound {
        own.ranges[own.ranges.count - 1] = last.lowerBound...range.upperBound
        return
      }
      // A file that was restored in place begins its numbers anew.
      own.ranges.removeAll { $0.upperBound >= range.lowerBound }
      if own.ranges.count == Self.limit { own.ranges.removeFirst(Self.limit / 2) }
      own.ranges.append(range)
    }
  }

  /// Takes back what was inserted last: nothing came of it.
  func remove(_ range: ClosedRange<Int64>) {
    own.withLock { own in
      guard let last = own.ranges.popLast(), last.lowerBound < range.lowerBound else { return }
      own.ranges.append(last.lowerBound...range.lowerBound - 1)
    }
  }

  func contains(_ sequence: Int64, of generation: Int) -> Bool {
    own.withLock { own in
      guard own.generation == generation else { return false }
      var low = 0, high = own.ranges.count
      while low < high {
        let middle = (low + high) / 2
        if own.ranges[middle].upperBound < sequence { low = middle + 1 } else { high = middle }
      }
      return low < own.ranges.count && own.ranges[low].contains(sequence)
    }
  }
}
