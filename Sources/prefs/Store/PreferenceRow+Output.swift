import Preferences
import PreferencesImport

extension PreferenceName {
  /// The written form, safe for a terminal.
  var shown: String { description.escapedForTerminal }
}

extension StoredValue {
  /// The text on one line, safe for a terminal.
  var shown: String {
    let text = type == .colorBlob ? color.map(ColorNotation.show) : nil
    return (text ?? ValueText.print(self)).escapedForTerminal
  }

  /// The colour, in light and in dark where they differ; nil where colours cannot be seen.
  func swatch(_ depth: ColorDepth) -> TextTable.Mark? { color.flatMap { depth.swatch($0) } }
}

extension PreferenceRow {
  /// The row as an export has it.
  var exported: ExportedPreference {
    ExportedPreference(name: name, value: value, createdAt: createdAt, updatedAt: updatedAt)
  }

  /// The row as `--json` prints it, and as the JSON export writes it.
  var json: JSONValue { exported.json }
}
