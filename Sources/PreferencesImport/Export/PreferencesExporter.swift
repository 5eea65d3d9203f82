import Preferences

/// Writes preferences as files that this package reads back byte for byte.
public enum PreferencesExporter {
  /// All rows as JSON, lossless, ordered by name; see ``PreferencesImporter`` for the way back.
  ///
  /// The times are there to be read by people and tools; an import gives its rows new ones.
  ///
  /// - Throws: ``ExportError``.
  public static func json(_ rows: [ExportedPreference]) throws(ExportError) -> [UInt8] {
    try PreferencesDocument.write(rows.sorted { $0.name < $1.name })
  }

  /// The rows of one namespace as an XML property list, ordered by key: a domain that UserDefaults
  /// and `defaults import` can use.
  ///
  /// Values that property lists do not know are dictionaries `{"$type": tag, "$value": …}`.
  ///
  /// - Throws: ``ExportError`` for a key that XML cannot hold.
  public static func propertyList(
    _ rows: [ExportedPreference], namespace: String
  ) throws(ExportError) -> [UInt8] {
    let members = rows.filter { $0.name.namespace == namespace }
      .sorted { $0.name < $1.name }
      .map { PropertyList.Member($0.name.key, $0.value.propertyList) }
    return try XMLPropertyListWriter.write(.dictionary(members))
  }
}
