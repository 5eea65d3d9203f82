import Preferences

extension Command {
  static let paletteUses = Command(
    name: "uses",
    abstract: "List the preferences that use a colour",
    discussion: """
      For a name, those that follow it. For a colour, those that show it: as their own, in a \
      variant for light or dark, by following another, or inside JSON; two colours are one when \
      nobody could tell them apart. If there are none, the exit code is 1.

      In SQL: SELECT name FROM settings WHERE value = '#FF8800', or WHERE value LIKE \
      '%"reference":"Brand.orange"%'.
      """,
    arguments: [Argument("COLOR", .name, "A name, such as Brand.orange, or a colour")],
    examples: [
      .init("prefs palette uses Brand.orange", "What follows it"),
      .init("prefs palette uses 'rgb(255 136 0)'", "Where this colour is seen"),
    ],
    exitCodes: [.no, .badData]
  ) { invocation in
    let text = invocation.arguments[0]
    let store = try invocation.store(.readOnly)
    let names =
      if let color = try color(text) {
        try store.preferences(using: color)
      } else {
        try store.preferences(referringTo: PreferenceName(text))
      }
    if invocation.has(.json) {
      try invocation.console.line(JSONValue.array(names.map { .string($0.description) }).line)
    } else {
      for name in names { try invocation.console.line(name.shown) }
    }
    return names.isEmpty ? .no : .done
  }

  /// Nil for what does not look like a colour: `color(srgb 1 0.5)` has a dot, but is no name.
  private static func color(_ text: String) throws(Failure) -> PreferenceColor? {
    do throws(ColorTextError) { return try PreferenceColor(text) } catch {
      guard ["#", "color(", "rgb(", "rgba("].contains(where: text.hasPrefix) else { return nil }
      throw Failure(.badData, error.description.escapedForTerminal)
    }
  }
}
