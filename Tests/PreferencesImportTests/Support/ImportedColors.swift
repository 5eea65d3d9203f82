import Preferences

@testable import PreferencesImport

/// What the import of a file gave, by key.
struct ImportedColors {
  var colors: [String: AdaptiveColor] = [:]
  var notes: [String: String] = [:]
  var outcomes: [String: ImportReport.Outcome] = [:]
  var types: [String: StoredType] = [:]
  var leftOut: [String: String] = [:]
  var format: String

  init(_ bytes: [UInt8], _ change: (inout ImportOptions) -> Void = { _ in }) throws {
    var options = ImportOptions(namespace: "Domain")
    change(&options)
    let result = try PreferencesImporter.read(bytes, options)
    format = result.report.format
    for preference in result.preferences {
      colors[preference.name.key] = preference.value.color
    }
    for entry in result.report.taken {
      notes[entry.name.key] = entry.note
      outcomes[entry.name.key] = entry.outcome
      types[entry.name.key] = entry.type
    }
    for entry in result.report.leftOut { leftOut[entry.path] = entry.reason }
  }

  /// The colour for any appearance under a key, as hexadecimal text.
  func hex(_ key: String) -> String? { colors[key]?.resolved(for: .system)?.hex.lowercased() }
}
