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
      """,
    arguments: [Argument("NAMESPACE", .namespace, isOptional: true, "Only this namespace")],
    options: [long, names],
    examples: [
      .init("prefs list", "Everything"),
      .init("prefs list Settings --json", "One namespace, for a program"),
    ]
  ) { invocation in
    let console = invocation.console
    let rows = try invocation.rows(in: invocation.arguments.first, following: true)
    if invocation.has(.json) {
      let elements = rows.map { invocation.has(names) ? .string($0.name.description) : $0.json }
      try console.line(JSONValue.array(elements).line)
    } else if invocation.has(names) {
      for row in rows { try console.line(row.name.shown) }
    } else {
      var table = TextTable()
      for row in rows {
        let updated = invocation.has(long) ? [DateText.print(row.updatedAt)] : []
        table.add(
          [row.name.shown, row.value.type.rawValue] + updated + [row.value.shown],
          mark: row.value.swatch(console.colors))
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
