import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How long a checkpoint waits for readers, of whom its own guard is one.
///
/// SQLite calls the handler first while another writer has its turn, then while readers are in the
/// way; the two look alike. Whenever it is called, the guard is begun anew, on the state as it is now,
/// where it is in nobody's way any more. It is only missing inside the handler, and there no checkpoint
/// does anything: before the writers' lock is had, the checkpoint has not looked at the log yet; with
/// the lock, nobody else may restart it.
final class GuardedPatience {
  private let handle: OpaquePointer
  private let snapshot: OpaquePointer
  private let end: UInt64
  /// Whether the last attempt to begin it has failed; then it must not end the waiting.
  private(set) var isGuardLost = false

  /// Makes `handle` wait up to so many milliseconds in all. This object must live as long as that.
  init(_ handle: OpaquePointer, milliseconds: Int32, snapshot: OpaquePointer) {
    self.handle = handle
    self.snapshot = snapshot
    end = Patience.nanoseconds + UInt64(max(0, milliseconds)) * 1_000_000
    sqlite3_busy_handler(
      handle,
      { context, _ in
        guard let context else { return 0 }
        return Unmanaged<GuardedPatience>.fromOpaque(context).takeUnretainedValue().wait() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func wait() -> Bool {
    guard isGuardLost || Patience.nanoseconds < end else { return false }
    usleep(500)
    sqlite3_reset(snapshot)
    // SQLite tries a hundred times before it lets a reader go without a snapshot.
    isGuardLost = sqlite3_step(snapshot) != SQLITE_ROW
    // Never seen. To go on without a guard could lose commits; this ends the checkpoint.
    if isGuardLost { sqlite3_interrupt(handle) }
    return true
  }
}
