/// One entry of the history: what a preference was before and after a change, when, and by whom.
public struct PreferenceChange: Hashable, Sendable {
  /// What a change did.
  public enum Operation: String, Hashable, Sendable {
    /// The preference was not set before.
    case insert
    /// It was set before; also where the version before is no longer kept (``isBeforePruned``).
    case update
    /// It is not set any more.
    case delete
  }

  /// The number of the change: history is ordered by it, also when the clock steps back.
  public var sequence: Int64
  /// The first ``sequence`` of the transaction that the change belongs to.
  ///
  /// Of another program only the statement is known, and two of them within one millisecond look
  /// like one: its changes lie side by side and share their time.
  public var changeSet: Int64
  /// Milliseconds since 1970-01-01T00:00:00Z by the clock of that moment.
  public var changedAt: Int64
  /// The preference.
  public var name: PreferenceName
  /// The value before; nil: it was not set, or the version is no longer kept.
  public var before: StoredValue?
  /// The value after; nil: it was removed.
  public var after: StoredValue?
  /// Whether the version before is no longer kept, so that ``before`` is unknown.
  public var isBeforePruned: Bool
  /// The app or the name that the writer gave; nil for a program that wrote without this library.
  public var origin: String?
  /// Whether the values are not for display (``PreferenceStore/Key/redacted()``).
  public var isRedacted: Bool
  /// Whether the store that reports the change made it; always false in a history that is read.
  public var isOwn: Bool

  init(
    sequence: Int64, changeSet: Int64, changedAt: Int64, name: PreferenceName,
    before: StoredValue?, after: StoredValue?, isBeforePruned: Bool = false,
    origin: String? = nil, isRedacted: Bool = false, isOwn: Bool = false
  ) {
    self.sequence = sequence
    self.changeSet = changeSet
    self.changedAt = changedAt
    self.name = name
    self.before = before
    self.after = after
    self.isBeforePruned = isBeforePruned
    self.origin = origin
    self.isRedacted = isRedacted
    self.isOwn = isOwn
  }

  /// What the change did.
  public var operation: Operation {
    if after == nil { return .delete }
    return before == nil && !isBeforePruned ? .insert : .update
  }
}

extension PreferenceChange: CustomStringConvertible, CustomDebugStringConvertible {
  /// One line; the values of redacted keys are not in it.
  public var description: String {
    "#\(sequence) \(operation) \(name.description.escapedForDisplay): "
      + "\(PreferenceDifference.text(before, isRedacted)) -> "
      + PreferenceDifference.text(after, isRedacted)
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
