import Preferences

extension Command {
  static let restoreBackup = Command(
    name: "restore-backup",
    abstract: "Put a backup in the place of the store, and keep the old one beside it",
    discussion: """
      The backup is checked in full first, and stays where it is. The old file is kept, with its \
      log, as FILE.replaced-DATE, and can be put back in the same way. Then the new one takes its \
      place at once. Nobody may have the store open: the programs that do are named, and nothing \
      is changed.
      """,
    arguments: [Argument("FILE", .file, "The backup")],
    examples: [
      .init("prefs restore-backup settings-2026-03-01.db", "Back to a copy"),
      .init(
        "prefs restore-backup settings.db.migration-backup-1 --store settings.db",
        "Back to before the last migration"),
    ],
    exitCodes: [.badData, .noInput, .cannotCreate, .inputOutput, .tryAgain, .noPermission]
  ) { invocation in
    let backup = invocation.arguments[0]
    guard File.exists(backup) else {
      throw Failure(.noInput, "\(backup.shown): there is no file")
    }
    let target = try MigrationTarget(invocation)
    let old = try target.file.restore(from: backup, busyTimeout: target.busyTimeout)
    if invocation.has(.json) {
      let json: JSONObject = [
        "store": .string(target.file.path), "replaced": old.map(JSONValue.string) ?? .null,
      ]
      try invocation.console.line(JSONValue.object(json).line)
    } else if let old {
      invocation.console.note("the old file is kept as \(old.escapedForTerminal)")
    }
    return .done
  }
}
