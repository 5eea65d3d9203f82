import Preferences
import SchemaMigrations

extension Command {
  static let migrateBaseline = Command(
    name: "baseline",
    abstract: "Record migrations as applied, for a file that has their tables already",
    discussion: """
      For a file whose schema was made by hand, and for one restored from '.dump' of the sqlite3 \
      shell, which loses the numbers in the header. Nothing but the record and the header is \
      written, and only when the schema is exactly as the migrations make it. Without --to it is \
      the highest version that fits.
      """,
    options: MigrationTarget.options + [MigrationTarget.version],
    examples: [.init("prefs migrate baseline --store restored.db", "After '.dump' and '.read'")],
    exitCodes: [.badData, .noInput, .newerSchema, .tryAgain, .noPermission, .migrationMismatch]
  ) { invocation in
    let target = try MigrationTarget(invocation)
    let version = try MigrationTarget.version(invocation)
    let report = try target.migrator.baseline(target.existing(), to: version)
    if invocation.has(.json) {
      try invocation.print([report], of: target.file)
    } else {
      try invocation.console.line(
        "\(target.file.path.escapedForTerminal): \(report.component.escapedForTerminal) recorded at "
          + "version \(report.to)")
    }
    return .done
  }
}
