import Preferences

extension Command {
  static let describe = Command(
    name: "describe",
    abstract: "Tell all that is known of a preference",
    arguments: [.name],
    examples: [.init("prefs describe Settings.accent", "Type, value, times, version")],
    exitCodes: [.no]
  ) { invocation in
    let console = invocation.console
    guard let row = try invocation.row(named: invocation.arguments[0]) else { return .no }
    if invocation.has(.json) {
      try console.line(row.json.line)
      return .done
    }
    var table = TextTable()
    table.add(["name", row.name.shown])
    let abstract =
      ValueType.of(row.value.isColor ? .color : row.value.type)?.abstract
      ?? "a type of a newer version"
    table.add(["type", "\(row.value.type) (\(abstract))"])
    table.add(["value", row.value.shown], mark: row.value.swatch(console.colors))
    if case .components(let red, let green, let blue, let alpha) = row.value.storage {
      let exact = [red, green, blue, alpha].map(RealText.print).joined(separator: " ")
      table.add(["components", exact])
    }
    if let reference = row.value.color?.reference {
      let owner = reference.platform.map { " of \($0)" } ?? ""
      table.add(["refers to", "\(reference.name)\(owner)".escapedForTerminal])
    }
    table.add(["created", DateText.print(row.createdAt)])
    table.add(["updated", DateText.print(row.updatedAt)])
    table.add(["version", "\(row.sequence)"])
    for line in table.lines(width: nil) { try console.line(line) }
    return .done
  }
}
