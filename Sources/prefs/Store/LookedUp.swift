import Preferences
import PreferencesImport

/// A preference as it was found: in the store, or as a default among declarations.
struct LookedUp {
  var name: PreferenceName
  /// What is stored; nil for a default.
  var row: PreferenceRow?
  var value: StoredValue
  /// The declaration, if there is one.
  var setting: DeclaredSetting?
  /// Whether the value is not for display.
  var isHidden = false
  /// Where it comes from, `stored` or `default`; nil where no declarations were asked for.
  var source: String?

  init(_ row: PreferenceRow, setting: DeclaredSetting? = nil, isTold: Bool = false) {
    (name, value, self.row) = (row.name, row.value, row)
    self.setting = setting
    source = isTold ? "stored" : nil
  }

  /// A default; nil where a declaration has none.
  init?(_ name: PreferenceName, defaultOf setting: DeclaredSetting?) {
    guard let setting, let value = setting.defaultValue else { return nil }
    (self.name, self.value, self.setting, source) = (name, value, setting, "default")
  }

  /// The value on one line.
  var shown: String { isHidden ? "<redacted>" : value.shown }

  /// The row as `--json` prints it, and the source; a default has no times.
  var json: JSONValue {
    let exported =
      row?.exported ?? ExportedPreference(name: name, value: value, createdAt: 0, updatedAt: 0)
    var json = exported.json
    if isHidden { (json["value"], json["storage"], json["redacted"]) = (nil, nil, true) }
    if row == nil { (json["createdAt"], json["updatedAt"]) = (nil, nil) }
    json["source"] = source.map(JSONValue.string)
    return json
  }
}
