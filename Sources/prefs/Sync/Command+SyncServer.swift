import Preferences
import PreferencesSync

#if PREFERENCES_POSTGRES
  import PreferencesPostgres
#endif

extension Command {
  static let syncServer = Command(
    name: "server",
    abstract: "Set up a database for roaming",
    discussion: """
      For whoever runs the server. SERVER is a connection string with a role that may create a \
      schema. Afterwards each role that can connect to the database is an account of its own: \
      CREATE ROLE ada LOGIN PASSWORD '...'.
      """,
    subcommands: [syncServerMigrate, syncServerStatus])

  private static let server = Argument("SERVER", .text, "A connection string of PostgreSQL")

  static let syncServerMigrate = Command(
    name: "migrate",
    abstract: "Make or update the tables and functions on a server",
    discussion: """
      All that is pending is applied in one transaction, or nothing. Two runs at once are safe.
      """,
    arguments: [server],
    exitCodes: [.tryAgain, .noPermission, .migrationMismatch]
  ) { invocation in
    #if PREFERENCES_POSTGRES
      let applied = try PostgresServer(invocation.arguments[0]).migrate()
      for migration in applied {
        try invocation.console.line(
          invocation.has(.json)
            ? (["version": JSONValue(migration.version), "name": .string(migration.name)]
              as JSONValue).line
            : "applied \(migration.version) \(migration.name)")
      }
      if applied.isEmpty { invocation.console.note("nothing is pending") }
      return .done
    #else
      throw SyncTarget.unavailable
    #endif
  }

  static let syncServerStatus = Command(
    name: "status",
    abstract: "Show which migrations a server has had",
    arguments: [server],
    exitCodes: [.tryAgain, .noPermission]
  ) { invocation in
    #if PREFERENCES_POSTGRES
      var table = TextTable()
      for migration in try PostgresServer(invocation.arguments[0]).status() {
        let state =
          migration.isChanged ? "changed" : migration.applied.map { "applied \($0)" } ?? "pending"
        guard !invocation.has(.json) else {
          try invocation.console.line(
            ([
              "version": JSONValue(migration.version), "name": .string(migration.name),
              "state": .string(state),
            ] as JSONValue).line)
          continue
        }
        table.add(["\(migration.version)", migration.name.shown, state.shown])
      }
      for line in table.lines(width: nil) { try invocation.console.line(line) }
      return .done
    #else
      throw SyncTarget.unavailable
    #endif
  }
}
