import Foundation
import Testing

@testable import SQLiteCore

@Suite("The lock")
struct LockTests {
  @Test("a nested use by the same thread is noticed, and the lock is free afterwards")
  func held() {
    let lock = Lock(0)
    let seen = lock.withLock(held: { "held" }) { _ in
      lock.withLock(held: { "held" }) { _ in "free" }
    }
    #expect(seen == "held")
    #expect(lock.withLock(held: { false }) { _ in true })
  }

  @Test("an error passes through and frees the lock")
  func throwing() {
    struct Failure: Error {}
    let lock = Lock(0)
    #expect(throws: Failure.self) {
      try lock.withLock(held: { () throws(Failure) in }) { (_) throws(Failure) -> Void in
        throw Failure()
      }
    }
    #expect(lock.withLock(held: { false }) { _ in true })
  }

  @Test("another thread waits instead")
  func otherThread() {
    let lock = Lock(0)
    let done = DispatchSemaphore(value: 0)
    lock.withLock(held: {}) { value in
      Thread.detachNewThread {
        lock.withLock(held: { Issue.record("held by this thread?") }) { $0 += 1 }
        done.signal()
      }
      #expect(done.wait(timeout: .now() + .milliseconds(100)) == .timedOut)
      #expect(value == 0)
    }
    done.wait()
    #expect(lock.withLock(held: { -1 }) { $0 } == 1)
  }

  @Test("four threads, 100,000 increments each, none lost")
  func counting() {
    let lock = Lock(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100_000 { lock.withLock(held: {}) { $0 += 1 } }
    }
    #expect(lock.withLock(held: { -1 }) { $0 } == 400_000)
  }
}
