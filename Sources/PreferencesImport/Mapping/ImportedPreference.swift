public import Preferences

/// A preference as an imported file gives it.
public struct ImportedPreference: Hashable, Sendable {
  /// Its name, in the normal form of the store.
  public var name: PreferenceName
  /// Its value, ready to be stored.
  public var value: StoredValue

  /// A preference by its two parts.
  public init(name: PreferenceName, value: StoredValue) {
    self.name = name
    self.value = value
  }
}
