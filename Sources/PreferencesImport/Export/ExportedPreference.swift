public import Preferences

/// A row as it is exported.
public struct ExportedPreference: Hashable, Sendable {
  /// Its name.
  public var name: PreferenceName
  /// Its value, of whatever type.
  public var value: StoredValue
  /// When the row was made, in milliseconds since 1970-01-01T00:00:00Z.
  public var createdAt: Int64
  /// When the row was last changed, in milliseconds since 1970-01-01T00:00:00Z.
  public var updatedAt: Int64

  /// A row by its parts.
  public init(name: PreferenceName, value: StoredValue, createdAt: Int64, updatedAt: Int64) {
    self.name = name
    self.value = value
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
