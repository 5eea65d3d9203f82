import Preferences
import SchemaMigrations

extension Option {
  static let migrations = option(
    "migrations", short: "m", "FOLDER", .file, "An app's own migrations, instead of the store's")
  static let component = option(
    "component", "NAME", .text, "Whose they are; else the name of the folder")
  static let target = option("to", "VERSION", .version, "The version to reach")
  static let dryRun = flag("dry-run", short: "n", "Do everything, then roll it back")
}

extension Command {
  static let migrate = Command(
    name: "migrate",
    abstract: "Look at the schema of the store, and bring it to another version",
    discussion: """
      A store is brought up to date whenever something is written to it, so this is for looking, \
      for going back, and for an app's own migrations: SQL files V0001__name.sql, and \
      V0001__name.down.sql for the way back, in a folder that --migrations names. Every run is one \
      transaction. status, plan and verify change nothing.
      """,
    options: [.migrations, .component],
    examples: [
      .init("prefs migrate status", "Which version the store has"),
      .init("prefs migrate up -m migrations --component com.example.app", "An app's own ones"),
    ],
    exitCodes: [.newerSchema, .tryAgain, .migrationMismatch],
    subcommands: [
      migrateStatus, migratePlan, migrateUp, migrateDown, migrateVerify, migrateNew,
      migrateBaseline,
    ])
}

extension Invocation {
  /// The version of `--to`, nil if it is not given.
  var target: Int? { value(of: .target).flatMap { Int($0) } }
}
