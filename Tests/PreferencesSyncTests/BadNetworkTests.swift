#if PREFERENCES_POSTGRES
  import Foundation
  import Preferences
  import PreferencesPostgres
  import PreferencesSync
  import SyncConformance
  import TestSupport
  import Testing

  @Suite(
    "Roaming over a bad network", .serialized, .timeLimit(.minutes(30)),
    .enabled(if: PostgresCluster.programs != nil, "no PostgreSQL server is installed"))
  struct BadNetworkTests {
    @Test(
      "requests and answers that are late, lost, or come once more long after: each edit counts once"
    )
    func badNetwork() async throws {
      let cluster = try PostgresCluster()
      try PostgresServer(cluster.connection()).migrate()
      let seed = UInt64.random(in: 0..<1_000_000)
      let network = try BadNetwork(to: cluster.port, seed: seed)
      defer { network.close() }
      let server =
        "host=127.0.0.1 port=\(network.port) dbname=postgres user=postgres sslmode=disable"
      let devices = try ["laptop", "desk"].map { name in
        let store = PreferenceStore.inMemory()
        try SyncSetup(store).signIn(account: "postgres", deviceName: name)
        try SyncSetup(store).include("Settings.*")
        return (
          store, PreferenceSync(store, engine: try PostgresEngine(server), account: "postgres")
        )
      }
      // What is edited before the first meeting is compared, not counted.
      for (_, sync) in devices { while (try? await sync.syncNow()) == nil {} }
      var random = SeededGenerator(seed: seed)
      var (made, lost) = (0, 0)
      for round in 0..<60 {
        let (store, sync) = devices[round % 2]
        let key = PreferenceStore.Key(
          "key\(Int.random(in: 0..<6, using: &random))", in: "Settings", default: -1)
        try store.set(round, for: key)
        made += 1
        do { try await sync.syncNow() } catch { lost += 1 }
        if round % 10 == 9 { network.repeatAll() }
      }
      // Or nothing was tried here.
      #expect(lost > 0, "seed \(seed)")
      network.heal()
      network.repeatAll()
      for _ in 0..<3 {
        for (_, sync) in devices {
          // What is connected still may be a connection that was cut.
          do { try await sync.syncNow() } catch { try await sync.syncNow() }
        }
      }
      let names = try devices[0].0.names(in: "Settings")
      for name in names {
        let values = try devices.map { try $0.0.row(of: name)?.value }
        #expect(values[0] == values[1], "\(name), seed \(seed)")
      }
      let rows = try PostgresSession(cluster.connection()).rows(
        "SELECT count(*), count(DISTINCT (device, number)) FROM preferences.change")
      #expect(rows == [["\(made)", "\(made)"]], "seed \(seed)")
      for (_, sync) in devices {
        #expect(
          try sync.edits().allSatisfy { [.accepted, .superseded].contains($0.state) },
          "seed \(seed)")
      }
    }
  }
#endif
