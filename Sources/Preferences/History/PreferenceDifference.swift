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

extension PreferenceDifference: CustomStringConvertible, CustomDebugStringConvertible {
  /// One line; the values of redacted keys are not in it.
  public var description: String {
    "\(name.description.escapedForDisplay): \(Self.text(before, isRedacted)) -> "
      + Self.text(after, isRedacted)
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  static func text(_ value: StoredValue?, _ isRedacted: Bool) -> String {
    guard let value else { return "not set" }
    return isRedacted ? "<redacted>" : "\(value.type) \(value.storage)"
  }
}
