/// The changes of one transaction, as far as the history still has them.
///
/// Of another program only the statement is known: see ``PreferenceChange/changeSet``.
public struct PreferenceChangeSet: Hashable, Sendable {
  /// What a change set was made for.
  public enum Kind: String, Hashable, Sendable {
    /// An ordinary change, also a restored past.
    case change
    /// The undo of a change, or of a redo.
    case undo
    /// The undo of an undo.
    case redo
  }

  /// The number of the set: its first ``PreferenceChange/sequence``.
  public var number: Int64
  /// Its last sequence number.
  public var last: Int64
  /// Milliseconds since 1970-01-01T00:00:00Z of its last change.
  public var changedAt: Int64
  /// The app or the name that the writer gave; nil for a program that wrote without this library.
  public var origin: String?
  /// How many changes it has.
  public var count: Int
  /// What it was made for.
  public var kind: Kind
  /// The set that it undid, or a part of that.
  public var undoes: Int64?
  /// Whether all of it has been undone, and not done again.
  public var isUndone: Bool
}
