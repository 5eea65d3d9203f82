#if PREFERENCES_POSTGRES
  import Foundation
  import Preferences
  import PreferencesPostgres
  import PreferencesSync
  import SyncConformance
  import Testing

  private enum Settings: PreferenceNamespace {
    static let namespace = "Settings"
    static let a = key("a", default: 0)
    static let b = key("b", default: 0)
    static let counter = key("counter", default: 0)
  }

  /// Rules of the server that are taken out of its functions, by SQL.
  enum ServerOmission: String, CaseIterable {
    case laterEditWins, numbers

    /// What is replaced in `preferences.push`, and by what.
    var replacements: [(String, String)] {
      switch self {
      case .laterEditWins: [("won := causal OR", "won := true OR")]
      case .numbers:
        [
          ("WHEN e.number > d.last_number + 1 THEN 'gap'", ""),
          ("WHEN e.previous <> d.hash THEN 'fork'", ""),
          ("e.number <= d.last_number THEN 'duplicate'", "false THEN 'duplicate'"),
        ]
      }
    }
  }

  @Suite(
    "Roaming: the server's rules", .serialized, .timeLimit(.minutes(30)),
    .enabled(if: PostgresCluster.programs != nil, "no PostgreSQL server is installed"))
  struct ServerRuleTests {
    // That numbers are not looked at takes some twenty seeds to be seen.
    private static let isLong = ProcessInfo.processInfo.environment["PREFERENCES_LONG"] == "1"

    @Test(
      "each rule of the server that is left out is found out",
      arguments: isLong ? ServerOmission.allCases : [.laterEditWins])
    func omissions(omission: ServerOmission) async throws {
      let cluster = try PostgresCluster()
      try PostgresTestServer.prepare(cluster.connection())
      let admin = try PostgresSession(cluster.connection())
      let old = try admin.rows(
        "SELECT pg_get_functiondef('preferences.push(text, jsonb)'::regprocedure)")
      var text = try #require(old.first?.first ?? nil)
      for (rule, replacement) in omission.replacements {
        #expect(text.contains(rule))
        text = text.replacing(rule, with: replacement)
      }
      try admin.run(text)
      var plan = SyncWorld.Plan()
      plan.restores = 8
      for seed in 1...30 as ClosedRange<UInt64> {
        do { try await Conformance.onPostgres(cluster.connection(), seed: seed, plan: plan) } catch
        {
          return
        }
      }
      Issue.record("30 seeds pass without '\(omission)'")
    }

    @Test(
      "a log that was trimmed past what a device has read: it takes all anew, and loses nothing of its own"
    )
    func trimmed() async throws {
      let cluster = try PostgresCluster()
      try PostgresServer(cluster.connection()).migrate()
      let admin = try PostgresSession(cluster.connection())
      try admin.run("UPDATE preferences.limits SET log_rows = 5, log_days = 0")
      let devices = try ["laptop", "desk"].map { name in
        let store = PreferenceStore.inMemory()
        try SyncSetup(store).signIn(account: "postgres", deviceName: name)
        try SyncSetup(store).include("Settings.*")
        return (
          store: store,
          sync: PreferenceSync(
            store, engine: try PostgresEngine(cluster.connection()), account: "postgres")
        )
      }
      let (a, b) = (devices[0], devices[1])
      try a.store.set(1, for: Settings.a)
      try await a.sync.syncNow()
      try await b.sync.syncNow()
      #expect(b.store[Settings.a] == 1)
      try b.store.set(2, for: Settings.b)
      try a.store.remove(Settings.a)
      for number in 1...300 { try a.store.set(number, for: Settings.counter) }
      try await a.sync.syncNow()
      let floor = try admin.rows("SELECT floor > 100 FROM preferences.account")
      #expect(floor == [["t"]])
      try await b.sync.syncNow()
      try await a.sync.syncNow()
      for store in [a.store, b.store] {
        #expect(try store.state(of: Settings.a) == .unset)
        #expect(store[Settings.b] == 2)
        #expect(store[Settings.counter] == 300)
      }
    }
  }
#endif
