import Preferences
import PreferencesImport

extension Command {
  private static let html = Option.flag(
    "html", "As a page of HTML, which is what is written anyway")
  private static let title = Option.option(
    "title", "TEXT", .text, "The heading; else the namespace")
  private static let output = Option.option(
    "output", short: "o", "FILE", .file, "Where to write; else standard output")

  static let paletteExport = Command(
    name: "export",
    abstract: "Write the colours as a page to look at",
    discussion: """
      One page that needs nothing else: every colour in light and in dark, side by side, with its \
      name, its value and the contrast of the text on it. For files that other programs read, see \
      'prefs export'.
      """,
    arguments: [Argument("NAMESPACE", .namespace, isOptional: true, "Only this palette")],
    options: [html, title, output],
    examples: [.init("prefs palette export Brand --html -o brand.html", "A page of Brand")],
    exitCodes: [.no, .cannotCreate, .inputOutput]
  ) { invocation in
    let namespace = invocation.arguments.first
    let rows = try invocation.rows(in: namespace, following: true).map(\.exported)
    let page = PreferencesExporter.html(
      rows, title: invocation.value(of: title) ?? namespace ?? "Colours")
    guard let path = invocation.value(of: output) else {
      try invocation.console.write(page)
      return .done
    }
    guard !File.isSame(path, try invocation.storePath()) else {
      throw Failure(.cannotCreate, "\(path.shown): is the store itself")
    }
    try invocation.refuseNothing(rows.isEmpty, to: path)
    try File.write(page, to: path)
    invocation.console.note("\(path.shown): \(rows.count(where: \.value.isColor)) colours")
    return .done
  }
}
