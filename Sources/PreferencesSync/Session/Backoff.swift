/// How long to wait before a server is tried again: twice as long each time, and not all at once.
struct Backoff {
  private var milliseconds: Int64 = 1000
  private static let longest: Int64 = 300_000

  mutating func reset() { milliseconds = 1000 }

  /// Between half of the time and all of it, so that a thousand devices do not come back together.
  mutating func next() -> Duration {
    let time = Int64.random(in: (milliseconds / 2)...milliseconds)
    milliseconds = min(Self.longest, milliseconds * 2)
    return .milliseconds(time)
  }
}
