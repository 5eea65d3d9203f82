public import Synchronization

#if THREAD_SANITIZER
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif
#endif

/// A `Mutex` for what is looked at in nanoseconds.
///
/// ThreadSanitizer does not see that lock: it works in a library that was built without it. So a
/// build for ThreadSanitizer takes one that it sees as well.
@usableFromInline
struct CacheLock<Value: Sendable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  #if THREAD_SANITIZER
    @usableFromInline let seen = SeenLock()
  #endif

  init(_ value: Value) { mutex = Mutex(value) }

  @inlinable
  func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if THREAD_SANITIZER
      seen.lock()
      defer { seen.unlock() }
    #endif
    return try mutex.withLock(body)
  }
}

#if THREAD_SANITIZER
  @usableFromInline
  final class SeenLock: @unchecked Sendable {
    // Unchecked: the pointer never changes, and what it points to is made for many threads.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    @usableFromInline
    func lock() { pthread_mutex_lock(mutex) }

    @usableFromInline
    func unlock() { pthread_mutex_unlock(mutex) }
  }
#endif
