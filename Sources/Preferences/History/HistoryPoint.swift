/// A moment of the past: by the number of a change, or by the clock.
public enum HistoryPoint: Hashable, Sendable {
  /// Directly after the change of this number; 0: before the first one.
  case sequence(Int64)
  /// After the last change that was made at this time or earlier, in milliseconds since
  /// 1970-01-01T00:00:00Z. Where the clock stepped back the later of two moments counts.
  case time(milliseconds: Int64)
}
