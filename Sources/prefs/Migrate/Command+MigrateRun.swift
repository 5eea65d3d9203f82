import Preferences
import SQLiteCore
import SchemaMigrations

extension Command {
  private static let down = Option.flag("down", "The way down instead of the way up")
  private static let yes = Option.flag("yes", short: "y", "Really take the versions back")

  static let migratePlan = Command(
    name: "plan",
    abstract: "Show what 'up' or 'down' would run",
    options: [.target, down]
  ) { invocation in
    let file = try MigrationFile(invocation)
    let direction: MigrationStep.Direction = invocation.has(down) ? .down : .up
    let steps = try file.reading { connection in
      try file.migrator.plan(
        try file.migrator.status(of: connection), to: invocation.target, direction: direction)
    }
    try invocation.tell(steps.map(\.migration), direction)
    return .done
  }

  static let migrateUp = Command(
    name: "up",
    abstract: "Run the pending migrations, all or none",
    options: [.target, .dryRun]
  ) { invocation in try run(invocation, .up) }

  static let migrateDown = Command(
    name: "down",
    abstract: "Take migrations back, by default the last one",
    discussion: """
      What the versions taken back have added is lost, data included: below version 1 the store \
      is empty. Make a backup first.
      """,
    options: [.target, .dryRun, yes]
  ) { invocation in
    guard invocation.has(yes) || invocation.has(.dryRun) else {
      throw invocation.mistake("this may lose data: see --dry-run, then say so with --yes")
    }
    return try run(invocation, .down)
  }

  static let migrateBaseline = Command(
    name: "baseline",
    abstract: "Record migrations as applied without running them",
    discussion: """
      For a file that has the tables but no record of how they came about, such as one restored \
      from '.dump'. The schema must be exactly as the migrations make it.
      """,
    options: [.target]
  ) { invocation in
    let file = try MigrationFile(invocation)
    guard File.exists(file.path) else {
      throw Failure(.noInput, "\(file.path.shown): there is no store yet")
    }
    let report = try file.writing { try file.migrator.baseline($0, to: invocation.target) }
    invocation.console.note("recorded as version \(report.to)")
    return .done
  }

  private static func run(
    _ invocation: Invocation, _ direction: MigrationStep.Direction
  ) throws -> ExitCode {
    let file = try MigrationFile(invocation)
    let isDryRun = invocation.has(.dryRun)
    func migrate(_ connection: Connection) throws -> MigrationReport {
      try file.migrator.migrate(
        connection, to: invocation.target, direction: direction, dryRun: isDryRun)
    }
    // Nothing to rehearse on, nothing to take back: then no file is created either.
    let createsFile = direction == .up && !isDryRun
    let report =
      try createsFile || File.exists(file.path) ? file.writing(migrate) : file.reading(migrate)
    try invocation.tell(report.steps.compactMap { file.migrator.set[$0.version] }, direction)
    return .done
  }
}

extension Invocation {
  /// The migrations that were run or would be, one a line.
  fileprivate func tell(
    _ migrations: [Migration], _ direction: MigrationStep.Direction
  ) throws {
    if has(.json) {
      let elements = migrations.map { migration -> JSONValue in
        [
          "version": JSONValue(migration.version), "name": .string(migration.name),
          "direction": .string(direction.rawValue),
        ]
      }
      return try console.line(JSONValue.array(elements).line)
    }
    for migration in migrations {
      try console.line("\(direction.rawValue)  \(migration.version)  \(migration.name)")
    }
    if migrations.isEmpty { console.note("nothing to do") }
  }
}
