import Preferences
import PreferencesImport

extension Option {
  /// Tells of progress even if standard error is no terminal.
  static let progress = flag("progress", "Tell of progress even where nobody seems to watch")
}

extension Command {
  private static let into = Option.option(
    "into", "NAMESPACE", .namespace, "Where the values go; else the file's name without extension")
  private static let key = Option.option(
    "key", "KEY", .text, "Take the whole file as one value under this key")
  private static let dryRun = Option.flag("dry-run", short: "n", "Show the values, write nothing")

  static let importFile = Command(
    name: "import",
    abstract: "Import a property list or JSON",
    discussion: """
      Takes XML and binary property lists, such as a UserDefaults domain, JSON with comments, and \
      what 'prefs export' has written; which of them it is, is seen by the content. All values are \
      one change set: all are there afterwards, or none. A value that is there already is \
      replaced. What had to be converted or left out is told; if something was left out, that is a \
      clean no.

      A file that declares settings, such as a settings bundle, is shown, but its defaults are \
      not stored.
      """,
    arguments: [Argument("FILE", .file, "The file; - is standard input")],
    options: [into, key, dryRun, .progress],
    examples: [
      .init("prefs import com.example.app.plist", "Everything into com.example.app"),
      .init("prefs import --into Settings old.json --dry-run", "What would become of it"),
      .init("prefs export | prefs --store copy.db import -", "All preferences into another file"),
    ],
    exitCodes: [.no, .badData, .noInput]
  ) { invocation in
    let console = invocation.console
    let result = try invocation.readImport(into: into, key: key)
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
    try console.tell(result, values: invocation.has(dryRun))
    let leftOut = result.report.leftOut.count + (result.catalogue?.leftOut.count ?? 0)
    return leftOut == 0 ? .done : .no
  }
}

extension Invocation {
  /// Reads the file that the command line names.
  fileprivate func readImport(into: Option, key: Option) throws -> ImportResult {
    let path = arguments[0]
    let isInput = path == "-"
    let bytes = isInput ? try File.read(path) : try ImportSource.read(path)
    // An export names its own namespaces; everything else on standard input has no name to go by.
    let unnamed = "standard input"
    let namespace = value(of: into) ?? (isInput ? unnamed : Self.stem(path))
    let result = try PreferencesImporter.read(
      bytes, namespace: namespace, key: value(of: key), file: isInput ? unnamed : path)
    if isInput, value(of: into) == nil,
      result.preferences.contains(where: { $0.name.namespace == unnamed })
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
  fileprivate func tell(_ result: ImportResult, values: Bool) throws {
    if isJSON {
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
