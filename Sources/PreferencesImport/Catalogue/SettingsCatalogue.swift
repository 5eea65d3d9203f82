public import Preferences

/// The settings that a file declares: defaults, never values to be stored.
public struct SettingsCatalogue: Hashable, Sendable, CustomStringConvertible {
  /// The format of the file: "settings bundle".
  public var format: String
  /// The settings, in the order of the file.
  public var settings: [DeclaredSetting] = []
  /// Declarations that could not be read.
  public var leftOut: [ImportReport.LeftOut] = []

  /// A line for each setting: key, type, default, choices.
  public var description: String { lines.joined(separator: "\n") }

  /// A line for the file, one for each setting, one for each declaration left out.
  public var lines: [String] {
    ["\(format): \(settings.count) settings declared, \(leftOut.count) left out"]
      + settings.map(\.line)
      + leftOut.map { "\($0.path.quotedForMessage) left out: \($0.reason)" }
  }

  /// The whole catalogue as an object of `format`, `settings` and `leftOut`.
  public var json: JSONValue {
    let leftOut = leftOut.map { entry -> JSONValue in
      ["path": .string(entry.path), "reason": .string(entry.reason)]
    }
    return [
      "format": .string(format), "settings": .array(settings.map(\.json)),
      "leftOut": .array(leftOut),
    ]
  }
}

extension DeclaredSetting {
  fileprivate var line: String {
    var parts = ["\(key.escapedForDisplay): \(type?.rawValue ?? "unknown type")"]
    if let defaultValue { parts.append("default \(defaultValue.textForCatalogue)") }
    if minimum != nil || maximum != nil {
      let limits = [minimum, maximum].map { $0.map { "\($0)" } ?? "" }
      parts.append("range " + limits.joined(separator: "…"))
    }
    if !choices.isEmpty {
      let choices = choices.map { choice in
        choice.value.textForCatalogue + (choice.title.map { " " + $0.quotedForMessage } ?? "")
      }
      parts.append("one of " + choices.joined(separator: " | "))
    }
    if isReadOnly { parts.append("read-only") }
    if let title { parts.append("title \(title.quotedForMessage)") }
    return parts.joined(separator: ", ")
  }

  fileprivate var json: JSONValue {
    var object: JSONObject = ["key": .string(key)]
    object["title"] = title.map(JSONValue.string)
    object["group"] = group.map(JSONValue.string)
    object["type"] = type.map { .string($0.rawValue) }
    object["default"] = defaultValue.map(\.typedJSONValue)
    object["minimum"] = minimum.flatMap(JSONValue.init)
    object["maximum"] = maximum.flatMap(JSONValue.init)
    if !choices.isEmpty {
      let choices = choices.map { choice in
        var object: JSONObject = ["value": choice.value.typedJSONValue]
        object["title"] = choice.title.map(JSONValue.string)
        return JSONValue.object(object)
      }
      object["choices"] = .array(choices)
    }
    object["readOnly"] = .bool(isReadOnly)
    return .object(object)
  }
}

extension StoredValue {
  fileprivate var textForCatalogue: String { typedJSONValue.description.escapedForDisplay }
}
