import Preferences
import PreferencesImport

extension PreferenceChange {
  /// The change on one line, safe for a terminal.
  var line: String {
    func shown(_ value: StoredValue?) -> String {
      value == nil ? "-" : isRedacted ? "<redacted>" : value?.shown ?? "-"
    }
    let before = isBeforePruned ? "?" : shown(before)
    let origin = origin.map { "  (\($0))" } ?? ""
    return "#\(sequence)  \(DateText.print(changedAt))  \(name.shown)  \(before) -> "
      + shown(after) + origin.escapedForTerminal
  }

  /// The change as an object.
  var json: JSONValue {
    var object: JSONObject = [
      "sequence": JSONValue(sequence), "changeSet": JSONValue(changeSet),
      "time": .string(DateText.print(changedAt)), "namespace": .string(name.namespace),
      "key": .string(name.key), "operation": .string(operation.rawValue),
    ]
    func value(_ value: StoredValue?) -> JSONValue {
      guard let value else { return .null }
      return isRedacted ? ["redacted": true] : .object(value.typedJSONObject)
    }
    object["before"] = value(before)
    object["after"] = value(after)
    object["origin"] = origin.map(JSONValue.string) ?? .null
    return .object(object)
  }
}
