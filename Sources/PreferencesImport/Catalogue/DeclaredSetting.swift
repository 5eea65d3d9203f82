public import Preferences

/// A setting that an app declares: its name, type and default, no stored value.
public struct DeclaredSetting: Hashable, Sendable {
  /// One of the values that a setting may take.
  public struct Choice: Hashable, Sendable {
    /// The value to store.
    public var value: StoredValue
    /// What a person sees, if the file says it.
    public var title: String?
  }

  /// A value, mostly of an older version, that stands for another.
  public struct Alias: Hashable, Sendable {
    /// The value that may be stored.
    public var value: StoredValue
    /// What it is read as.
    public var target: StoredValue
  }

  /// The namespace, where the file itself gives one: the id of a schema.
  public var namespace: String?
  /// The key, as it stands in the file.
  public var key: String
  /// Where a schema keeps it: `/org/gnome/desktop/background/`.
  public var path: String?
  /// What a person sees.
  public var title: String?
  /// What it does, at length.
  public var details: String?
  /// The heading under which it stands.
  public var group: String?
  /// The type of its values; nil if the file does not tell.
  public var type: StoredType?
  /// The value while none is stored.
  public var defaultValue: StoredValue?
  /// The values that it may take; empty if any.
  public var choices: [Choice] = []
  /// The value is a list of choices, not one of them.
  public var takesSeveral = false
  /// Values that stand for others.
  public var aliases: [Alias] = []
  /// The smallest number.
  public var minimum: StoredValue?
  /// The largest number.
  public var maximum: StoredValue?
  /// Shown, never changed by the person.
  public var isReadOnly = false
  /// What of the declaration could not be kept; nil if all of it was.
  public var note: String?

  package init(key: String) { self.key = key }
}
