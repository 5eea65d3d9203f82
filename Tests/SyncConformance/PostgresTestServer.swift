#if PREFERENCES_POSTGRES
  import PreferencesPostgres
  package import PreferencesSync

  /// An account on a PostgreSQL server, with a clock that the test sets.
  package final class PostgresTestServer: SyncTestServer {
    private let server: String
    private let account: String
    private let session: PostgresSession
    private let isTrimmed = Guarded(false)

    /// Sets a database up for the suite, once.
    package static func prepare(_ server: String) throws {
      try PostgresServer(server).migrate()
      try PostgresSession(server).run(
        """
        CREATE TABLE test_clock (ms bigint);
        INSERT INTO test_clock VALUES (0);
        CREATE OR REPLACE FUNCTION preferences.now_ms() RETURNS bigint
          LANGUAGE sql VOLATILE AS 'SELECT ms FROM public.test_clock';
        CREATE SCHEMA saved;
        CREATE TABLE saved.account AS TABLE preferences.account WITH NO DATA;
        CREATE TABLE saved.device AS TABLE preferences.device WITH NO DATA;
        CREATE TABLE saved.item AS TABLE preferences.item WITH NO DATA;
        CREATE TABLE saved.change AS TABLE preferences.change WITH NO DATA;
        """)
    }

    package init(_ server: String, account: String) throws {
      self.server = server
      self.account = account
      session = try PostgresSession(server)
    }

    package func engine() throws -> any SyncEngine {
      try PostgresEngine(server, account: account)
    }

    package func setTime(_ milliseconds: Int64) throws {
      try session.run("UPDATE test_clock SET ms = \(milliseconds)")
    }

    package func save() throws { try copy(from: "preferences", to: "saved") }

    package func restore() throws { try copy(from: "saved", to: "preferences") }

    private func copy(from source: String, to target: String) throws {
      let tables = ["account", "device", "item", "change"]
      let statements = tables.map { table in
        """
        DELETE FROM \(target).\(table) WHERE owner = '\(account)';
        INSERT INTO \(target).\(table) SELECT * FROM \(source).\(table) WHERE owner = '\(account)';
        """
      }
      // In one transaction, as one query is.
      try session.run(
        "BEGIN; LOCK TABLE preferences.account IN EXCLUSIVE MODE;"
          + statements.joined(separator: "\n") + "COMMIT;")
    }

    package func trim(keeping count: Int) throws {
      isTrimmed.value = true
      try session.run(
        """
        BEGIN;
        UPDATE preferences.account AS a SET floor = c.revision, floor_chain = c.chain
          FROM preferences.change AS c
          WHERE a.owner = '\(account)' AND c.owner = a.owner AND c.revision = a.revision - \(count)
            AND c.revision > a.floor;
        DELETE FROM preferences.change AS c USING preferences.account AS a
          WHERE a.owner = '\(account)' AND c.owner = a.owner AND c.revision <= a.floor;
        COMMIT;
        """)
    }

    package func forgetRemoved() throws {
      try session.run(
        "DELETE FROM preferences.item WHERE owner = '\(account)' AND type IS NULL")
    }

    package func received() throws -> Set<SyncVersion>? {
      guard !isTrimmed.value else { return nil }
      let rows = try session.rows(
        "SELECT device, number FROM preferences.change WHERE owner = $1", [account])
      return Set(
        rows.map { SyncVersion(device: $0[0] ?? "", number: $0[1].flatMap { Int64($0) } ?? 0) })
    }
  }

  extension Conformance {
    /// The model on a PostgreSQL server that was prepared, for one seed.
    package static func onPostgres(
      _ server: String, seed: UInt64, plan: SyncWorld.Plan = .init()
    ) async throws {
      let time = Guarded<Int64>(1_700_000_000_000)
      let server = try PostgresTestServer(server, account: "account-\(seed)")
      var plan = plan
      // Every other seed keeps the whole log, in which each edit is looked for.
      if seed % 2 == 0 { plan.trims = 0 }
      var world = try await SyncWorld(server, seed: seed, plan: plan, time: time)
      try await world.run()
    }
  }
#endif
