import Preferences
import PreferencesImport

extension Command {
  static let diff = Command(
    name: "diff",
    abstract: "Compare the preferences of two moments",
    discussion: """
      A line for each preference that differs: its name, the value at the first moment and that \
      at the second; - stands for not set. No line if there is no difference.
      """,
    arguments: [
      Argument("FROM", .text, "The first moment"),
      Argument("TO", .text, isOptional: true, "The second moment; else now"),
      Argument("NAMESPACE", .namespace, isOptional: true, "Only this namespace"),
    ],
    options: [.reveal],
    examples: [
      .init("prefs diff '1h ago'", "What has changed within the hour"),
      .init("prefs diff 120 150 Settings", "Between two changes, in one namespace"),
    ],
    exitCodes: [.no, .badData]
  ) { invocation in
    let arguments = invocation.arguments
    let start = try invocation.moment(arguments[0], "FROM")
    let end = arguments.count > 1 ? try invocation.moment(arguments[1], "TO") : .sequence(.max)
    let namespace = arguments.count > 2 ? arguments[2] : nil
    invocation.note(start, "from")
    if arguments.count > 1 { invocation.note(end, "to") }
    let found = try invocation.store(.readOnly).diff(from: start, to: end, in: namespace)
      .map { difference in
        var difference = difference
        difference.isRedacted = difference.isRedacted && !invocation.has(.reveal)
        return difference
      }
    if invocation.has(.json) {
      try invocation.console.line(JSONValue.array(found.map(\.json)).line)
      return .done
    }
    var table = TextTable()
    for difference in found {
      let (before, after) = (difference.before, difference.after)
      let isRedacted = difference.isRedacted
      table.add([
        difference.name.shown,
        PreferenceChange.shown(before, isRedacted: isRedacted) + " -> "
          + PreferenceChange.shown(after, isRedacted: isRedacted),
      ])
    }
    for line in table.lines(width: invocation.console.width) {
      try invocation.console.line(line)
    }
    return .done
  }
}

extension PreferenceDifference {
  /// The difference as an object.
  var json: JSONValue {
    func value(_ value: StoredValue?) -> JSONValue {
      guard let value else { return .null }
      return isRedacted ? ["redacted": true] : .object(value.typedJSONObject)
    }
    return [
      "namespace": .string(name.namespace), "key": .string(name.key), "before": value(before),
      "after": value(after),
    ]
  }
}
