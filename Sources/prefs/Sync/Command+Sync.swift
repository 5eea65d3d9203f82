extension Command {
  static let sync = Command(
    name: "sync",
    abstract: "Let preferences roam between devices, through a PostgreSQL server",
    discussion: """
      Each device keeps its own file, and is used the same way connected or not. Nothing roams until \
      a rule says so: 'include' names preferences that do, 'exclude' those that stay. What is \
      edited waits in the file until the server has it. Where two devices edit the same \
      preference without having seen the other's edit, the later edit wins, and the other is kept \
      in the history; who had seen the other's edit wins, whatever the clocks say.

      The server is set up once with 'server migrate'. Each person is a role of the database, and \
      can read and write nothing but what is his. A password is never stored here: it comes from \
      the password file of PostgreSQL (~/.pgpass) or from PGPASSWORD.
      """,
    examples: [
      .init(
        "prefs sync server migrate 'host=db.example dbname=preferences user=postgres'",
        "Set up the database, once"),
      .init(
        "prefs sync login 'host=db.example dbname=preferences user=ada'", "Sign in on a device"),
      .init("prefs sync include 'Settings.*'", "Let a namespace roam"),
      .init("prefs sync run", "Sync until Ctrl-C"),
    ],
    subcommands: [
      syncLogin, syncLogout, syncStatus, syncNow, syncRun, syncInclude, syncExclude, syncLog,
      syncDevices, syncForget, syncServer,
    ])
}
