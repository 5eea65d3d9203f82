import Preferences
import SchemaMigrations

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Command {
  private static let yes = Option.flag("yes", "Really: what the migrations have made is lost")

  static let migrateDown = Command(
    name: "down",
    abstract: "Take migrations back, down to a version",
    discussion: """
      For development. What the migrations have made goes, with all that is in it: version 0 of \
      the library's migrations is an empty file. A backup is made beside the file first, while \
      nobody else can write, and is told by name. Only for migrations that have a .down.sql.
      """,
    options: MigrationTarget.options + [MigrationTarget.version, yes],
    examples: [.init("prefs migrate down --to 1 --yes", "Back to version 1")],
    exitCodes: [
      .badData, .noInput, .newerSchema, .inputOutput, .tryAgain, .noPermission, .migrationMismatch,
    ]
  ) { invocation in
    let target = try MigrationTarget(invocation)
    guard let version = try MigrationTarget.version(invocation) else {
      throw invocation.mistake("'down' needs --to VERSION")
    }
    guard invocation.has(yes) else {
      throw invocation.mistake("'down' loses data: say --yes if that is what you want")
    }
    let connection = try target.existing()
    let backup = freeName(beside: target.file.path)
    var isBackedUp = false
    let report = try target.migrator.migrate(connection, to: version, direction: .down) { _ in
      var options = StoreOptions()
      options.access = .readOnly
      try PreferenceStore(path: target.file.path, options: options).backup(to: backup)
      isBackedUp = true
    }
    try invocation.print([report], of: target.file, backup: isBackedUp ? backup : nil)
    return .done
  }

  /// `FILE.backup`, or with the first number that nothing has yet.
  private static func freeName(beside path: String) -> String {
    var name = "\(path).backup"
    var number = 2
    while access(name, F_OK) == 0 {
      name = "\(path).backup-\(number)"
      number += 1
    }
    return name
  }
}
