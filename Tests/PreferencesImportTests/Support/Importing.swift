import Preferences

@testable import PreferencesImport

/// The values of a file by key.
func imported(
  _ bytes: [UInt8], key: String? = nil
) throws -> [String: StoredValue] {
  let result = try PreferencesImporter.read(bytes, namespace: "Domain", key: key)
  return Dictionary(uniqueKeysWithValues: result.preferences.map { ($0.name.key, $0.value) })
}

/// The message of the error that an import ends with.
func refusal(_ bytes: [UInt8], key: String? = nil) -> String {
  do {
    let result = try PreferencesImporter.read(bytes, namespace: "Domain", key: key)
    return "no error: \(result.report)"
  } catch {
    return error.description
  }
}
