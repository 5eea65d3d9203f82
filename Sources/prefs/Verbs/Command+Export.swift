import Preferences
import PreferencesImport

extension Command {
  private static let format = Option.option(
    "format", short: "f", "FORMAT",
    .choice([
      ("json", "Everything, without loss"), ("plist", "An XML property list"),
      ("colorset", "Colours as an asset catalogue"), ("gpl", "Colours as a GIMP palette"),
      ("css", "Colours as CSS custom properties"),
    ]),
    "How to write; else by the extension of --output, else JSON")
  private static let output = Option.option(
    "output", short: "o", "FILE", .file, "Where to write; else standard output")

  static let export = Command(
    name: "export",
    abstract: "Export preferences as JSON or a property list, colours also as palettes",
    discussion: """
      JSON holds all namespaces or one, with types and times; imported again it gives the same \
      values to the last bit. A property list holds one namespace, as UserDefaults and 'defaults \
      import' take it. A file is written for its owner alone, and replaced only when it is \
      complete.

      The other formats hold the colours of one namespace; what is no colour is left out and \
      told. An asset catalogue is a new folder, NAME.xcassets, with a colour set for each colour, \
      without loss but for references to other colours of the store, which are resolved; with \
      --output KEY.colorset it is the set of that one colour. A GIMP palette has the colour for \
      any appearance in 8 bits of sRGB, and what that rounds is told. CSS has a custom property \
      for each colour, and media queries for dark, light and high contrast.
      """,
    arguments: [Argument("NAMESPACE", .namespace, isOptional: true, "Only this namespace")],
    options: [format, output, .reveal],
    examples: [
      .init("prefs export --output all.json", "Everything"),
      .init("prefs export com.example.app --format plist", "One namespace for UserDefaults"),
      .init("prefs export Palette --output Palette.xcassets", "Its colours for Xcode"),
      .init("prefs export Palette --format css", "Its colours for the web"),
    ],
    exitCodes: [.no, .cannotCreate, .inputOutput]
  ) { invocation in
    let path = invocation.value(of: output)
    let word = invocation.value(of: format) ?? path.flatMap(word) ?? "json"
    if let path, File.isSame(path, try invocation.storePath()) {
      throw Failure(.cannotCreate, "\(path.shown): is the store itself")
    }
    if let colors = ColorExport.Format(rawValue: word) {
      return try invocation.exportColors(as: colors, to: path)
    }
    let hidden = try invocation.hiddenNames(of: invocation.store(.readOnly))
    let all = try invocation.rows(in: invocation.arguments.first)
    let rows = all.filter { !hidden.contains($0.name) }.map(\.exported)
    if rows.count < all.count {
      invocation.console.note(
        "\(all.count - rows.count) redacted preferences were left out (--reveal)")
    }
    try invocation.refuseNothing(rows.isEmpty, to: path)
    let bytes =
      word == "plist"
      ? try PreferencesExporter.propertyList(
        rows, namespace: try invocation.oneNamespace(of: rows, for: "a property list"))
      : try PreferencesExporter.json(rows)
    try invocation.write(bytes, to: path, "\(rows.count) preferences")
    return .done
  }

  /// The format that a file's extension stands for.
  private static func word(_ path: String) -> String? {
    let formats = [
      "json": "json", "plist": "plist", "gpl": "gpl", "css": "css", "xcassets": "colorset",
      "colorset": "colorset",
    ]
    return path.split(separator: ".").last.flatMap { formats[$0.lowercased()] }
  }
}

extension Invocation {
  /// The namespace that the line names, or the only one that there is.
  func oneNamespace(
    of rows: [ExportedPreference], for format: String
  ) throws(Failure) -> String {
    let namespaces = Set(rows.map(\.name.namespace))
    guard let namespace = arguments.first ?? namespaces.first,
      namespaces.count <= 1 || arguments.first != nil
    else {
      throw mistake("\(format) holds one namespace, the store has \(namespaces.count): name one")
    }
    return namespace
  }

  /// Leaves a file as it is where a namespace is named, perhaps mistyped, that holds nothing.
  func refuseNothing(_ isNothing: Bool, to path: String?) throws(Failure) {
    guard isNothing, !arguments.isEmpty, let path else { return }
    throw Failure(.no, "\(path.shown): there is nothing to write; nothing was changed")
  }

  /// Writes an export into the file, or to standard output.
  func write(_ bytes: [UInt8], to path: String?, _ what: String) throws(Failure) {
    guard let path else { return try console.write(bytes) }
    try File.write(bytes, to: path)
    console.note("\(path.shown): \(what)")
  }
}
