extension Command {
  static let palette = Command(
    name: "palette",
    abstract: "Look after colours: show them, find their uses, let preferences follow them",
    discussion: """
      A palette is a namespace whose preferences are colours, such as Brand.orange. Colours are \
      set with 'prefs set', imported with 'prefs import' and written to files with 'prefs export'.
      """,
    examples: [
      .init("prefs palette show Brand", "The colours, painted where the terminal can"),
      .init("prefs palette follow Settings.accent Brand.orange", "Let one follow the other"),
      .init("prefs palette uses Brand.orange", "What follows it"),
      .init("prefs palette uses '#FF8800'", "Where this colour is seen"),
    ],
    subcommands: [paletteShow, paletteUses, paletteFollow, paletteJoin, paletteExport])
}
