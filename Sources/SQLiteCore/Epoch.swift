package import Synchronization

/// A number of the process that changes ten times a second while somebody wants it to, and at a fork.
///
/// Whoever has looked at something under a number may trust that look until the number changes. To
/// compare two loads costs a tenth of asking even the cheapest clock. Nobody's wish outlives a tenth
/// of a second, then the thread behind it ends.
package enum Epoch {
  /// Where the number is; never freed, so that it can be read without a lock.
  nonisolated(unsafe) package static let number: UnsafeMutablePointer<Atomic<Int>> = {
    let memory = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
    memory.initialize(to: Atomic(1))
    return memory
  }()

  private static let isWanted = Atomic<Bool>(false)
  private static let isRunning = Atomic<Bool>(false)
  private static let milliseconds: UInt32 = 100

  /// Wants the number to change.
  ///
  /// - Returns: the number now; nil when nothing will change it.
  package static func now() -> Int? {
    isWanted.store(true, ordering: .sequentiallyConsistent)
    if !isRunning.exchange(true, ordering: .sequentiallyConsistent) {
      guard DetachedThread.start(run) else {
        isRunning.store(false, ordering: .sequentiallyConsistent)
        return nil
      }
    }
    return number.pointee.load(ordering: .acquiring)
  }

  private static func run() {
    var goesOn = true
    while goesOn {
      DetachedThread.sleep(milliseconds: milliseconds)
      goesOn = isWanted.exchange(false, ordering: .sequentiallyConsistent)
      if !goesOn { isRunning.store(false, ordering: .sequentiallyConsistent) }
      // The last change ends all trust, so that whoever reads next starts a new thread.
      number.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }
  }

  /// In the child, which has no thread but its own.
  static func forked() {
    isRunning.store(false, ordering: .sequentiallyConsistent)
    number.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }

  /// Before a fork, so that nothing has to be made in the child's handler.
  static func prepare() {
    _ = (number.pointee.load(ordering: .relaxed), isRunning.load(ordering: .relaxed))
  }
}
