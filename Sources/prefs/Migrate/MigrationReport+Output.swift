import Preferences
import SchemaMigrations

extension MigrationReport {
  /// One line a step and one for the outcome.
  func lines(path: String) -> [String] {
    var table = TextTable()
    for step in steps {
      let done = step.direction == .up ? "applied" : "took back"
      let conditional = step.direction == .up ? "would apply" : "would take back"
      table.add([
        isDryRun ? conditional : done, "\(step.version)", step.name,
        "\(step.duration / 1000).\(step.duration / 100 % 10) ms",
      ])
    }
    let outcome = isDryRun ? "nothing was written" : steps.isEmpty ? "nothing to do" : "done"
    return table.lines(width: nil) + [
      "\(path.escapedForTerminal): \(component.escapedForTerminal) at version "
        + "\(isDryRun ? from : to), \(outcome)"
    ]
  }

  var json: JSONValue {
    [
      "component": .string(component), "from": .number(JSONNumber(from)),
      "to": .number(JSONNumber(to)),
      "steps": .array(
        steps.map {
          [
            "version": .number(JSONNumber($0.version)), "name": .string($0.name),
            "direction": .string($0.direction.rawValue),
            "microseconds": .number(JSONNumber($0.duration)),
          ]
        }),
    ]
  }
}

extension Invocation {
  /// Prints what runs of migrations have done.
  func print(_ reports: [MigrationReport], of file: StoreFile, backup: String? = nil) throws {
    guard !has(.json) else {
      var object: JSONValue = [
        "store": .string(file.path), "dryRun": .bool(reports.contains { $0.isDryRun }),
        "runs": .array(reports.map(\.json)),
      ]
      if let backup { object["backup"] = .string(backup) }
      return try console.line(object.line)
    }
    if let backup { try console.line("backup in \(backup.escapedForTerminal)") }
    for report in reports {
      for line in report.lines(path: file.path) { try console.line(line) }
    }
  }
}
