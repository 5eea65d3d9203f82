import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How long a connection goes on asking for a lock that somebody else has.
///
/// Not `sqlite3_busy_timeout`, which asks every tenth of a second in the end: beside writers that
/// never pause a lock is free for some microseconds at a time, and it would miss them all.
final class Patience {
  private var milliseconds: Int32 = 0
  private var start: UInt64 = 0

  /// Makes `handle` wait up to so many milliseconds, 0 not at all (https://sqlite.org/c3ref/busy_handler.html).
  /// This object must live as long as the handle.
  func give(_ handle: OpaquePointer, milliseconds: Int32) {
    self.milliseconds = milliseconds
    sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context else { return 0 }
        return Unmanaged<Patience>.fromOpaque(context).takeUnretainedValue().wait(count) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Sleeps for a moment; false when it has been long enough.
  private func wait(_ count: Int32) -> Bool {
    let now = Self.nanoseconds
    if count == 0 { start = now }
    let waited = Int64(clamping: (now &- start) / 1_000_000)
    guard waited < Int64(milliseconds) else { return false }
    // Whoever has waited for long asks more often, so its turn comes before that of the others. Not at
    // even intervals, or it could keep step with the one that has the lock.
    let most: UInt64 = count < 4 ? 100 << UInt64(count) : waited < 500 ? 2000 : 200
    usleep(UInt32(truncatingIfNeeded: most / 2 + (now / 64) % (most / 2)))
    return true
  }

  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
