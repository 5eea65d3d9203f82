import Preferences

extension Command {
  private static let long = Option.flag("long", short: "l", "Also when each was changed last")
  private static let names = Option.flag("names", "Only the names, one a line")

  static let list = Command(
    name: "list",
    abstract: "List the preferences, ordered by name",
    discussion: """
      Name, type and value in columns. On a terminal long values are cut to its width; what could \
      steer a terminal is shown as \\u{...}. Programs should read --json.

      With --defaults what the file declares and what is not set is listed too, with its default, \
      and a column tells which is which.
      """,
    arguments: [Argument("NAMESPACE", .namespace, isOptional: true, "Only this namespace")],
    options: [long, names, .defaults, .reveal],
    examples: [
      .init("prefs list", "Everything"),
      .init("prefs list Settings --json", "One namespace, for a program"),
    ]
  ) { invocation in
    let console = invocation.console
    let all = try invocation.lookUpAll(in: invocation.arguments.first)
    if invocation.has(.json) {
      let elements = all.map { invocation.has(names) ? .string($0.name.description) : $0.json }
      try console.line(JSONValue.array(elements).line)
    } else if invocation.has(names) {
      for found in all { try console.line(found.name.shown) }
    } else {
      var table = TextTable()
      for found in all {
        let source = found.source.map { [$0] } ?? []
        let updated = found.row.map { DateText.print($0.updatedAt) } ?? ""
        table.add(
          [found.name.shown, found.value.type.rawValue] + source
            + (invocation.has(long) ? [updated] : []) + [found.shown],
          mark: found.isHidden ? nil : found.value.swatch(console.colors))
      }
      for line in table.lines(width: console.width) { try console.line(line) }
    }
    return .done
  }
}

extension Invocation {
  /// The rows of the store, or of a namespace; if there are none, that is noted.
  func rows(in namespace: String?, following: Bool = false) throws -> [PreferenceRow] {
    let store = try store(.readOnly)
    let rows = try store.rows(in: namespace, followingReferences: following)
    if rows.isEmpty {
      let exists = try store.exists()
      console.note(
        exists
          ? "no preference\(namespace.map { " in \($0.shown)" } ?? "")"
          : "\(store.path.shown): there is no store yet")
    }
    return rows
  }
}
