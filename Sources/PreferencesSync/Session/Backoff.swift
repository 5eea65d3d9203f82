/// How long to wait before a server is tried again: a quarter longer each time, and not all at once.
///
/// So a server is found soon after it is back, at the latest when it has been away half as long again: a
/// cluster takes 20 seconds to replace one. Doubling would leave devices waiting for as long once more.
struct Backoff {
  private var milliseconds: Int64 = 1000
  private static let longest: Int64 = 300_000

  mutating func reset() { milliseconds = 1000 }

  /// Between half of the time and all of it, so that a thousand devices do not come back together.
  mutating func next() -> Duration {
    let time = Int64.random(in: (milliseconds / 2)...milliseconds)
    milliseconds = min(Self.longest, milliseconds * 5 / 4)
    return .milliseconds(time)
  }
}
