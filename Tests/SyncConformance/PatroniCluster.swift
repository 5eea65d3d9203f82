#if PREFERENCES_POSTGRES
  import Foundation
  import PreferencesPostgres

  /// Three nodes, each with etcd, Patroni and PostgreSQL from Debian's packages, in network namespaces:
  /// one is the primary, one its synchronous standby. All of it goes with this object.
  package final class PatroniCluster {
    /// Why there can be none; nil: there can.
    package static let missing: String? = {
      guard PostgresCluster.programs != nil else { return "no PostgreSQL server is installed" }
      for program in ["etcd", "patroni"] where SystemCommand.path(of: program) == nil {
        return "\(program) is not installed"
      }
      return TestNetwork.missing
    }()

    package let network: TestNetwork
    private let folder: String
    private let nodes = 1...3
    /// How long all of this was stopped while it waited, in seconds: others measure on this machine.
    package private(set) var stopped = 0.0

    /// Makes and starts one, and waits until both standbys follow.
    package init() async throws {
      if let missing = Self.missing { throw Unavailable(description: missing) }
      network = try TestNetwork(nodes: nodes.count)
      folder = NSTemporaryDirectory() + "preferences-patroni-\(UUID().uuidString)"
      for node in nodes {
        let path = self.path(node)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try configuration(of: node).write(
          toFile: "\(path)/patroni.yml", atomically: true, encoding: .utf8)
        try SystemCommand.run(["/bin/chown", "-R", "postgres", path])
        try start(node)
      }
      try await waitForStandbys()
    }

    deinit {
      for node in nodes { try? kill(node) }
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// For a test, which is on no node: by the sockets of all.
    package var connection: String {
      "host=\(nodes.map(path).joined(separator: ",")) dbname=postgres user=postgres sslmode=disable"
    }

    /// For a device on a node or at the switch: by the addresses of all.
    package var server: String {
      "host=\(nodes.map(network.address).joined(separator: ",")) dbname=postgres user=postgres "
        + "sslmode=disable target_session_attrs=read-write"
    }

    /// Which node can be written to; nil: none, or it cannot be reached.
    package var primary: Int? {
      nodes.first { node in
        let server = "host=\(path(node)) dbname=postgres user=postgres sslmode=disable"
        return (try? PostgresSession(server)) != nil
      }
    }

    /// Starts a node (again).
    package func start(_ node: Int) throws {
      let address = network.address(node)
      let members = nodes.map { "node\($0)=http://\(network.address($0)):2380" }
      // Debian 12's Patroni (3.0.2) loses acknowledged writes over etcd's v3 API when a partition heals
      // (patroni#2689): it must use the v2 API, whose update of the leader's key is conditional.
      let etcd = SystemCommand.asPostgres([
        "/usr/bin/etcd", "--name", "node\(node)", "--data-dir", "\(path(node))/etcd",
        "--enable-v2=true", "--listen-peer-urls", "http://\(address):2380",
        "--initial-advertise-peer-urls", "http://\(address):2380",
        "--listen-client-urls", "http://\(address):2379",
        "--advertise-client-urls", "http://\(address):2379",
        "--initial-cluster", members.joined(separator: ","),
      ])
      // As number 1 among processes of its own Patroni also waits for those that have lost their parent,
      // which the system's number 1 need not do; the dead would look alive to it. It is told of their end
      // by a signal that is blocked in the threads here, and so in what they start.
      let patroni =
        ["/usr/bin/env", "--default-signal", "/usr/bin/unshare", "--pid", "--fork", "--mount-proc"]
        + SystemCommand.asPostgres(["/usr/bin/patroni", "\(path(node))/patroni.yml"])
      for (name, words) in [("etcd", etcd), ("patroni", patroni)] {
        _ = try SystemCommand.begin(
          network.prefix(node) + words, log: "\(path(node))/\(name).log")
      }
    }

    /// Ends all that runs on a node at once (SIGKILL).
    ///
    /// - Parameter spared: processes of the test's own.
    package func kill(_ node: Int, sparing spared: Set<Int32> = []) throws {
      for _ in 0..<100 {
        let left = try network.processes(node).subtracting(spared)
        guard !left.isEmpty else { return }
        // None of them sees another die, as when a machine fails.
        for signal in [SIGSTOP, SIGKILL] {
          for process in left { Foundation.kill(process, signal) }
        }
        usleep(50_000)
      }
      throw Unavailable(description: "node \(node) does not end")
    }

    /// Waits until both standbys follow, one of them synchronously.
    package func waitForStandbys() async throws {
      try await wait(90, for: "standbys") {
        guard let session = try? PostgresSession(connection) else { return false }
        let rows = try? session.rows(
          """
          SELECT count(*), count(*) FILTER (WHERE sync_state = 'sync') FROM pg_stat_replication
          WHERE state = 'streaming'
          """)
        return rows == [["\(nodes.count - 1)", "1"]]
      }
    }

    /// Looks ten times a second whether something has come about.
    package func wait(
      _ seconds: Int, for what: String, until condition: () throws -> Bool
    ) async throws {
      for _ in 0..<(seconds * 10) {
        if try condition() { return }
        try await pause(0.1)
      }
      let logs = nodes.map { node in
        let text = try? String(contentsOfFile: "\(path(node))/patroni.log", encoding: .utf8)
        return "\nnode \(node):\n" + (text ?? "").suffix(1000)
      }
      throw Unavailable(description: "\(what): not in \(seconds) seconds\(logs.joined())")
    }

    /// Lets time pass.
    package func pause(_ seconds: Double) async throws {
      for _ in 0..<Int((seconds * 10).rounded(.up)) {
        let start = ContinuousClock.now
        try await Task.sleep(for: .milliseconds(100))
        let passed = (ContinuousClock.now - start) / .seconds(1)
        if passed > 5 { stopped += passed }
      }
    }

    private func path(_ node: Int) -> String { "\(folder)/\(node)" }

    /// JSON, which is YAML. The time-outs let a standby notice its promotion at once, and a primary that
    /// is cut off shut down without waiting a minute for its standbys.
    private func configuration(of node: Int) -> String {
      let (path, address) = (path(node), network.address(node))
      let members = nodes.map { "\"\(network.address($0)):2379\"" }
      return """
        {
          "scope": "preferences", "name": "node\(node)",
          "restapi": {"listen": "\(address):8008", "connect_address": "\(address):8008"},
          "etcd": {"hosts": [\(members.joined(separator: ","))]},
          "bootstrap": {
            "dcs": {
              "ttl": 20, "loop_wait": 2, "retry_timeout": 5, "synchronous_mode": true,
              "postgresql": {"use_pg_rewind": true}
            },
            "initdb": [{"auth": "trust"}, {"encoding": "UTF8"}, {"locale": "C"}, "data-checksums"],
            "pg_hba": [
              "local all all trust", "host all all 10.0.0.0/24 trust",
              "host replication all 10.0.0.0/24 trust"
            ]
          },
          "postgresql": {
            "listen": "\(address):5432", "connect_address": "\(address):5432",
            "data_dir": "\(path)/data", "bin_dir": "\(PostgresCluster.programs ?? "")",
            "pgpass": "\(path)/pgpass",
            "parameters": {
              "unix_socket_directories": "\(path)", "wal_retrieve_retry_interval": "1s",
              "wal_sender_timeout": "5s", "wal_receiver_timeout": "5s"
            },
            "authentication": {
              "superuser": {"username": "postgres", "password": "postgres"},
              "replication": {"username": "replicator", "password": "replicator"}
            }
          }
        }
        """
    }
  }
#endif
