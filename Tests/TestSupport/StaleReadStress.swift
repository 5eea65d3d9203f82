import Foundation
package import Preferences
import Synchronization

/// Reads of one process against commits of another: a read is stale when it gives less than what was
/// acknowledged before it began.
///
/// The writer (`store-raise` of the helper) raises keys in turn and notes each acknowledged number in
/// memory that both processes share.
package final class StaleReadStress: @unchecked Sendable {
  // Unchecked: the shared numbers are atomic.
  package static let keyCount = 8
  private let numbers: UnsafeMutablePointer<Atomic<Int>>

  package init(sharedFile path: String) throws {
    let size = 8 * Self.keyCount
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    guard file >= 0, ftruncate(file, off_t(size)) == 0,
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { throw CocoaError(.fileReadUnknown) }
    close(file)
    numbers = memory.assumingMemoryBound(to: Atomic<Int>.self)
  }

  deinit { munmap(UnsafeMutableRawPointer(numbers), 8 * Self.keyCount) }

  package static let keys: [PreferenceStore.Key<Int>] = (0..<keyCount).map {
    PreferenceStore.Key("raised\($0)", in: "Stress", default: 0)
  }
  package static let own = PreferenceStore.Key("own", in: "Stress", default: 0)

  /// Raises the keys until told otherwise.
  ///
  /// - Returns: how many commits there were.
  package func write(
    to store: PreferenceStore, pause: UInt32, while goesOn: () -> Bool
  ) throws -> Int {
    var number = 0
    while goesOn() {
      let index = number % Self.keyCount
      number += 1
      try store.set(number, for: Self.keys[index])
      numbers[index].store(number, ordering: .sequentiallyConsistent)
      if pause > 0 { usleep(UInt32.random(in: 0...pause)) }
    }
    return number
  }

  /// What reading has found.
  package struct Outcome: Sendable {
    package var reads = 0
    package var stale = 0
    package var ownCommits = 0
  }

  /// Reads the keys in turn, and now and then writes a key of its own, which must keep the cache true
  /// as well.
  package func read(
    from store: PreferenceStore, writingEach interval: Int?, while goesOn: () -> Bool
  ) throws -> Outcome {
    var outcome = Outcome()
    while goesOn() {
      for _ in 0..<1000 {
        let index = outcome.reads % Self.keyCount
        let acknowledged = numbers[index].load(ordering: .sequentiallyConsistent)
        if store[Self.keys[index]] < acknowledged { outcome.stale += 1 }
        outcome.reads += 1
        if let interval, outcome.reads % interval == 0 {
          outcome.ownCommits += 1
          try store.set(outcome.reads, for: Self.own)
          if store[Self.own] != outcome.reads { outcome.stale += 1 }
        }
      }
    }
    return outcome
  }

  /// What the writer has acknowledged in all.
  package var commits: Int {
    (0..<Self.keyCount).map { numbers[$0].load(ordering: .relaxed) }.max() ?? 0
  }
}
