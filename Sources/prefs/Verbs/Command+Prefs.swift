/// The version of the tool and the library.
let toolVersion = "0.1.0"

extension Command {
  /// The tool: all verbs, in the order in which help shows them.
  static let prefs = Command(
    name: "prefs",
    abstract: "Read, write and look after preferences that are kept in a SQLite file",
    discussion: """
      A preference is named NAMESPACE.KEY, such as Settings.accent; a key with a dot is written \
      in quotes, 'com.example.app."a.b"' (the outer quotes are for the shell). Options may stand anywhere after their verb, -- ends \
      them. The file is the one of --store, else that of --app, else $PREFS_STORE, else \
      ~/.config/prefs/preferences.db. What only reads never writes, and creates no file.
      """,
    options: Option.global,
    subcommands: [
      get, set, unset, list, describe, palette, importFile, export, history, show, diff, undo,
      redo, restore, erase, watch, sync, backup, restoreBackup, doctor, migrate,
      demo,
      help, completions,
    ])
}
