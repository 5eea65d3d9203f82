import Preferences
import SchemaMigrations

extension Command {
  private static let exitCode = Option.flag("exit-code", "Make pending migrations a clean no")

  static let migrateStatus = Command(
    name: "status",
    abstract: "Show which migrations the store has had, and which are pending",
    options: [exitCode],
    examples: [.init("prefs migrate status --exit-code --quiet", "For a script")],
    exitCodes: [.no]
  ) { invocation in
    let file = try MigrationFile(invocation)
    let status = try file.reading { try file.migrator.status(of: $0) }
    if invocation.has(.json) {
      try invocation.console.line(status.json(path: file.path, file.migrator.set).line)
    } else {
      for line in status.table(path: file.path, file.migrator.set).lines(width: nil) {
        try invocation.console.line(line)
      }
    }
    return invocation.has(exitCode) && !status.pending.isEmpty ? .no : .done
  }

  static let migrateVerify = Command(
    name: "verify",
    abstract: "Compare the store with its record of migrations, and its schema with a fresh one",
    exitCodes: [.newerSchema, .migrationMismatch]
  ) { invocation in
    let file = try MigrationFile(invocation)
    let findings = try file.reading { try file.migrator.verify($0) }
    if invocation.has(.json) {
      let elements = findings.map { finding -> JSONValue in
        [
          "severity": .string(finding.isFailure ? "trouble" : "note"),
          "message": .string(finding.description),
        ]
      }
      try invocation.console.line(JSONValue.array(elements).line)
    } else {
      for finding in findings {
        let word = finding.isFailure ? "trouble" : "note"
        try invocation.console.line("\(word)  \(finding.description.escapedForTerminal)")
      }
      if findings.isEmpty { invocation.console.note("the schema is as its migrations make it") }
    }
    return findings.contains(where: \.isFailure) ? .migrationMismatch : .done
  }
}

extension MigrationStatus {
  fileprivate func table(path: String, _ set: MigrationSet) -> TextTable {
    var table = TextTable()
    table.add(["store", path.escapedForTerminal])
    table.add(["component", component.escapedForTerminal])
    table.add(["version", "\(current) of \(latest)"])
    for entry in entries {
      let time = DateText.print(entry.appliedAt)
      let tool = entry.tool.escapedForTerminal
      table.add([label(entry.version, entry.name), "applied \(time) by \(tool)"])
    }
    for version in pending { table.add([label(version, set[version]?.name ?? ""), "pending"]) }
    return table
  }

  private func label(_ version: Int, _ name: String) -> String {
    "\(version) \(name.escapedForTerminal)"
  }

  fileprivate func json(path: String, _ set: MigrationSet) -> JSONValue {
    let applied = entries.map { entry -> JSONValue in
      [
        "version": JSONValue(entry.version), "name": .string(entry.name),
        "appliedAt": .string(DateText.print(entry.appliedAt)), "tool": .string(entry.tool),
        "microseconds": JSONValue(entry.duration), "checksum": .string(entry.checksum),
      ]
    }
    let pending = pending.map { version -> JSONValue in
      ["version": JSONValue(version), "name": .string(set[version]?.name ?? "")]
    }
    return [
      "store": .string(path), "component": .string(component), "version": JSONValue(current),
      "latest": JSONValue(latest), "applied": .array(applied), "pending": .array(pending),
    ]
  }
}
