#if PREFERENCES_POSTGRES
  import Foundation
  import PreferencesPostgres

  /// A PostgreSQL server of its own in a temporary folder, from the system's packages: own port on
  /// loopback, fsync on. It goes with this object.
  package final class PostgresCluster: @unchecked Sendable {
    // Unchecked: a test uses it from one task at a time.
    package let port: UInt16
    package let folder: String
    private var process: Process?
    private let settings: [String]

    /// The programs of the newest server that is installed; nil: none.
    package static let programs: String? = {
      let root = "/usr/lib/postgresql"
      let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
      guard let newest = versions.compactMap({ Int($0) }).max() else { return nil }
      let folder = "\(root)/\(newest)/bin"
      return FileManager.default.isExecutableFile(atPath: "\(folder)/initdb") ? folder : nil
    }()

    /// The connection string of the server's owner.
    package func connection(user: String = "postgres", options: String = "") -> String {
      "host=127.0.0.1 port=\(port) dbname=postgres user=\(user) sslmode=disable \(options)"
    }

    /// Makes and starts a server.
    package init(settings: [String] = []) throws {
      guard let programs = Self.programs else { throw Unavailable(description: "no PostgreSQL") }
      self.settings = settings
      port = try Self.freePort()
      folder = NSTemporaryDirectory() + "preferences-postgres-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      if getuid() == 0 { try SystemCommand.run(["/bin/chown", "postgres", folder]) }
      try Self.run([
        "\(programs)/initdb", "-D", "\(folder)/data", "-U", "postgres", "-A", "trust", "-E", "UTF8",
        "--locale=C", "--no-sync",
      ])
      try start()
    }

    deinit {
      stop()
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts it (again), and waits until it answers.
    package func start() throws {
      guard let programs = Self.programs else { throw Unavailable(description: "no PostgreSQL") }
      let words =
        [
          "\(programs)/postgres", "-D", "\(folder)/data", "-p", "\(port)",
          "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=\(folder)",
          "-c", "max_connections=200", "-c", "log_min_messages=fatal",
        ] + settings.flatMap { ["-c", $0] }
      process = try SystemCommand.begin(SystemCommand.asPostgres(words), log: "\(folder)/log")
      for _ in 0..<600 {
        if (try? PostgresSession(connection())) != nil { return }
        usleep(50_000)
      }
      throw Unavailable(
        description: "PostgreSQL does not start: "
          + ((try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""))
    }

    /// Ends it as a crash would: all its processes at once.
    package func kill() {
      guard let process else { return }
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      self.process = nil
      // Its children notice the end of their parent by themselves, within a moment.
      usleep(300_000)
    }

    /// Ends it at once, but in order.
    package func stop() {
      guard let process else { return }
      Foundation.kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
      self.process = nil
    }

    /// Keeps a copy of the data of a server that is stopped.
    package func copyData(to name: String) throws {
      try Self.run(["/bin/cp", "-a", "\(folder)/data", "\(folder)/\(name)"])
    }

    /// Puts a copy in the place of the data of a server that is stopped.
    package func useData(from name: String) throws {
      try Self.run(["/bin/rm", "-rf", "\(folder)/data"])
      try Self.run(["/bin/cp", "-a", "\(folder)/\(name)", "\(folder)/data"])
    }

    /// A certificate for `localhost` that signs itself, valid for so many days; below 0: expired.
    package func makeCertificate(days: Int) throws {
      let (key, request, certificate) = (
        "\(folder)/server.key", "\(folder)/server.csr", "\(folder)/server.crt"
      )
      try Self.run([
        "/usr/bin/openssl", "req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj",
        "/CN=localhost", "-keyout", key, "-out", request,
      ])
      try Self.run([
        "/usr/bin/openssl", "x509", "-req", "-in", request, "-signkey", key, "-days", "\(days)",
        "-out", certificate,
      ])
      try Self.run(["/bin/chmod", "600", key])
    }

    private static func run(_ words: [String]) throws {
      try SystemCommand.run(SystemCommand.asPostgres(words))
    }

    private static func freePort() throws -> UInt16 {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let bound = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
        }
      }
      guard bound else { throw Unavailable(description: "no free port") }
      return UInt16(bigEndian: address.sin_port)
    }
  }
#endif
