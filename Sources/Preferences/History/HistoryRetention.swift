/// How much history a store keeps. The newest version of a key is always kept.
///
/// A change is let go as soon as one of the limits says so. That happens now and then, some thousand
/// changes at a time, as part of a write; ``PreferenceStore/pruneHistory(keeping:)`` does it at once.
public struct HistoryRetention: Hashable, Sendable {
  /// How many of the latest changes are kept; nil: any number.
  public var count: Int?
  /// How long a change is kept; nil: for ever.
  public var age: Duration?
  /// How large the file may get on account of its history; nil: any size. What is let go makes room
  /// for new changes, the file itself does not shrink.
  public var bytes: Int64?

  /// The limits; by default 10,000 changes and 365 days.
  public init(
    count: Int? = 10_000, age: Duration? = .seconds(365 * 86_400), bytes: Int64? = nil
  ) {
    self.count = count
    self.age = age
    self.bytes = bytes
  }

  /// Everything is kept.
  public static let unlimited = HistoryRetention(count: nil, age: nil)

  /// The numbers that the count lets go of when the log ends at `last`: all up to this one.
  func cutoff(at last: Int64) -> Int64 {
    count.map { max(0, last - Int64(max(1, $0))) } ?? 0
  }

  /// Changes up to this time are let go, in milliseconds since 1970-01-01T00:00:00Z.
  func oldest(now: Int64) -> Int64? {
    guard let age else { return nil }
    let (milliseconds, overflow) = age.components.seconds.multipliedReportingOverflow(by: 1000)
    return overflow ? nil : now.subtractingReportingOverflow(milliseconds).partialValue
  }
}
