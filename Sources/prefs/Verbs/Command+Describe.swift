import Preferences
import PreferencesImport

extension Command {
  static let describe = Command(
    name: "describe",
    abstract: "Tell all that is known of a preference",
    discussion: """
      With --defaults also what the file declares: the default, which is the value of a name that \
      is not set, its title, limits and choices.
      """,
    arguments: [.name],
    options: [.defaults, .reveal],
    examples: [.init("prefs describe Settings.accent", "Type, value, times, version")],
    exitCodes: [.no]
  ) { invocation in
    let console = invocation.console
    guard let found = try invocation.lookUp(invocation.arguments[0]) else { return .no }
    if invocation.has(.json) {
      var json = found.json
      json["declared"] = found.setting?.json
      try console.line(json.line)
      return .done
    }
    var table = TextTable()
    table.add(["name", found.name.shown])
    let abstract =
      ValueType.of(found.value.isColor ? .color : found.value.type)?.abstract
      ?? "a type of a newer version"
    table.add(["type", "\(found.value.type) (\(abstract))"])
    table.add(
      ["value", found.shown], mark: found.isHidden ? nil : found.value.swatch(console.colors))
    if !found.isHidden,
      case .components(let red, let green, let blue, let alpha) = found.value.storage
    {
      let exact = [red, green, blue, alpha].map(RealText.print).joined(separator: " ")
      table.add(["components", exact])
    }
    if !found.isHidden, let reference = found.value.color?.reference {
      let owner = reference.platform.map { " of \($0)" } ?? ""
      table.add(["refers to", "\(reference.name)\(owner)".escapedForTerminal])
    }
    if let row = found.row {
      table.add(["created", DateText.print(row.createdAt)])
      table.add(["updated", DateText.print(row.updatedAt)])
      table.add(["version", "\(row.sequence)"])
    }
    if let source = found.source { table.add(["source", source]) }
    for (name, text) in found.setting?.facts ?? [] { table.add([name, text.escapedForTerminal]) }
    for line in table.lines(width: nil) { try console.line(line) }
    return .done
  }
}
