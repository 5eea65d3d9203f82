import Preferences
import PreferencesSync

#if PREFERENCES_POSTGRES
  import PreferencesPostgres
#endif

extension Command {
  private static let account = Option.option(
    "account", "NAME", .text, "Whom a gateway's role acts for; the role itself if not given")
  private static let device = Option.option(
    "device", "NAME", .text, "This device's name, as the others show it (the machine's)")

  static let syncLogin = Command(
    name: "login",
    abstract: "Sign this store in to a server",
    discussion: """
      SERVER is a connection string of PostgreSQL, 'host=a,b dbname=preferences user=ada' or \
      'postgresql://ada@a,b/preferences'. Unless it says otherwise, the server's certificate is \
      verified (sslmode=verify-full), and of several hosts the first that can be written to is \
      taken. It must hold no password: that belongs in ~/.pgpass.

      The server is asked before anything is stored. Another account that was signed in here is \
      signed out; what it had not sent yet waits for it. --prefer decides about preferences that \
      have a value here and on the server: server takes the server's, local sends the one of this \
      device, newest lets the later edit win. Whatever gives way stays in the history.
      """,
    arguments: [Argument("SERVER", .text, "Where the account is")],
    options: [account, device, SyncOption.prefer],
    examples: [
      .init("prefs sync login 'host=db.example dbname=preferences user=ada'", "Sign in"),
      .init(
        "prefs sync login 'host=127.0.0.1 dbname=preferences sslmode=disable' --device desk",
        "To a server on this machine, without a certificate"),
    ],
    exitCodes: [.badData, .tryAgain, .noPermission, .migrationMismatch]
  ) { invocation in
    #if PREFERENCES_POSTGRES
      let string = invocation.arguments[0]
      let server = try PostgresEngine.withoutSecrets(string)
      guard try !PostgresEngine.hasPassword(string) else {
        throw invocation.mistake(
          "a password is not stored: put it into ~/.pgpass, or into PGPASSWORD for a test")
      }
      let name = try invocation.value(of: account) ?? PostgresEngine.role(of: server)
      let engine = try SyncTarget.engine(server: server, account: name)
      _ = try Blocking.run(throwing: { () async throws(SyncError) in try await engine.devices() })
      let store = try invocation.store(.readWrite)
      try SyncSetup(store).signIn(
        account: name, server: server, deviceName: invocation.value(of: device),
        prefer: SyncOption.prefer(invocation))
      invocation.console.note("signed in as \(name.shown)")
      if try SyncSetup(store).rules.isEmpty {
        invocation.console.note(
          "nothing roams yet: 'prefs sync include NAMESPACE.*' names what does")
      }
      return .done
    #else
      throw SyncTarget.unavailable
    #endif
  }

  static let syncLogout = Command(
    name: "logout",
    abstract: "Sign this store out; all preferences stay as they are",
    discussion: "What was not sent yet waits for the next sign-in to the same account."
  ) { invocation in
    try SyncSetup(try invocation.store(.readWrite)).signOut()
    return .done
  }
}

enum SyncOption {
  static let prefer = Option.option(
    "prefer", "WHICH",
    .choice([
      ("server", "take the server's value"), ("local", "send the value of this device"),
      ("newest", "the later edit wins"),
    ]), "What to do with a value that is here and there (server)")

  static func prefer(_ invocation: Invocation) -> SyncRule.Preference {
    invocation.value(of: prefer).flatMap { SyncRule.Preference(rawValue: $0) } ?? .server
  }
}
