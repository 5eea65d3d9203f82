import Preferences
import SchemaMigrations

extension Command {
  private static let dryRun = Option.flag(
    "dry-run", "Run everything, then roll it back: not a byte of the file changes")

  private static let noBackup = Option.flag("no-backup", "Keep no copy of the file from before")

  static let migrateUp = Command(
    name: "up",
    abstract: "Apply the pending migrations, all or none",
    discussion: """
      A file that does not exist is made. Nothing pending is a success. When a migration fails, \
      the error names its file, line and column, and the preferences file is as it was. A copy of \
      the file from before is kept beside it, FILE.migration-backup-1; of older ones two stay.
      """,
    options: MigrationTarget.options + [MigrationTarget.version, dryRun, noBackup],
    examples: [
      .init("prefs migrate up --store settings.db", "Bring a file up to date"),
      .init("prefs migrate up --dry-run --json", "For a program that wants to know before"),
    ],
    exitCodes: [.badData, .newerSchema, .tryAgain, .noPermission, .migrationMismatch]
  ) { invocation in
    let target = try MigrationTarget(invocation)
    let version = try MigrationTarget.version(invocation)
    if invocation.has(dryRun) {
      let report = try target.migrator.migrate(
        target.look().connection, to: version, dryRun: true)
      try invocation.print([report], of: target.file)
      return .done
    }
    let connection = try target.writing()
    var copies = invocation.has(noBackup) ? 0 : StoreOptions().migrationBackups
    let backUp = {
      try target.file.backUpForMigration(keeping: copies, busyTimeout: target.busyTimeout)
      copies = 0
    }
    var reports: [MigrationReport] = []
    if let report = try target.base?.migrate(connection, prepare: { _ in try backUp() }),
      !report.steps.isEmpty
    {
      reports.append(report)
    }
    reports.append(
      try target.migrator.migrate(connection, to: version, prepare: { _ in try backUp() }))
    try invocation.print(reports, of: target.file)
    return .done
  }
}
