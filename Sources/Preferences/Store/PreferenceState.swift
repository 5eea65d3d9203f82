/// The three states of a preference, and the one of a value that cannot be read.
public enum PreferenceState<Value: Sendable>: Sendable {
  /// Never set, or removed: the key reads as its default.
  case unset
  /// Set, possibly to nil or to a value equal to the default.
  case set(Value)
  /// Set to something that this key cannot read; it stays in the file as it is.
  case unreadable(StoredValue, PreferenceError)
}

extension PreferenceState: Equatable where Value: Equatable {}
