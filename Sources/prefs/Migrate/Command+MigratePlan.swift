import Preferences
import SchemaMigrations

extension Command {
  static let migratePlan = Command(
    name: "plan",
    abstract: "Show what 'up' would run, or 'down' with an earlier version",
    discussion: """
      The same checks as in the run itself: what would keep it from starting is told here. The \
      scripts are tried on an empty database in memory; 'up --dry-run' tries them on the file's \
      own data. Nothing is written, and no file is made.
      """,
    options: MigrationTarget.options + [MigrationTarget.version],
    exitCodes: [.badData, .newerSchema, .tryAgain, .migrationMismatch]
  ) { invocation in
    let target = try MigrationTarget(invocation)
    let version = try MigrationTarget.version(invocation)
    var status = try target.migrator.status(of: target.look().connection)
    status.path = target.file.path
    let steps = try target.migrator.plan(
      status, to: version, direction: version.map { $0 < status.current } == true ? .down : .up)
    guard !invocation.has(.json) else {
      let object: JSONValue = [
        "store": .string(status.path), "component": .string(status.component),
        "version": .number(JSONNumber(status.current)),
        "steps": .array(
          steps.map {
            [
              "version": .number(JSONNumber($0.migration.version)),
              "name": .string($0.migration.name), "direction": .string($0.direction.rawValue),
              "file": .string($0.file),
            ]
          }),
      ]
      try invocation.console.line(object.line)
      return .done
    }
    if steps.isEmpty { invocation.console.note("nothing to do") }
    for step in steps { try invocation.console.line("\(step.direction.rawValue)  \(step.file)") }
    return .done
  }
}
