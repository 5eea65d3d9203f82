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

  /// The key, as it stands in the file.
  public var key: String
  /// What a person sees.
  public var title: String?
  /// The heading under which it stands.
  public var group: String?
  /// The type of its values; nil if the file does not tell.
  public var type: StoredType?
  /// The value while none is stored.
  public var defaultValue: StoredValue?
  /// The values that it may take; empty if any.
  public var choices: [Choice] = []
  /// The smallest value of a slider.
  public var minimum: Double?
  /// The largest value of a slider.
  public var maximum: Double?
  /// Shown, never changed by the person.
  public var isReadOnly = false

  package init(key: String) { self.key = key }
}
