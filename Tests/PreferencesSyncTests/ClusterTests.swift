#if PREFERENCES_POSTGRES
  import Foundation
  import Preferences
  import PreferencesPostgres
  import PreferencesSync
  import SyncConformance
  import TestSupport
  import Testing

  /// Patroni's keys live for 20 s, its least: only then may a standby take the place of a primary that is
  /// not heard of.
  @Suite(
    "Roaming over a cluster that loses its primary", .serialized, .timeLimit(.minutes(15)),
    .enabled(if: Reliability.isLong, "only in the long form"),
    .enabled(
      if: !Reliability.isLong || PatroniCluster.missing == nil,
      Comment(rawValue: "no cluster: \(Reliability.isLong ? PatroniCluster.missing ?? "" : "")")))
  struct ClusterTests {
    @Test("the primary's node is killed and comes back, while four devices write")
    func killed() async throws {
      try await lose("killed") { (cluster, primary, devices) in
        try cluster.kill(primary, sparing: devices)
        try await cluster.pause(40)
        try cluster.start(primary)
      }
    }

    @Test(
      "the primary's node is cut off with a device beside it, and healed, while four devices write")
    func cutOff() async throws {
      try await lose("cut off") { (cluster, primary, _) in
        try cluster.network.cut(primary)
        try await cluster.pause(42)
        try cluster.network.heal(primary)
      }
    }

    /// Lets something happen to the primary's node, and counts again once it has had time to do harm.
    private func lose(
      _ what: String,
      _ fault: (PatroniCluster, _ primary: Int, _ devices: Set<Int32>) async throws -> Void
    ) async throws {
      var sum = Reliability("cluster: primary's node \(what)")
      let cluster = try await PatroniCluster()
      try PostgresServer(cluster.connection).migrate()
      let primary = try #require(cluster.primary)
      let folder = try TemporaryFolder()
      // One at the switch, one on each node.
      let places = 0...3
      let devices = try places.map { place in
        try HelperProcess(
          [
            "writer", cluster.server, folder.file("\(place).db"), "device \(place)",
            folder.file("\(place).record"),
          ], prefix: cluster.network.prefix(place), named: "SyncTestHelper")
      }
      func records() throws -> [RecordedEngine.Record] {
        try places.map { try RecordedEngine.Record(folder.file("\($0).record")) }
      }
      try await cluster.wait(30, for: "pushes of all devices") {
        (try? records().allSatisfy { $0.acknowledged > 100 }) ?? false
      }
      try await fault(cluster, primary, Set(devices.map(\.processIdentifier)))
      // A primary of old that takes over again does it after the heal.
      try await cluster.pause(15)
      var made: [Int] = []
      for _ in 0..<3 {
        for device in devices { try device.send() }
        made = try devices.map { Int(try $0.line()) ?? 0 }
      }
      for device in devices { #expect(try device.finish() == 0) }
      #expect(cluster.primary != primary, "the fault has made no other node the primary")
      try await cluster.waitForStandbys()

      let recount = try await Recount(
        PostgresTestServer(cluster.connection, account: "postgres"))
      for place in places {
        do {
          try check(folder.file("\(place).db"), "device \(place)", made[place], recount)
        } catch {
          sum.failures += 1
          Issue.record("\(error)")
        }
      }
      let records = try records()
      let lost = records.reduce(0) { $0 + Int($1.lost) }
      #expect(lost == 0, "acknowledged edits that a server did not know any more")
      let pauses = records.map { longestPause($0.times) }
      let recovery = longestPause(records.flatMap(\.times).sorted())
      if cluster.stopped == 0 { #expect(recovery < 30) }

      sum.faults = 1
      sum.operations = made.reduce(0, +)
      sum.acknowledged = records.reduce(0) { $0 + Int($1.acknowledged) }
      sum.failures += lost
      sum.remark =
        "pushes again after \(shown(recovery)) s; the device beside the primary after "
        + "\(shown(pauses[primary])) s, the others after "
        + places.filter { $0 != primary }.map { shown(pauses[$0]) }.joined(separator: ", ") + " s"
        + (cluster.stopped > 0 ? "; was itself stopped for \(shown(cluster.stopped)) s" : "")
      sum.report()
    }

    private func check(_ path: String, _ name: String, _ made: Int, _ recount: Recount) throws {
      let store = try PreferenceStore(path: path)
      let names = Set(try store.names(in: "Settings")).union(recount.items.keys)
      for key in names {
        try recount.check(name, shows: store.row(of: key).map { SyncValue($0.value) }, for: key)
      }
      let edits = try SyncDevice(store).editRecords().filter(\.isOwn)
      try recount.check(name, made: made, on: edits)
    }

    private func longestPause(_ times: [Int64]) -> Double {
      Double(zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0) / 1000
    }

    private func shown(_ seconds: Double) -> String { String(format: "%.1f", seconds) }
  }
#endif
