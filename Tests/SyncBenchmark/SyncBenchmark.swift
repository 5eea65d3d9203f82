#if PREFERENCES_POSTGRES
  import Foundation
  import Preferences
  import PreferencesPostgres
  import PreferencesSync
  import SyncConformance
  import TestSupport

  final class SyncBenchmark: @unchecked Sendable {
    // Unchecked: the folder is only asked for paths.
    let cluster: PostgresCluster
    let folder: TemporaryFolder
    /// How many targets were missed.
    let misses = Guarded(0)

    init() throws {
      cluster = try PostgresCluster()
      // Where the disk is, not in a memory file system.
      folder = try TemporaryFolder(in: FileManager.default.currentDirectoryPath + "/.build")
      try PostgresServer(cluster.connection()).migrate()
    }

    private func report(
      _ what: String, _ value: Double, _ unit: String, target: Double?, atLeast: Bool = false
    ) {
      var line = what.padding(toLength: 62, withPad: " ", startingAt: 0)
      line += String(format: "%10.1f ", value) + unit
      if let target {
        let isMet = atLeast ? value >= target : value <= target
        if !isMet { misses.withLock { $0 += 1 } }
        line += "  (\(atLeast ? "at least" : "at most") \(target)\(isMet ? "" : ", MISSED"))"
      }
      print(line)
    }

    private func device(
      _ name: String, account: String, file: Bool = true
    ) throws -> (store: PreferenceStore, sync: PreferenceSync) {
      let store =
        file ? try PreferenceStore(path: folder.file("\(account)-\(name).db")) : .inMemory()
      var options = SyncOptions()
      options.deviceName = name
      try SyncSetup(store).signIn(account: account, deviceName: name)
      try SyncSetup(store).include("*")
      let engine = try PostgresEngine(cluster.connection(), account: account)
      return (
        store, PreferenceSync(store, engine: engine, account: account, options: options)
      )
    }

    // MARK: - Latency

    /// From the return of a write on one device to the handler on the other.
    func latency(count: Int) async throws {
      let (a, b) = (try device("a", account: "latency"), try device("b", account: "latency"))
      let key = PreferenceStore.Key<Int>("value", in: "Bench", default: 0)
      try a.sync.start()
      try b.sync.start()
      try a.store.set(-1, for: key)
      let start = ContinuousClock.now
      while b.store[key] != -1, start.duration(to: .now) < .seconds(20) {
        try await Task.sleep(for: .milliseconds(5))
      }
      let changes = b.store.changes(of: key)
      var iterator = changes.makeAsyncIterator()
      var times: [Double] = []
      for value in 0..<count {
        try a.store.set(value, for: key)
        let start = ContinuousClock.now
        while let change = try await iterator.next(), change.new != value {}
        times.append(start.duration(to: .now) / .milliseconds(1))
        try await Task.sleep(for: .milliseconds(Int.random(in: 1...20)))
      }
      await a.sync.stop()
      await b.sync.stop()
      times.sort()
      report(
        "commit on one device to handler on the other, median", times[count / 2], "ms", target: 15)
      report("the same, 99th percentile", times[count * 99 / 100], "ms", target: 100)
      let session = try PostgresSession(cluster.connection())
      try session.run("CREATE TABLE bare (owner int, n int)")
      var bare: [Double] = []
      for value in 0..<count {
        let start = ContinuousClock.now
        try session.run("INSERT INTO bare VALUES (0, \(value))")
        bare.append(start.duration(to: .now) / .milliseconds(1))
      }
      bare.sort()
      report("  beside it: a bare INSERT through libpq, median", bare[count / 2], "ms", target: nil)
    }

    // MARK: - Throughput

    /// Devices of different accounts push one edit after the other.
    func throughput(devices: Int, seconds: Double) async throws {
      let pushes = try await race(devices, seconds) { [cluster] number, isOver in
        let engine = try PostgresEngine(cluster.connection(), account: "user\(number)")
        let device = "device\(number)"
        _ = try await engine.hello(SyncGreeting(device: device, name: device))
        var count: Int64 = 0
        let value = SyncValue(.text(String(repeating: "x", count: 40)))
        while !isOver() {
          let edit = SyncEdit(
            number: count + 1,
            name: try PreferenceName(namespace: "Bench", key: "key\(count % 200)"),
            version: SyncVersion(device: device, number: count + 1), value: value,
            edited: .max,
            previousHash: count == 0 ? "" : "\(count)", hash: "\(count + 1)", isTooLarge: false)
          guard try await engine.push([edit], from: device).stop == nil else { break }
          count += 1
        }
        return count
      }
      report(
        "pushes of \(devices) devices of different users", pushes, "/s", target: 1000, atLeast: true
      )
      let bare = try await race(devices, seconds) { [cluster] number, isOver in
        let session = try PostgresSession(cluster.connection())
        // Its calls block: each on a thread of its own.
        let count = await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            var count: Int64 = 0
            while !isOver(),
              (try? session.run("INSERT INTO bare VALUES (\(number), \(count))")) != nil
            {
              count += 1
            }
            continuation.resume(returning: count)
          }
        }
        return count
      }
      report("  beside it: bare INSERTs through libpq", bare, "/s", target: nil)
    }

    private func race(
      _ count: Int, _ seconds: Double,
      _ body: @escaping @Sendable (Int, @escaping @Sendable () -> Bool) async throws -> Int64
    ) async throws -> Double {
      let start = ContinuousClock.now
      let total = try await withThrowingTaskGroup(of: Int64.self) { group in
        for number in 0..<count {
          group.addTask {
            try await body(number) { start.duration(to: .now) > .seconds(seconds) }
          }
        }
        return try await group.reduce(0, +)
      }
      return Double(total) / (start.duration(to: .now) / .seconds(1))
    }

    // MARK: - A long time offline

    func drain(edits: Int) async throws {
      let a = try device("a", account: "drain")
      try await a.sync.syncNow()
      for round in 0..<(edits / 100) {
        try a.store.transaction { (transaction) throws(PreferenceError) in
          for number in 0..<100 {
            try transaction.set(
              .text("value \(round) of a setting that is some forty bytes"),
              for: PreferenceName(namespace: "Bench", key: "key\(number + (round % 2) * 100)"))
          }
        }
      }
      let start = ContinuousClock.now
      try await a.sync.syncNow()
      report(
        "\(edits) edits made offline are sent", start.duration(to: .now) / .seconds(1), "s",
        target: 10)
      let b = try device("b", account: "drain")
      let second = ContinuousClock.now
      try await b.sync.syncNow()
      report(
        "a new device takes them in", second.duration(to: .now) / .seconds(1), "s", target: nil)
    }

    // MARK: - Memory and sizes

    /// What a syncing process takes above one that only has the store open and used.
    func memory() async throws {
      let store = try PreferenceStore(path: folder.file("memory.db"))
      try store.transaction { (transaction) throws(PreferenceError) in
        for number in 0..<1000 {
          try transaction.set(
            .text("a setting of some forty bytes, more or less"),
            for: PreferenceName(namespace: "Bench", key: "key\(number)"))
        }
      }
      _ = try store.rows()
      let before = Self.residentBytes
      try SyncSetup(store).signIn(account: "memory", deviceName: "a")
      try SyncSetup(store).include("*")
      let sync = PreferenceSync(
        store, engine: try PostgresEngine(cluster.connection(), account: "memory"),
        account: "memory")
      try await sync.syncNow()
      try sync.start()
      for number in 0..<1000 {
        try store.transaction { (transaction) throws(PreferenceError) in
          try transaction.set(
            .int(Int64(number)), for: PreferenceName(namespace: "Bench", key: "key\(number)"))
        }
      }
      try await Task.sleep(for: .seconds(2))
      report(
        "memory of a syncing process above the store's, 1,000 keys",
        Double(Self.residentBytes - before) / 1_048_576, "MB", target: 32)
      await sync.stop()
    }

    private static var residentBytes: Int {
      let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
      return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }

    func sizes() async throws {
      let session = try PostgresSession(cluster.connection())
      try session.run("VACUUM FULL preferences.item; ")
      try session.run("VACUUM FULL preferences.change")
      for table in ["item", "change"] {
        let rows = try session.rows(
          "SELECT pg_total_relation_size('preferences.\(table)')::float8 / count(*) FROM preferences.\(table)"
        )
        let bytes = rows.first?.first.flatMap { $0 }.flatMap { Double($0) } ?? 0
        report(
          "\(table) of some forty bytes on the server, with its index", bytes, "bytes", target: nil)
      }
      let file = folder.file("drain-a.db")
      let size = (try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
      report(
        "file of a device after 10,000 edits of 200 keys", Double(size) / 1_048_576, "MB",
        target: nil)
      let lean =
        (try FileManager.default.attributesOfItem(atPath: folder.file("memory.db"))[.size] as? Int)
        ?? 0
      report(
        "file of a device with 1,000 keys and 2,000 edits", Double(lean) / 1_048_576, "MB",
        target: nil)
    }
  }
#endif
