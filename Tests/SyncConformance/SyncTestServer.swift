package import PreferencesSync

/// A server that the suite can do to what happens to servers.
package protocol SyncTestServer: AnyObject, Sendable {
  /// A connection of a device to the account.
  func engine() async throws -> any SyncEngine
  /// Keeps the present state.
  func save() async throws
  /// Puts the server back to the last state that was kept: a failover that lost the tail, a backup.
  func restore() async throws
  /// Lets go of all but the last changes of the log.
  func trim(keeping count: Int) async throws
  /// Forgets items that were removed, as it does after half a year.
  func forgetRemoved() async throws
  /// What the server's clock shows from now on.
  func setTime(_ milliseconds: Int64) async throws
  /// Every version that the server has received, lost ones apart; nil where it cannot be told.
  func received() async throws -> Set<SyncVersion>?
}

/// The server in memory.
package final class MemoryTestServer: SyncTestServer {
  package let account: MemoryEngine.Account
  private let saved: Guarded<MemoryEngine.Account.Backup>

  package init(clock: SyncClock) {
    account = MemoryEngine.Account(clock: clock)
    saved = Guarded(account.backup)
  }

  package func engine() -> any SyncEngine { MemoryEngine(account) }
  package func save() { saved.value = account.backup }
  package func restore() { account.restore(saved.value) }
  package func trim(keeping count: Int) { account.trim(keeping: count) }
  package func forgetRemoved() { account.purge(before: .max) }
  // It goes by the shared one.
  package func setTime(_ milliseconds: Int64) {}
  package func received() -> Set<SyncVersion>? { account.received }
}
