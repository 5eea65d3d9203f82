import Dispatch
internal import Preferences
public import PreferencesSync

/// An engine on a PostgreSQL server, version 15 or later, that was set up by ``PostgresServer``.
///
/// One connection, used for calls and, in between, to sleep on hints. The account is the role that
/// connects; a role that the server knows as a gateway may name another.
public final class PostgresEngine: SyncEngine, @unchecked Sendable {
  // Unchecked: all below `queue` is touched on that queue alone.
  private let parameters: PostgresParameters
  private let account: String?
  private let queue = DispatchQueue(label: "preferences.postgres")
  private var connection: PostgresConnection?
  private var source: (any DispatchSourceRead)?
  private var hintName: String?
  private var waiting: [Int: CheckedContinuation<SyncError?, Never>] = [:]
  private var cancelled: Set<Int> = []
  private var lastWaiter = 0
  private var hasHint = false

  /// An engine that connects at its first call.
  ///
  /// - Parameters:
  ///   - server: a connection string of libpq: `host=a,b dbname=preferences user=ada`, or
  ///     `postgresql://ada@a,b/preferences`. Unless it says otherwise the server's certificate is
  ///     verified (`sslmode=verify-full`), and the first host that can be written to is taken.
  ///   - account: for a gateway: whom it acts for.
  /// - Throws: `invalidRequest` for a string that is none.
  public init(_ server: String, account: String? = nil) throws(SyncError) {
    parameters = try PostgresParameters(server)
    self.account = account
  }

  /// The connection string without its passwords.
  public static func withoutSecrets(_ server: String) throws(SyncError) -> String {
    try PostgresParameters(server).withoutSecrets
  }

  /// Whether a connection string holds a password.
  public static func hasPassword(_ server: String) throws(SyncError) -> Bool {
    let parameters = try PostgresParameters(server)
    return parameters["password"] != nil || parameters["sslpassword"] != nil
  }

  /// The role that a connection string names, else the user's name on this machine.
  public static func role(of server: String) throws(SyncError) -> String {
    try PostgresParameters(server).role
  }

  // MARK: - Calls

  /// See ``PreferencesSync/SyncEngine``.
  public func hello(_ greeting: SyncGreeting) async throws(SyncError) -> SyncWelcome {
    try await call { (connection) throws(SyncError) in
      let row = try connection.run(
        "SELECT * FROM preferences.hello($1, $2)", [greeting.device, greeting.name])
      guard let last = row.integer(0, 0), let hash = row.text(0, 1), let time = row.integer(0, 2),
        let revision = row.integer(0, 3), let chain = row.text(0, 4), let limit = row.integer(0, 5)
      else { throw .invalidAnswer("hello") }
      return SyncWelcome(
        lastNumber: last, hash: hash, time: time,
        head: SyncCursor(revision: revision, chain: chain), valueLimit: Int(clamping: limit))
    }
  }

  /// See ``PreferencesSync/SyncEngine``.
  public func pull(
    after cursor: SyncCursor, limit: Int
  ) async throws(SyncError) -> SyncPage {
    try await call { (connection) throws(SyncError) in
      let rows = try connection.run(
        "SELECT * FROM preferences.pull($1, $2, $3)",
        ["\(cursor.revision)", cursor.chain, "\(Int32(clamping: limit))"])
      switch rows.integer(0, 0) {
      case -1: return .resync
      case 0: break
      default: throw .invalidAnswer("pull")
      }
      guard let chain = rows.text(0, 1), let head = rows.integer(0, 5) else {
        throw .invalidAnswer("pull")
      }
      var changes: [SyncChange] = []
      for row in 1..<max(1, rows.count) { changes.append(try Self.change(rows, row)) }
      return .changes(changes, head: SyncCursor(revision: head, chain: chain))
    }
  }

  private static func change(
    _ rows: borrowing PostgresResult, _ row: Int32
  ) throws(SyncError) -> SyncChange {
    guard let revision = rows.integer(row, 0), let chain = rows.text(row, 1),
      let sender = rows.text(row, 6), let number = rows.integer(row, 7),
      let hasWon = rows.text(row, 9), let name = rows.text(row, 12)
    else { throw .invalidAnswer("pull, row \(row)") }
    return SyncChange(
      cursor: SyncCursor(revision: revision, chain: chain),
      item: try item(rows, row, [2, 3, 4, 5, 8, 10, 11]),
      sender: SyncVersion(device: sender, number: number), hasWon: hasWon == "t", deviceName: name)
  }

  /// Columns: namespace, key, device, number, edited, type, value.
  private static func item(
    _ rows: borrowing PostgresResult, _ row: Int32, _ columns: [Int32]
  ) throws(SyncError) -> SyncItem {
    guard let namespace = rows.text(row, columns[0]), let key = rows.text(row, columns[1]),
      let name = try? PreferenceName(namespace: namespace, key: key),
      let device = rows.text(row, columns[2]), let number = rows.integer(row, columns[3]),
      let edited = rows.integer(row, columns[4])
    else { throw .invalidAnswer("an item, row \(row)") }
    let value = rows.text(row, columns[5]).map {
      SyncValue(type: $0, bytes: rows.binary(row, columns[6]) ?? [])
    }
    return SyncItem(
      name: name, version: SyncVersion(device: device, number: number), edited: edited,
      value: value)
  }

  /// See ``PreferencesSync/SyncEngine``.
  public func push(
    _ edits: [SyncEdit], from device: String
  ) async throws(SyncError) -> SyncReceipt {
    try await call { (connection) throws(SyncError) in
      let result = try connection.run(
        "SELECT preferences.push($1, $2)", [device, try PostgresJSON.text(edits)])
      let (receipt, hasOthers) = try PostgresJSON.receipt(result.text(0, 0) ?? "")
      // Each hint wakes every connection that listens, so not for nobody.
      guard hasOthers else { return receipt }
      // After the push, in a transaction of its own that waits for no disk; it may get lost.
      try? connection.runScript(
        "BEGIN; SET LOCAL synchronous_commit = off; SELECT preferences.hint(); COMMIT")
      return receipt
    }
  }

  /// See ``PreferencesSync/SyncEngine``.
  public func snapshot() async throws(SyncError) -> SyncSnapshot {
    try await call { (connection) throws(SyncError) in
      try connection.runScript("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let heads = try connection.run(
        "SELECT revision, chain FROM preferences.account WHERE owner = preferences.current_account()"
      )
      let devices = try connection.run(
        "SELECT device, last_number, name FROM preferences.device WHERE owner = preferences.current_account()"
      )
      let rows = try connection.run(
        """
        SELECT namespace, key, device, number, edited, type, value FROM preferences.item
        WHERE owner = preferences.current_account()
        """)
      try connection.runScript("COMMIT")
      var head = SyncCursor.start
      if let revision = heads.integer(0, 0), let chain = heads.text(0, 1) {
        head = SyncCursor(revision: revision, chain: chain)
      }
      var snapshot = SyncSnapshot(items: [], head: head, lastNumbers: [:], deviceNames: [:])
      for row in 0..<devices.count {
        guard let device = devices.text(row, 0), let last = devices.integer(row, 1) else {
          throw .invalidAnswer("the devices")
        }
        snapshot.lastNumbers[device] = last
        snapshot.deviceNames[device] = devices.text(row, 2) ?? ""
      }
      for row in 0..<rows.count {
        snapshot.items.append(try Self.item(rows, row, [0, 1, 2, 3, 4, 5, 6]))
      }
      return snapshot
    }
  }

  /// See ``PreferencesSync/SyncEngine``.
  public func devices() async throws(SyncError) -> [SyncDeviceEntry] {
    try await call { (connection) throws(SyncError) in
      let rows = try connection.run(
        """
        SELECT device, name, last_number, (extract(epoch FROM seen) * 1000)::bigint
        FROM preferences.device WHERE owner = preferences.current_account() AND NOT forgotten
        ORDER BY name, device
        """)
      var devices: [SyncDeviceEntry] = []
      for row in 0..<rows.count {
        guard let device = rows.text(row, 0), let name = rows.text(row, 1),
          let last = rows.integer(row, 2), let seen = rows.integer(row, 3)
        else { throw .invalidAnswer("the devices") }
        devices.append(SyncDeviceEntry(device: device, name: name, lastNumber: last, seen: seen))
      }
      return devices
    }
  }

  /// See ``PreferencesSync/SyncEngine``.
  public func forget(_ device: String) async throws(SyncError) {
    try await call { (connection) throws(SyncError) in
      _ = try connection.run("SELECT preferences.forget($1)", [device])
    }
  }

  /// See ``PreferencesSync/SyncEngine``.
  public func disconnect() async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        close(nil)
        continuation.resume()
      }
    }
  }

  // MARK: - Hints

  /// See ``PreferencesSync/SyncEngine``.
  public func waitForHint() async throws(SyncError) {
    let id = await withCheckedContinuation { continuation in
      queue.async { [self] in
        lastWaiter += 1
        continuation.resume(returning: lastWaiter)
      }
    }
    let error = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { [self] in wait(continuation, id) }
      }
    } onCancel: {
      queue.async { [self] in
        guard let continuation = waiting.removeValue(forKey: id) else {
          // It may not be waiting yet.
          cancelled.insert(id)
          return
        }
        continuation.resume(returning: nil)
      }
    }
    queue.async { [self] in cancelled.remove(id) }
    if let error { throw error }
  }

  private func wait(_ continuation: CheckedContinuation<SyncError?, Never>, _ id: Int) {
    guard !hasHint, !cancelled.contains(id) else {
      hasHint = false
      return continuation.resume(returning: nil)
    }
    do throws(SyncError) {
      _ = try current()
      waiting[id] = continuation
    } catch {
      continuation.resume(returning: error)
    }
  }

  /// Something has come on the socket while nobody asked.
  private func read() {
    guard let connection else { return }
    do throws(SyncError) {
      note(try connection.notifications())
    } catch { close(error) }
  }

  private func note(_ payloads: [String]) {
    guard payloads.contains(where: { $0 == hintName }) else { return }
    if waiting.isEmpty { hasHint = true }
    for continuation in waiting.values { continuation.resume(returning: nil) }
    waiting = [:]
  }

  // MARK: - The connection

  private func call<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws(SyncError) -> Result
  ) async throws(SyncError) -> Result {
    let result: Swift.Result<Result, SyncError> = await withCheckedContinuation { continuation in
      queue.async { [self] in
        continuation.resume(
          returning: Swift.Result { () throws(SyncError) in
            do throws(SyncError) {
              let connection = try current()
              let result = try body(connection)
              // What has come beside the answer has left no event on the socket.
              note(try connection.notifications())
              return result
            } catch {
              // Whatever it was: a transaction may be open, an answer may be missing.
              close(error)
              throw error
            }
          })
      }
    }
    return try result.get()
  }

  private func current() throws(SyncError) -> PostgresConnection {
    if let connection { return connection }
    let new = try PostgresConnection(parameters)
    if let account {
      _ = try new.run("SELECT set_config('preferences.account', $1, false)", [account])
    }
    try ServerSchema.check(new)
    guard let name = try new.run("SELECT preferences.hint_name()").text(0, 0),
      let digit = name.first, digit.isASCII, digit.isHexDigit
    else { throw .invalidAnswer("the name of the hints") }
    try new.runScript("LISTEN preferences_\(digit)")
    hintName = name
    let source = DispatchSource.makeReadSource(fileDescriptor: new.socket, queue: queue)
    source.setEventHandler { [weak self] in self?.read() }
    // The socket must stay open as long as it is slept on.
    source.setCancelHandler { withExtendedLifetime(new) {} }
    source.resume()
    self.source = source
    connection = new
    return new
  }

  private func close(_ error: SyncError?) {
    source?.cancel()
    source = nil
    connection = nil
    hasHint = false
    for continuation in waiting.values { continuation.resume(returning: error) }
    waiting = [:]
  }

  deinit { source?.cancel() }
}
