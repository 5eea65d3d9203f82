public import Preferences
internal import SQLiteCore
internal import SchemaMigrations

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a store knows of roaming: who is signed in, and which preferences roam. Nothing is asked of a
/// server here.
public struct SyncSetup: Sendable {
  /// The store.
  public let store: PreferenceStore

  /// The setup of a store; nothing is written.
  public init(_ store: PreferenceStore) { self.store = store }

  /// Signs in: makes the tables where they are missing, and gives this file an identity for the account.
  ///
  /// Whoever was signed in is signed out; edits that were not sent stay queued for that account.
  ///
  /// - Parameters:
  ///   - server: where the account is, for people and for the command; without a password.
  ///   - deviceName: the device's name for people.
  public func signIn(
    account: String, server: String = "", deviceName: String? = nil,
    prefer: SyncRule.Preference = .server
  ) throws(SyncError) {
    guard !account.isEmpty, !account.utf8.contains(0) else {
      throw .invalidRequest("an account needs a name")
    }
    if let other = try self.account?.account, other != account { try signOut() }
    do throws(PreferenceError) {
      let set: MigrationSet
      do throws(MigrationError) { set = try SyncSchema.migrations() } catch {
        throw .unavailable(StoreFailure(.migrationFailed, path: store.path, error.description))
      }
      try store.install(set)
      try store.changeForOthers { (changes) throws(PreferenceError) in
        let last = try changes.lastSequence()
        try changes.sql { (connection) throws(SQLiteError) in
          let name = deviceName ?? Self.hostName
          if var current = try connection.activeAccount(), current.account == account {
            current.server = server.isEmpty ? current.server : server
            current.deviceName = deviceName ?? current.deviceName
            return try connection.save(current)
          }
          try connection.signOut()
          // Always a new identity: what this file has seen under the old one is not known any more.
          var new = SyncAccount(
            account: account, server: server, device: SyncAccount.newDevice(), deviceName: name)
          if let former = try connection.identity(of: account) {
            try connection.moveOpen(from: former, to: &new)
          }
          new.collected = last
          try connection.save(new)
          try connection.compareAllRules(prefer)
          try connection.note(deviceNames: [new.device: name])
        }
      }
    } catch { throw .store(error) }
  }

  /// Signs out: the preferences stay as they are, and edits that were not sent stay queued for the
  /// account.
  public func signOut() throws(SyncError) {
    guard try account != nil else { return try change { _ in } }
    try SyncDevice(store).signOut()
  }

  /// Lets preferences roam, or not: the last rule that matches decides.
  ///
  /// - Parameter pattern: `Settings.*`; `*` is any text, `?` one character.
  public func add(_ rule: SyncRule) throws(SyncError) {
    guard !rule.pattern.isEmpty, rule.pattern.utf8.count <= 512, !rule.pattern.utf8.contains(0)
    else { throw .invalidRequest("a pattern is 1 to 512 bytes of text, such as Settings.*") }
    var rule = rule
    if rule.mode == .exclude { rule.prefer = nil } else { rule.prefer = rule.prefer ?? .server }
    try change { [rule] (connection) throws(SQLiteError) in try connection.add(rule) }
  }

  /// Lets preferences roam.
  public func include(
    _ pattern: String, prefer: SyncRule.Preference = .server
  ) throws(SyncError) {
    try add(SyncRule(pattern: pattern, mode: .include, prefer: prefer))
  }

  /// Keeps preferences on this device: they stay here with their values, their changes are neither sent
  /// nor taken, and what waits to be sent is not. What others have of them stays there.
  public func exclude(_ pattern: String) throws(SyncError) {
    try add(SyncRule(pattern: pattern, mode: .exclude, prefer: nil))
  }

  /// The rules, the one that decides first at the end.
  public var rules: [SyncRule] {
    get throws(SyncError) {
      try read { (connection) throws(SQLiteError) in try connection.syncRules() } ?? []
    }
  }

  /// Who is signed in; nil: nobody.
  public var account: (account: String, server: String, device: String, deviceName: String)? {
    get throws(SyncError) {
      try read { (connection) throws(SQLiteError) in try connection.activeAccount() }.flatMap {
        $0.map { ($0.account, $0.server, $0.device, $0.deviceName) }
      }
    }
  }

  private func change(
    _ body: (Connection) throws(SQLiteError) -> Void
  ) throws(SyncError) {
    guard try read({ _ in true }) == true else { throw .notSignedIn }
    do throws(PreferenceError) {
      try store.changeForOthers { (changes) throws(PreferenceError) in try changes.sql(body) }
    } catch { throw .store(error) }
  }

  /// nil where the tables are not there.
  func read<Result>(
    _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(SyncError) -> Result? {
    do throws(PreferenceError) {
      return try store.reading { (connection) throws(SQLiteError) -> Result? in
        try connection.hasSyncTables() ? try body(connection) : nil
      }.flatMap { $0 }
    } catch { throw .store(error) }
  }

  static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "device" }
    let text = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty ? "device" : text
  }
}
