import Preferences
import PreferencesImport

extension Command {
  private static let format = Option.option(
    "format", short: "f", "FORMAT",
    .choice([("json", "Everything, without loss"), ("plist", "An XML property list")]),
    "How to write; else by the extension of --output, else JSON")
  private static let output = Option.option(
    "output", short: "o", "FILE", .file, "Where to write; else standard output")

  static let export = Command(
    name: "export",
    abstract: "Export preferences as JSON or as a property list",
    discussion: """
      JSON holds all namespaces or one, with types and times; imported again it gives the same \
      values to the last bit. A property list holds one namespace, as UserDefaults and 'defaults \
      import' take it. A file is written for its owner alone, and replaced only when it is \
      complete.
      """,
    arguments: [Argument("NAMESPACE", .namespace, isOptional: true, "Only this namespace")],
    options: [format, output],
    examples: [
      .init("prefs export --output all.json", "Everything"),
      .init("prefs export com.example.app --format plist", "One namespace for UserDefaults"),
    ],
    exitCodes: [.cannotCreate, .inputOutput]
  ) { invocation in
    let namespace = invocation.arguments.first
    let rows = try invocation.rows(in: namespace).map(\.exported)
    let path = invocation.value(of: output)
    let isList =
      (invocation.value(of: format) ?? path.map { $0.hasSuffix(".plist") ? "plist" : "" })
      == "plist"
    let bytes: [UInt8]
    if isList {
      let namespaces = Set(rows.map(\.name.namespace))
      guard let namespace = namespace ?? namespaces.first, namespaces.count <= 1 else {
        throw invocation.mistake(
          "a property list holds one namespace, the store has \(namespaces.count): name one")
      }
      bytes = try PreferencesExporter.propertyList(rows, namespace: namespace)
    } else {
      bytes = try PreferencesExporter.json(rows)
    }
    if let path {
      guard !File.isSame(path, try invocation.storePath()) else {
        throw Failure(.cannotCreate, "\(path.shown): is the store itself")
      }
      try File.write(bytes, to: path)
      invocation.console.note("\(path.shown): \(rows.count) preferences")
    } else {
      try invocation.console.write(bytes)
    }
    return .done
  }
}
