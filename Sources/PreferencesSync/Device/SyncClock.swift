#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The clocks of a device: that of the wall, which people set, and one that only goes forward while
/// the machine runs.
package struct SyncClock: Sendable {
  /// What the clocks show.
  package struct Moment: Hashable, Sendable {
    /// Milliseconds since 1970.
    package var wall: Int64
    /// Milliseconds since the machine started.
    package var monotonic: Int64
    /// Names the run of the machine.
    package var boot: String

    package init(wall: Int64, monotonic: Int64, boot: String) {
      self.wall = wall
      self.monotonic = monotonic
      self.boot = boot
    }
  }

  package let now: @Sendable () -> Moment

  package init(_ now: @escaping @Sendable () -> Moment) { self.now = now }

  /// The machine's own.
  package static let system = SyncClock {
    Moment(
      wall: milliseconds(CLOCK_REALTIME), monotonic: milliseconds(sinceStart), boot: bootName)
  }

  #if canImport(Darwin)
    private static let sinceStart = CLOCK_MONOTONIC
  #else
    // Goes on while the machine sleeps.
    private static let sinceStart = CLOCK_BOOTTIME
  #endif

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Empty where the system does not say: then the clock of the wall counts.
  private static let bootName: String = {
    #if os(Linux)
      let path = "/proc/sys/kernel/random/boot_id"
    #else
      let path = "/dev/null"
    #endif
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = max(0, read(descriptor, &bytes, bytes.count))
    return String(decoding: bytes[..<count].prefix { $0 > 0x20 }, as: UTF8.self)
  }()
}
