#if PREFERENCES_POSTGRES
  import Foundation
  import Preferences
  import PreferencesPostgres
  @testable import PreferencesSync
  import SQLiteCore
  import SyncConformance
  import TestSupport
  import Testing

  private enum Settings: PreferenceNamespace {
    static let namespace = "Settings"
    static let a = key("a", default: 0)
    static let b = key("b", default: 0)
    static let text = key("text", default: "")
  }

  @Suite(
    "Roaming, when server or disk fail", .serialized, .timeLimit(.minutes(30)),
    .enabled(if: PostgresCluster.programs != nil, "no PostgreSQL server is installed"))
  struct ServerFaultTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func device(
      _ name: String, _ server: String, file: String? = nil
    ) throws -> (store: PreferenceStore, sync: PreferenceSync) {
      let store = try file.map { try PreferenceStore(path: folder.file($0)) } ?? .inMemory()
      try SyncSetup(store).signIn(account: "postgres", deviceName: name)
      try SyncSetup(store).include("Settings.*")
      return (
        store, PreferenceSync(store, engine: try PostgresEngine(server), account: "postgres")
      )
    }

    @Test(
      "a server put back to an older backup gets from the devices what it has lost, also of one that is gone"
    )
    func oldBackup() async throws {
      let cluster = try PostgresCluster()
      try PostgresServer(cluster.connection()).migrate()
      let a = try device("laptop", cluster.connection())
      try a.store.set(1, for: Settings.a)
      try await a.sync.syncNow()
      cluster.stop()
      try cluster.copyData(to: "backup")
      try cluster.start()
      // A third device edits, the laptop sees it, and the third is lost.
      let gone = try device("lost", cluster.connection())
      try await gone.sync.syncNow()
      try gone.store.set(2, for: Settings.a)
      try await gone.sync.syncNow()
      try a.store.set(3, for: Settings.b)
      try await a.sync.syncNow()
      #expect(a.store[Settings.a] == 2)
      cluster.stop()
      try cluster.useData(from: "backup")
      try cluster.start()
      // What was connected before finds out at its next call; the one after it heals.
      _ = try? await a.sync.syncNow()
      try await a.sync.syncNow()
      let b = try device("desk", cluster.connection())
      try await b.sync.syncNow()
      for store in [a.store, b.store] {
        #expect(store[Settings.a] == 2)
        #expect(store[Settings.b] == 3)
      }
    }

    @Test(
      "a wrong password and none are refused by name, edits wait; with the right one they arrive")
    func passwords() async throws {
      let cluster = try PostgresCluster()
      try PostgresServer(cluster.connection()).migrate()
      let admin = try PostgresSession(cluster.connection())
      try admin.run("CREATE ROLE ada LOGIN PASSWORD 'right'")
      let path = "\(cluster.folder)/data/pg_hba.conf"
      let rules = try String(contentsOfFile: path, encoding: .utf8)
      try "host all ada 127.0.0.1/32 scram-sha-256\n\(rules)".write(
        toFile: path, atomically: false, encoding: .utf8)
      try admin.run("SELECT pg_reload_conf()")
      let isRead = "SELECT count(*) FROM pg_hba_file_rules WHERE 'ada' = ANY (user_name)"
      #expect(try admin.rows(isRead) == [["1"]])
      try await Task.sleep(for: .milliseconds(500))
      let server = cluster.connection(user: "ada")
      let store = try PreferenceStore(path: folder.file())
      try SyncSetup(store).signIn(account: "ada")
      try SyncSetup(store).include("Settings.*")
      try store.set(1, for: Settings.a)
      func sync(_ options: String) throws -> PreferenceSync {
        PreferenceSync(store, engine: try PostgresEngine(server + options), account: "ada")
      }
      for options in ["passfile=/dev/null", "password=wrong"] {
        let sync = try sync(options)
        await #expect { try await sync.syncNow() } throws: { error in
          guard case SyncError.refused(let message) = error else { return false }
          return message.contains("password") && !message.contains("wrong")
        }
      }
      #expect(try admin.rows("SELECT FROM preferences.account").isEmpty)
      let sync = try sync("password=right")
      try await sync.syncNow()
      #expect(try sync.edits().map(\.state) == [.accepted])
    }

    @Test("no room on the server's disk: named, edits wait, then they arrive")
    func serverFull() async throws {
      let cluster = try PostgresCluster()
      try PostgresServer(cluster.connection()).migrate()
      let admin = try PostgresSession(cluster.connection())
      try admin.run(
        """
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN RAISE EXCEPTION ''could not extend file'' USING ERRCODE = ''53100''; END';
        CREATE TRIGGER full_disk BEFORE INSERT ON preferences.change
          EXECUTE FUNCTION full_disk();
        """)
      let a = try device("laptop", cluster.connection())
      try a.store.set(1, for: Settings.a)
      await #expect { try await a.sync.syncNow() } throws: { error in
        if case SyncError.full = error { true } else { false }
      }
      #expect(try a.sync.edits().map(\.state) == [.pending])
      try admin.run("DROP TRIGGER full_disk ON preferences.change")
      try await a.sync.syncNow()
      #expect(try a.sync.edits().map(\.state) == [.accepted])
    }

    @Test("no room on the device's disk: nothing half, and all of it once there is room")
    func deviceFull() async throws {
      let cluster = try PostgresCluster()
      try PostgresServer(cluster.connection()).migrate()
      let a = try device("laptop", cluster.connection())
      let b = try device("desk", cluster.connection(), file: "desk.db")
      try await b.sync.syncNow()
      for number in 0..<20 {
        try a.store.set(String(repeating: "\(number % 10)", count: 20_000), for: Settings.text)
      }
      try await a.sync.syncNow()
      func limitPages(_ more: Int64) throws {
        _ = try b.store.changeForOthers { (changes) throws(PreferenceError) in
          try changes.sql { (connection) throws(SQLiteError) in
            let pages = try connection.integer("PRAGMA page_count") ?? 0
            try connection.runScript(Array("PRAGMA max_page_count = \(pages + more)".utf8))
          }
        }
      }
      try limitPages(4)
      await #expect { try await b.sync.syncNow() } throws: { error in
        guard case SyncError.store(.unavailable(let failure)) = error else { return false }
        return failure.kind == .full
      }
      #expect(try b.store.state(of: Settings.text) == .unset)
      try limitPages(100_000)
      try await b.sync.syncNow()
      #expect(b.store[Settings.text] == a.store[Settings.text])
    }

    @Test(
      "a certificate that can be verified is asked for; an expired one, and one of another host, are refused",
      .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "no openssl"))
    func certificates() async throws {
      let cluster = try PostgresCluster()
      try PostgresServer(cluster.connection()).migrate()
      let admin = try PostgresSession(cluster.connection())
      func outcome(host: String = "localhost", root: String = "server.crt") async throws -> String {
        let engine = try PostgresEngine(
          "host=\(host) hostaddr=127.0.0.1 port=\(cluster.port) dbname=postgres user=postgres "
            + "sslrootcert='\(cluster.folder)/\(root)'")
        do throws(SyncError) {
          _ = try await engine.devices()
          return "fine"
        } catch {
          if case .refused = error { return "refused" }
          return "\(error)"
        }
      }
      try cluster.makeCertificate(days: 1)
      try admin.run("ALTER SYSTEM SET ssl = on")
      try admin.run("ALTER SYSTEM SET ssl_cert_file = '\(cluster.folder)/server.crt'")
      try admin.run("ALTER SYSTEM SET ssl_key_file = '\(cluster.folder)/server.key'")
      try admin.run("SELECT pg_reload_conf()")
      try await Task.sleep(for: .milliseconds(500))
      #expect(try await outcome() == "fine")
      #expect(try await outcome(host: "other.example") == "refused")
      #expect(try await outcome(root: "none.crt") == "refused")
      try cluster.makeCertificate(days: -1)
      try admin.run("SELECT pg_reload_conf()")
      try await Task.sleep(for: .milliseconds(500))
      #expect(try await outcome() == "refused")
    }
  }
#endif
