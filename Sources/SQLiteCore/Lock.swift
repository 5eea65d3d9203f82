#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#else
  package import Darwin
#endif

/// A value behind a mutex that knows its owner, so that a nested use is noticed instead of hanging.
///
/// A POSIX mutex and not `Synchronization.Mutex`: only the former can say "this thread has it
/// already" (PTHREAD_MUTEX_ERRORCHECK), and ThreadSanitizer understands it on Linux.
package final class Lock<Value>: @unchecked Sendable {
  // Unchecked: `value` is touched only between a successful lock and its unlock.
  @usableFromInline var value: Value
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ value: consuming Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the value; `held` instead when this very thread is inside `withLock` already.
  @inlinable
  package func withLock<Result, Failure: Error>(
    held: () throws(Failure) -> Result, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard pthread_mutex_lock(mutex) == 0 else { return try held() }
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// The same for bodies that call nothing that could come back here.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
