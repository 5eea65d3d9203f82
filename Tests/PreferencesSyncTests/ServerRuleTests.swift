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
    /// One writer an account; and that with the key of the log, which stops the second one's push.
    case rowLock, rowLockAndKey

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
      case .rowLock, .rowLockAndKey:
        [
          (
            "INTO a FROM account WHERE owner = me FOR UPDATE",
            "INTO a FROM account WHERE owner = me"
          )
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
      arguments: ServerOmission.allCases.filter { isLong || $0 != .numbers })
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
      if omission == .rowLockAndKey {
        try admin.run("ALTER TABLE preferences.change DROP CONSTRAINT change_pkey")
      }
      guard ![.rowLock, .rowLockAndKey].contains(omission) else {
        await #expect(throws: (any Error).self) { try await atOnce(cluster) }
        return
      }
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
      "devices of one account that push at the same moment: one log, without holes, each edit once")
    func pushesAtOnce() async throws {
      let cluster = try PostgresCluster()
      try PostgresTestServer.prepare(cluster.connection())
      try await atOnce(cluster)
    }

    private func atOnce(_ cluster: PostgresCluster) async throws {
      try await Conformance.atOnce(PostgresTestServer(cluster.connection(), account: "ada"))
      // All that a row is named by, and what the account says that it holds.
      let wrong = try PostgresSession(cluster.connection()).rows(
        """
        SELECT revision::text FROM (SELECT *, lag(chain, 1, '') OVER (ORDER BY revision) AS previous
            FROM preferences.change WHERE owner = 'ada') AS c
          WHERE chain <> left(encode(sha256(convert_to(concat_ws('|', previous, revision, sender,
            sender_number, edited, has_won), 'UTF8')), 'hex'), 16)
        UNION SELECT 'account' FROM preferences.account AS a WHERE owner = 'ada' AND (items, bytes)
          <> (SELECT count(*), sum(length(value)) FROM preferences.item AS i WHERE i.owner = a.owner)
        """)
      guard wrong.isEmpty else { throw Recount.Violation(description: "wrong rows: \(wrong)") }
    }

    @Test(
      "a log that was trimmed past what a device has read: it takes all anew, and loses nothing of its own"
    )
    func trimmed() async throws {
      let cluster = try PostgresCluster()
      try PostgresServer(cluster.connection()).migrate()
      let admin = try PostgresSession(cluster.connection())
      try admin.run("UPDATE preferences.limits SET log_rows = 5, log_days = 0, tombstone_days = 0")
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
      // What was removed long ago is forgotten.
      #expect(try admin.rows("SELECT FROM preferences.item WHERE type IS NULL").isEmpty)
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
