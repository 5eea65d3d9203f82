/// A preference that differs between two moments.
public struct PreferenceDifference: Hashable, Sendable {
  /// The preference.
  public var name: PreferenceName
  /// The value at the first moment; nil: not set.
  public var before: StoredValue?
  /// The value at the second moment; nil: not set.
  public var after: StoredValue?
  /// Whether the values are not for display.
  public var isRedacted: Bool
}
