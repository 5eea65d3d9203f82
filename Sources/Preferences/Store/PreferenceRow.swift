/// A preference as it stands in the file.
package struct PreferenceRow: Hashable, Sendable {
  package var name: PreferenceName
  package var value: StoredValue
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var createdAt: Int64
  /// Milliseconds since 1970-01-01T00:00:00Z; never goes back, also when the clock does.
  package var updatedAt: Int64
  /// The row of preference_change that holds this version; 0 for a key that is not logged.
  package var sequence: Int64
}
