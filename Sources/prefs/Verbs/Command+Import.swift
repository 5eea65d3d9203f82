import Preferences
import PreferencesImport

extension Option {
  /// Tells of progress even if standard error is no terminal.
  static let progress = flag("progress", "Tell of progress even where nobody seems to watch")
}

extension Command {
  fileprivate static let into = Option.option(
    "into", "NAMESPACE", .namespace, "Where the values go; else the file's name without extension")
  private static let format = Option.option(
    "as", "FORMAT", .choice(ImportFormat.all.map { ($0.word, $0.name) }),
    "What the file must be; else its content decides")
  private static let assume = Option.option(
    "assume", "SPACE",
    .choice([
      ("srgb", "What most authors mean"), ("calibrated", "What old programs of macOS mean"),
    ]),
    "The space of colours whose file names none; else the custom of the format")
  private static let key = Option.option(
    "key", "KEY", .text,
    "Take the whole file as one value under this key, or a colour set's colour")
  private static let type = Option.option(
    "type", "KEY=TYPE", .text, repeats: true,
    "What an entry becomes: \(ImportForm.all.map(\.word).joined(separator: ", "))")
  private static let report = Option.option(
    "report", "FORM",
    .choice([("text", "A line for each entry to tell of"), ("json", "An object, as of --json")]),
    "How to tell what became of the entries")
  private static let dryRun = Option.flag("dry-run", short: "n", "Show the values, write nothing")

  static let importFile = Command(
    name: "import",
    abstract: "Import settings or colours from a file or an asset catalogue",
    discussion: """
      Takes settings: XML and binary property lists, such as a UserDefaults domain, JSON with \
      comments, settings of VS Code, dconf dumps and other key files, and what 'prefs export' has \
      written. Takes colours: colour sets and asset \
      catalogues of Xcode, GIMP palettes, Adobe swatches. Which of them it is, is seen by the \
      content. All values are one change set: all are there afterwards, or none. A value that is \
      there already is replaced. What had to be converted or left out is told; if something was \
      left out, that is a clean no.

      A file that declares settings, such as a settings bundle or a GSettings schema, is shown, but its defaults are \
      not stored.

      A folder is an asset catalogue (X.xcassets), a group in one, or a colour set (X.colorset). \
      A colour has the name that Xcode gives it: Accent, or Group/Accent where the group provides \
      a namespace. Colours keep their space, light, dark and high-contrast variants, and \
      references to colours of a system.

      --type says what a value is where the file cannot: 'color' reads archived colours and \
      texts of colours, 'json' makes JSON of a document in text or data, 'appearance' reads the \
      words light, dark and system. A number is an appearance only by a mapping: \
      appearance:userInterfaceStyle (1 light, 2 dark) or appearance:freedesktop (1 dark, 2 \
      light). KEY/MEMBER takes a member of a JSON document as an entry of its own.
      """,
    arguments: [Argument("FILE|FOLDER", .file, "What to import; - is standard input")],
    options: [into, format, assume, key, type, report, dryRun, .progress],
    examples: [
      .init("prefs import com.example.app.plist", "Everything into com.example.app"),
      .init("prefs import --into Settings old.json --dry-run", "What would become of it"),
      .init("prefs import Assets.xcassets --into Palette", "The colours of an app"),
      .init(
        "prefs import app.plist --type mode=appearance:userInterfaceStyle",
        "An integer that is an appearance"),
      .init("prefs export | prefs --store copy.db import -", "All preferences into another file"),
    ],
    exitCodes: [.no, .badData, .noInput]
  ) { invocation in
    let console = invocation.console
    let result = try invocation.readImport()
    if !result.preferences.isEmpty, !invocation.has(dryRun) {
      var progress = Progress("importing", on: console, always: invocation.has(.progress))
      defer { progress.finish() }
      try invocation.store(.readWrite).transaction { transaction in
        for (index, preference) in result.preferences.enumerated() {
          try transaction.set(preference.value, for: preference.name)
          progress.update(index + 1, of: result.preferences.count)
        }
      }
    }
    try console.tell(
      result, asJSON: console.isJSON || invocation.value(of: report) == "json",
      values: invocation.has(dryRun))
    let leftOut = result.report.leftOut.count + (result.catalogue?.leftOut.count ?? 0)
    return leftOut == 0 ? .done : .no
  }

  /// What the options say of reading, without the place.
  fileprivate static func options(of invocation: Invocation) throws(Failure) -> ImportOptions {
    var options = ImportOptions(namespace: invocation.value(of: into) ?? "")
    options.key = invocation.value(of: key)
    options.format = invocation.value(of: format).flatMap { word in
      ImportFormat.all.first { $0.word == word }
    }
    options.assumedColorSpace = invocation.value(of: assume)
      .flatMap(ImportOptions.AssumedColorSpace.init)
    for text in invocation.values(of: type) {
      // A key may hold an equals sign, a type does not.
      guard let mark = text.lastIndex(of: "="), mark > text.startIndex,
        let form = ImportForm(String(text[text.index(after: mark)...]))
      else {
        throw invocation.mistake(
          "--type: expected KEY=TYPE with one of "
            + "\(ImportForm.all.map(\.word).joined(separator: ", ")), found '\(text.shown)'")
      }
      guard options.forms.updateValue(form, forKey: String(text[..<mark])) == nil else {
        throw invocation.mistake("--type: '\(String(text[..<mark]).shown)' is given twice")
      }
    }
    return options
  }
}

extension Invocation {
  /// Reads the file or folder that the command line names.
  fileprivate func readImport() throws -> ImportResult {
    var options = try Command.options(of: self)
    let path = arguments[0]
    let isUnplaced = value(of: Command.into) == nil
    if File.isFolder(path) {
      if isUnplaced { options.namespace = CatalogPath(path).namespace }
      return try AssetCatalog.read(path, options)
    }
    let isInput = path == "-"
    let bytes = isInput ? try File.read(path) : try ImportSource.read(path)
    // An export names its own namespaces; everything else on standard input has no name to go by.
    options.file = isInput ? "standard input" : path
    if isUnplaced { options.namespace = isInput ? "standard input" : Self.stem(path) }
    if !isInput, let set = CatalogPath(path).colorSet,
      ImportFormat.detect(bytes)?.word == "colorset"
    {
      options.key = options.key ?? set
      if isUnplaced { options.namespace = CatalogPath(path).namespace }
    }
    let result = try PreferencesImporter.read(bytes, options)
    if isInput, isUnplaced,
      result.preferences.contains(where: { $0.name.namespace == options.namespace })
    {
      throw mistake("standard input needs --into NAMESPACE")
    }
    return result
  }

  /// The file's name without its last extension.
  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}

extension Console {
  /// What became of an import.
  fileprivate func tell(_ result: ImportResult, asJSON: Bool, values: Bool) throws {
    if asJSON {
      var report = result.report.json
      report["catalogue"] = result.catalogue?.json
      return try line(report.line)
    }
    for text in result.catalogue?.lines ?? result.report.lines { try line(text.escapedForTerminal) }
    guard values else { return }
    var table = TextTable()
    for preference in result.preferences {
      table.add([
        preference.name.shown, preference.value.type.rawValue, preference.value.shown,
      ])
    }
    for text in table.lines(width: width) { try line(text) }
  }
}
