extension Command {
  static let migrate = Command(
    name: "migrate",
    abstract: "Look after the schema of the file, and run an app's own migrations",
    discussion: """
      The tables of a preferences file are made and changed by numbered migrations, which come \
      with the tool. Programs apply what is pending when they open a file to write; these verbs \
      are for looking, for scripts, and for developers. A table schema_migration in the file, the \
      ledger, records which migrations it has had.

      An app can keep migrations of its own in a folder, one file each: V0001__create_notes.sql, \
      V0002__rename_accent.sql, and so on without a gap, with V0002__rename_accent.down.sql for \
      the way back where there is one. They may change rows of preference and have tables, \
      indexes, triggers and views of their own; the library's tables stay as they are. Give the \
      folder with --directory and the app's name with --component; the library's migrations are \
      applied first.

      All pending migrations run in one transaction, with foreign keys off and checked at the \
      end: the file is as it was, or has them all. So a file may hold no BEGIN, COMMIT, ATTACH or \
      VACUUM, and no PRAGMA that sets up a connection. Two runs at once are safe: one waits, and \
      finds nothing to do. A file that was applied must not be changed any more: its checksum is \
      in the ledger, taken without regard to line ends, byte order mark and blanks at line ends.

      Programs that do not know a migration may no longer run theirs, or write if it is the \
      library's, unless it begins with a comment such as '-- compatible: 1': whoever knows \
      version 1 may go on.
      """,
    examples: [
      .init("prefs migrate status", "Which migrations the file has had"),
      .init("prefs migrate up --dry-run", "Try what is pending, and roll it back"),
      .init(
        "prefs migrate up --directory migrations --component com.example.notes",
        "Run an app's own migrations"),
    ],
    subcommands: [
      migrateStatus, migratePlan, migrateUp, migrateDown, migrateVerify, migrateNew,
      migrateBaseline,
    ])
}
