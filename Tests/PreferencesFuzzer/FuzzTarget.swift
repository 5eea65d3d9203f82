import PreferencesImport

/// One thing that reads what strangers write.
struct FuzzTarget: Sendable {
  let name: String
  /// Reads an input; errors are fine, everything else ends the process.
  let run: @Sendable ([UInt8]) -> Void
  /// What to begin with, made by this package.
  let seeds: @Sendable () -> [[UInt8]]

  /// All of them; each format that can be imported is one.
  static let all: [FuzzTarget] =
    [propertyList, json, color, name, migration, value, record, database]
    + ImportFormat.all.map(FuzzTarget.init(format:))
}
