import Preferences
import PreferencesImport

extension Command {
  private static let at = Option.option(
    "at", "TIME", .text, "The moment: a time, or the number of a change")

  static let show = Command(
    name: "show",
    abstract: "Show preferences as they were",
    discussion: """
      One preference as its bare value, as 'prefs get' prints it, and 1 if it was not set; a \
      namespace, or everything, in columns. Where the history does not reach back so far, that is \
      said, and the exit code is 1.
      """,
    arguments: [.scope],
    options: [at, .reveal],
    examples: [
      .init("prefs show --at '2h ago' Settings.accent", "The value two hours ago"),
      .init("prefs show --at yesterday", "Everything, as it was at midnight"),
    ],
    exitCodes: [.no, .badData]
  ) { invocation in
    let console = invocation.console
    let point = try invocation.moment(of: at)
    let store = try invocation.store(.readOnly)
    let hidden = invocation.has(.reveal) ? [] : try store.redactedNames()
    let scope = try invocation.scope(of: invocation.arguments.first, in: store)
    invocation.note(point)
    if case .name(let name) = scope {
      guard !hidden.contains(name) else { return invocation.isHidden(name) }
      guard let value = try store.storedValue(of: name, at: point) else {
        console.note("\(name.shown) was not set")
        return .no
      }
      try console.line(
        invocation.has(.json)
          ? JSONValue.object(["name": .string(name.description)] + value.typedJSONObject).line
          : ValueText.print(value))
      return .done
    }
    var namespace: String?
    if case .namespace(let name) = scope { namespace = name }
    let values = try store.snapshot(at: point, in: namespace).sorted { $0.key < $1.key }
    if invocation.has(.json) {
      let objects = values.map { name, value in
        JSONValue.object(
          ["name": .string(name.description)]
            + (hidden.contains(name)
              ? ["type": .string(value.type.rawValue), "redacted": true] : value.typedJSONObject))
      }
      try console.line(JSONValue.array(objects).line)
      return .done
    }
    if values.isEmpty { console.note("nothing was set") }
    var table = TextTable()
    for (name, value) in values {
      let isHidden = hidden.contains(name)
      table.add(
        [
          name.shown, value.type.rawValue,
          PreferenceChange.shown(value, isRedacted: isHidden),
        ],
        mark: isHidden ? nil : value.swatch(console.colors))
    }
    for line in table.lines(width: console.width) { try console.line(line) }
    return .done
  }
}

extension Invocation {
  /// Says that a value is not shown.
  func isHidden(_ name: PreferenceName) -> ExitCode {
    console.note("\(name.shown) is redacted; --reveal shows it")
    return .no
  }
}

private func + (a: JSONObject, b: JSONObject) -> JSONObject {
  var sum = a
  for (name, value) in b.members { sum[name] = value }
  return sum
}
