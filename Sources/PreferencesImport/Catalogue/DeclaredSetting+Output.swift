package import Preferences

extension DeclaredSetting {
  /// One line for people: key, type, default, limits, choices, title.
  var line: String {
    let name = (namespace.map { $0 + "." } ?? "") + key
    var parts = ["\(name.escapedForDisplay): \(type?.rawValue ?? "unknown type")"]
    if let defaultValue { parts.append("default \(defaultValue.textForCatalogue)") }
    if let range { parts.append("range \(range)") }
    if let offer { parts.append(offer) }
    for alias in aliases {
      parts.append("\(alias.value.textForCatalogue) is \(alias.target.textForCatalogue)")
    }
    if isReadOnly { parts.append("read-only") }
    if let title { parts.append("title \(title.quotedForMessage)") }
    if let note { parts.append(note.escapedForDisplay) }
    return parts.joined(separator: ", ")
  }

  /// What is declared, each part with its name, for people.
  package var facts: [(name: String, text: String)] {
    let parts = [
      ("default", defaultValue?.textForCatalogue), ("title", title), ("details", details),
      ("group", group), ("path", path), ("range", range), ("choices", offer), ("note", note),
    ]
    return parts.compactMap { name, text in text.map { (name, $0) } }
  }

  private var range: String? {
    guard minimum != nil || maximum != nil else { return nil }
    return [minimum, maximum].map { $0?.textForCatalogue ?? "" }.joined(separator: "…")
  }

  /// `one of "a" 'Title' | "b"`
  private var offer: String? {
    guard !choices.isEmpty else { return nil }
    let values = choices.map { choice in
      choice.value.textForCatalogue + (choice.title.map { " " + $0.quotedForMessage } ?? "")
    }
    return (takesSeveral ? "some of " : "one of ") + values.joined(separator: " | ")
  }

  /// The declaration as an object of what it says.
  package var json: JSONValue {
    var object: JSONObject = [:]
    object["namespace"] = namespace.map(JSONValue.string)
    object["key"] = .string(key)
    object["path"] = path.map(JSONValue.string)
    object["title"] = title.map(JSONValue.string)
    object["details"] = details.map(JSONValue.string)
    object["group"] = group.map(JSONValue.string)
    object["type"] = type.map { .string($0.rawValue) }
    object["default"] = defaultValue.map(\.typedJSONValue)
    object["minimum"] = minimum.map(\.typedJSONValue)
    object["maximum"] = maximum.map(\.typedJSONValue)
    if !choices.isEmpty {
      let choices = choices.map { choice in
        var object: JSONObject = ["value": choice.value.typedJSONValue]
        object["title"] = choice.title.map(JSONValue.string)
        return JSONValue.object(object)
      }
      object["choices"] = .array(choices)
      if takesSeveral { object["takesSeveral"] = .bool(true) }
    }
    if !aliases.isEmpty {
      object["aliases"] = .array(
        aliases.map { ["value": $0.value.typedJSONValue, "target": $0.target.typedJSONValue] })
    }
    object["readOnly"] = .bool(isReadOnly)
    object["note"] = note.map(JSONValue.string)
    return .object(object)
  }
}

extension StoredValue {
  /// The value as JSON, on one line.
  var textForCatalogue: String { typedJSONValue.description.escapedForDisplay }
}
