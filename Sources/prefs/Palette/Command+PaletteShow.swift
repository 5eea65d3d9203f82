import Preferences

extension Command {
  static let paletteShow = Command(
    name: "show",
    abstract: "Show the colours of a palette, or of the whole store",
    discussion: """
      A line a colour: name, swatch, value. Where light and dark differ there are two swatches. \
      Swatches are painted on a terminal with true colour or 256 colours, unless NO_COLOR is set.
      """,
    arguments: [Argument("NAMESPACE", .namespace, isOptional: true, "Only this palette")],
    examples: [.init("prefs palette show Brand", "The colours of Brand")]
  ) { invocation in
    let console = invocation.console
    let colors = try invocation.rows(in: invocation.arguments.first, following: true)
      .filter(\.value.isColor)
    if invocation.has(.json) {
      try console.line(JSONValue.array(colors.map(\.json)).line)
      return .done
    }
    var table = TextTable()
    for row in colors {
      table.add([row.name.shown, row.value.shown], mark: row.value.swatch(console.colors))
    }
    for line in table.lines(width: console.width) { try console.line(line) }
    return .done
  }
}
