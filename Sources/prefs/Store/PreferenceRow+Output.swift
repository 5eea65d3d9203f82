import Preferences
import PreferencesImport

extension PreferenceName {
  /// The written form, safe for a terminal.
  var shown: String { description.escapedForTerminal }
}

extension StoredValue {
  /// The text on one line, safe for a terminal.
  var shown: String { ValueText.print(self).escapedForTerminal }

  /// Two columns of the colour, nil where the value is none or colours cannot be seen.
  func swatch(_ depth: ColorDepth) -> String? {
    guard case .components(let red, let green, let blue, _) = storage else { return nil }
    let swatch = depth.swatch(red: red, green: green, blue: blue)
    return swatch.isEmpty ? nil : swatch
  }
}

extension PreferenceRow {
  /// The row as an export has it.
  var exported: ExportedPreference {
    ExportedPreference(name: name, value: value, createdAt: createdAt, updatedAt: updatedAt)
  }

  /// The row as `--json` prints it, and as the JSON export writes it.
  var json: JSONValue { exported.json }
}
