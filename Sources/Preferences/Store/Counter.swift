import Synchronization

/// Numbers that are never given twice in one process.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  var last: Int { count.load(ordering: .relaxed) }

  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
