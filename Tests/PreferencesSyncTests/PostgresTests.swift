#if PREFERENCES_POSTGRES
  import Foundation
  import Preferences
  import PreferencesPostgres
  @testable import PreferencesSync
  import SyncConformance
  import TestSupport
  import Testing

  private enum Settings: PreferenceNamespace {
    static let namespace = "Settings"
    static let a = key("a", default: 0)
    static let text = key("text", default: "")
  }

  @Suite(
    "Roaming over PostgreSQL", .serialized, .timeLimit(.minutes(30)),
    .enabled(if: PostgresCluster.programs != nil, "no PostgreSQL server is installed"))
  struct PostgresTests {
    private static let isLong = ProcessInfo.processInfo.environment["PREFERENCES_LONG"] == "1"
    private let cluster: PostgresCluster
    private let folder: TemporaryFolder

    init() throws {
      cluster = try PostgresCluster()
      folder = try TemporaryFolder()
      try PostgresServer(cluster.connection()).migrate()
    }

    private func engine(_ user: String = "postgres") throws -> PostgresEngine {
      try PostgresEngine(cluster.connection(user: user))
    }

    private func device(
      _ name: String, user: String = "postgres"
    ) throws -> (store: PreferenceStore, sync: PreferenceSync) {
      let store = PreferenceStore.inMemory()
      var options = SyncOptions()
      options.deviceName = name
      try SyncSetup(store).signIn(account: user, deviceName: name)
      try SyncSetup(store).include("Settings.*")
      return (
        store, PreferenceSync(store, engine: try engine(user), account: user, options: options)
      )
    }

    private func edit(_ number: Int64, _ hash: String, value: SyncValue?, key: String) throws
      -> SyncEdit
    {
      SyncEdit(
        number: number, name: try PreferenceName(namespace: "Settings", key: key),
        version: SyncVersion(device: "one", number: number), value: value, edited: .max,
        previousHash: hash, hash: "\(number)", isTooLarge: false)
    }

    @Test("the model of bad luck, on the real functions")
    func conformance() async throws {
      try PostgresTestServer.prepare(cluster.connection())
      for seed in 1...(Self.isLong ? 50 : 2) as ClosedRange<UInt64> {
        do {
          try await Conformance.onPostgres(cluster.connection(), seed: seed)
        } catch { Issue.record("seed \(seed): \(error)") }
      }
    }

    @Test("a role sees its own rows alone, and can change them only by the functions")
    func rowSecurity() async throws {
      let admin = try PostgresSession(cluster.connection())
      try admin.run("CREATE ROLE ada LOGIN; CREATE ROLE bob LOGIN")
      let (a, b) = (try device("laptop", user: "ada"), try device("desk", user: "bob"))
      try a.store.set(1, for: Settings.a)
      try await a.sync.syncNow()
      try await b.sync.syncNow()
      #expect(try b.store.state(of: Settings.a) == .unset)
      for table in ["account", "device", "item", "change"] {
        let sql = "SELECT owner FROM preferences.\(table)"
        let own = try PostgresSession(cluster.connection(user: "ada")).rows(sql)
        #expect(!own.isEmpty && own.allSatisfy { $0 == ["ada"] })
        // To name another account is for gateways alone.
        let other = try PostgresSession(
          cluster.connection(user: "bob", options: "options='-c preferences.account=ada'"))
        #expect(try other.rows(sql).allSatisfy { $0 == ["bob"] })
        #expect(throws: SyncError.self) { try other.run("DELETE FROM preferences.\(table)") }
      }
      let device = try #require(try SyncSetup(a.store).account?.device)
      try await self.engine("bob").forget(device)
      #expect(try await self.engine("ada").devices().map(\.device) == [device])
      let other = try PostgresEngine(cluster.connection(user: "bob"), account: "ada")
      #expect(try await other.snapshot().items.isEmpty)
      #expect(throws: SyncError.self) {
        try PostgresSession(cluster.connection(user: "bob")).run(
          "SELECT preferences.tidy('ada', 1)")
      }
    }

    @Test("what is wrong is named: no role, no database, no schema, a newer schema")
    func refusals() async throws {
      let admin = try PostgresSession(cluster.connection())
      try admin.run("CREATE DATABASE empty")
      func kind(_ string: String) async throws -> String {
        let engine = try PostgresEngine(string)
        do throws(SyncError) {
          _ = try await engine.devices()
          return "fine"
        } catch {
          switch error {
          case .refused: return "refused"
          case .schema: return "schema"
          case .offline: return "offline"
          default: return "\(error)"
          }
        }
      }
      #expect(try await kind(cluster.connection()) == "fine")
      #expect(try await kind(cluster.connection(user: "nobody")) == "refused")
      #expect(
        try await kind(
          "host=127.0.0.1 port=\(cluster.port) dbname=empty user=postgres sslmode=disable")
          == "schema")
      #expect(
        try await kind(
          "host=127.0.0.1 port=\(cluster.port) dbname=none user=postgres sslmode=disable")
          == "refused")
      #expect(try await kind("host=127.0.0.1 port=1 user=postgres sslmode=disable") == "offline")
      // The default asks for a certificate that can be verified; this server has none.
      #expect(
        try await kind("host=127.0.0.1 port=\(cluster.port) user=postgres dbname=postgres")
          == "refused")
      // Of several hosts the one that answers is taken.
      #expect(
        try await kind(
          "host=127.0.0.1,127.0.0.1 port=1,\(cluster.port) dbname=postgres user=postgres sslmode=disable"
        )
          == "fine")
      try admin.run(
        "INSERT INTO preferences.schema_migration VALUES (9, 'later', '', 9, now())")
      #expect(try await kind(cluster.connection()) == "schema")
      #expect(throws: SyncError.self) { try PostgresEngine("host='") }
    }

    @Test("migrating again finds nothing to do; a changed text is refused; two at once are safe")
    func migrations() async throws {
      let server = try PostgresServer(cluster.connection())
      #expect(try server.migrate().isEmpty)
      #expect(try server.status().allSatisfy { $0.applied != nil && !$0.isChanged })
      let admin = try PostgresSession(cluster.connection())
      try admin.run("DROP SCHEMA preferences CASCADE")
      let counts = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 { group.addTask { (try? server.migrate().count) ?? -1 } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts.sorted() == [0, 0, 0, 1])
      try admin.run("UPDATE preferences.schema_migration SET checksum = 'x'")
      #expect(throws: SyncError.self) { try server.migrate() }
    }

    @Test("quotas refuse by name, and hold nothing else up")
    func quotas() async throws {
      try PostgresSession(cluster.connection()).run(
        "UPDATE preferences.limits SET items = 2, account_bytes = 1000, value_bytes = 600")
      let engine = try engine()
      _ = try await engine.hello(SyncGreeting(device: "one", name: "one"))
      func text(_ count: Int) -> SyncValue {
        SyncValue(.text(String(repeating: "x", count: count)))
      }
      let receipt = try await engine.push(
        [
          edit(1, "", value: text(700), key: "a"), edit(2, "1", value: text(500), key: "b"),
          edit(3, "2", value: text(500), key: "c"), edit(4, "3", value: text(1), key: "d"),
          edit(5, "4", value: text(1), key: "e"), edit(6, "5", value: nil, key: "b"),
          edit(7, "6", value: text(500), key: "c"),
        ], from: "one")
      #expect(
        receipt
          == SyncReceipt(
            lastNumber: 7,
            refused: [1: "value-too-large", 3: "account-full", 5: "too-many-keys"]))
      #expect(try await engine.snapshot().items.count { $0.value != nil } == 2)
    }

    @Test("repeated, early and foreign edits are told apart")
    func order() async throws {
      let engine = try engine()
      #expect(
        try await engine.push([edit(1, "", value: nil, key: "a")], from: "one").stop == .gap)
      _ = try await engine.hello(SyncGreeting(device: "one", name: "one"))
      let first = try edit(1, "", value: SyncValue(.int(1)), key: "a")
      #expect(try await engine.push([first], from: "one") == SyncReceipt(lastNumber: 1))
      #expect(
        try await engine.push([first], from: "one")
          == SyncReceipt(lastNumber: 1, stop: .duplicate))
      #expect(
        try await engine.push([edit(3, "2", value: nil, key: "a")], from: "one")
          == SyncReceipt(lastNumber: 1, stop: .gap))
      #expect(
        try await engine.push([edit(2, "other", value: nil, key: "a")], from: "one")
          == SyncReceipt(lastNumber: 1, stop: .fork))
    }

    @Test(
      "what no device of ours would send is refused, all of it; no edit is later than the server's clock"
    )
    func bounds() async throws {
      let engine = try engine()
      let long = String(repeating: "x", count: 65)
      for (device, name) in [(long, "a"), ("", "a"), ("one", String(repeating: "x", count: 256))] {
        await #expect(throws: SyncError.self) {
          try await engine.hello(SyncGreeting(device: device, name: name))
        }
      }
      let before = try await engine.hello(SyncGreeting(device: "one", name: "one")).time
      let first = try edit(1, "", value: SyncValue(.int(1)), key: "a")
      var wrong = try edit(2, "1", value: SyncValue(type: long, bytes: []), key: "b")
      await #expect(throws: SyncError.self) { try await engine.push([first, wrong], from: "one") }
      wrong = try edit(2, "1", value: SyncValue(.int(1)), key: "b")
      wrong.hash = long
      await #expect(throws: SyncError.self) { try await engine.push([first, wrong], from: "one") }
      let many = try (1...1001).map { number in
        try edit(number, number == 1 ? "" : "\(number - 1)", value: nil, key: "a")
      }
      await #expect(throws: SyncError.self) { try await engine.push(many, from: "one") }
      #expect(try await engine.snapshot().items.isEmpty)
      _ = try await engine.push([first], from: "one")
      let after = try await engine.hello(SyncGreeting(device: "one", name: "one")).time
      #expect((before...after).contains(try await engine.snapshot().items[0].edited))
    }

    @Test("a page of the log ends at a mebibyte, and holds one change at least")
    func page() async throws {
      let engine = try engine()
      _ = try await engine.hello(SyncGreeting(device: "one", name: "one"))
      let value = SyncValue(.data(Array(repeating: 7, count: 60_000)))
      for number in 1...40 as ClosedRange<Int64> {
        let previous = number == 1 ? "" : "\(number - 1)"
        _ = try await engine.push([edit(number, previous, value: value, key: "a")], from: "one")
      }
      guard case .changes(let changes, let head) = try await engine.pull(after: .start, limit: 1000)
      else { throw SyncError.invalidAnswer("pull") }
      // As many as are needed to fill it.
      #expect(changes.count == 1_048_576 / value.bytes.count + 1)
      #expect(head.revision == 40)
    }

    @Test("a commit that was cancelled while it waited for a standby counts as unknown")
    func cancelledCommit() async throws {
      let admin = try PostgresSession(
        cluster.connection() + " options='-c synchronous_commit=local'")
      let engine = try engine()
      _ = try await engine.hello(SyncGreeting(device: "one", name: "one"))
      try admin.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
      try admin.run("SELECT pg_reload_conf()")
      try await Task.sleep(for: .milliseconds(500))
      let edits = [try edit(1, "", value: SyncValue(.int(1)), key: "a")]
      let push = Task { try await engine.push(edits, from: "one") }
      var cancelled = false
      for _ in 0..<100 where !cancelled {
        try await Task.sleep(for: .milliseconds(50))
        cancelled = try !admin.rows(
          "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        ).isEmpty
      }
      #expect(cancelled)
      await #expect { try await push.value } throws: { error in
        if case SyncError.offline = error { true } else { false }
      }
      try admin.run("ALTER SYSTEM RESET synchronous_standby_names")
      try admin.run("SELECT pg_reload_conf()")
    }

    @Test(
      "a commit on one device reaches the handler on the other; the server is killed and comes back"
    )
    func killedServer() async throws {
      let (a, b) = (try device("laptop"), try device("desk"))
      try a.sync.start()
      try b.sync.start()
      var iterator = b.store.changes(of: Settings.a).makeAsyncIterator()
      try a.store.set(1, for: Settings.a)
      #expect(try await iterator.next()?.new == 1)
      cluster.kill()
      try a.store.set(2, for: Settings.a)
      try await Task.sleep(for: .milliseconds(500))
      try a.store.set(3, for: Settings.a)
      try cluster.start()
      #expect(try await iterator.next()?.new == 2)
      #expect(try await iterator.next()?.new == 3)
      await a.sync.stop()
      await b.sync.stop()
    }

    @Test("a device that is killed in mid-push loses no edit and sends none twice")
    func killedDevice() async throws {
      let path = folder.file("device.db")
      var last = 0
      for _ in 0..<(Self.isLong ? 30 : 3) {
        let helper = try HelperProcess(
          ["device", cluster.connection(), path, "one"], named: "SyncTestHelper")
        last = Int(try helper.line()) ?? 0
        for _ in 0..<Int.random(in: 1...60) { last = Int(try helper.line()) ?? 0 }
        last = helper.killReadingRest().compactMap { Int($0) }.max() ?? last
      }
      let store = try PreferenceStore(path: path)
      try await PreferenceSync(store, engine: try engine(), account: "postgres").syncNow()
      let names = Set(try store.names(in: "Settings"))
      // One more may have been written and not told.
      #expect(names.count >= last && names.count <= last + 30)
      let items = try await engine().snapshot().items
      #expect(Set(items.map(\.name)) == names)
      let rows = try PostgresSession(cluster.connection()).rows(
        "SELECT count(*), count(DISTINCT (sender, sender_number)), count(DISTINCT key) FROM preferences.change"
      )
      #expect(rows == [["\(names.count)", "\(names.count)", "\(names.count)"]])
    }

    @Test("10,000 edits made offline arrive, whole and in order")
    func drain() async throws {
      let (a, b) = (try device("laptop"), try device("desk"))
      try await a.sync.syncNow()
      for round in 0..<100 {
        try a.store.transaction { (transaction) throws(PreferenceError) in
          for number in 0..<100 {
            try transaction.set(
              .int(Int64(round)), for: PreferenceName(namespace: "Settings", key: "k\(number)"))
          }
        }
      }
      try await a.sync.syncNow()
      #expect(
        try await engine().hello(SyncGreeting(device: "x", name: "x")).head.revision == 10_000)
      try await b.sync.syncNow()
      #expect(
        try b.store.rows(in: "Settings").map(\.value) == Array(repeating: .int(99), count: 100))
    }
  }
#endif
