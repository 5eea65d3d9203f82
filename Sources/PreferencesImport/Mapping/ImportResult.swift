/// What a file held: preferences, or the declarations of settings, and an account of both.
public struct ImportResult: Sendable {
  /// The values, in the order of the file; no name twice.
  public var preferences: [ImportedPreference] = []
  /// What was taken, how it was converted, what was left out and why.
  public var report: ImportReport
  /// Declared settings with their defaults, which are never imported as values.
  public var catalogue: SettingsCatalogue?
}
