/// What carries changes from one device to the others: a server that exists already, behind five calls.
///
/// An engine belongs to one account. It decides nothing but what its rules say (see ``SyncRule``'s
/// page *Roaming*): it numbers the changes of an account without holes, names each state of that log
/// by a hash, and keeps for each key the version that has won. It never looks at a value.
///
/// Calls may be repeated: whatever was answered, an answer that got lost included, does not happen
/// twice. An engine that cannot say whether something happened throws ``SyncError/offline(_:)``.
public protocol SyncEngine: Sendable {
  /// Introduces a device; what the server knows of it, and the state of the log, in one snapshot.
  func hello(_ greeting: SyncGreeting) async throws(SyncError) -> SyncWelcome

  /// The changes after a cursor in their order, or that the cursor is not on the server's log.
  func pull(after cursor: SyncCursor, limit: Int) async throws(SyncError) -> SyncPage

  /// Hands over edits of one device, in the order of their numbers; then tells the others.
  func push(_ edits: [SyncEdit], from device: String) async throws(SyncError) -> SyncReceipt

  /// All items, the end of the log, and the last number of each device, in one snapshot.
  func snapshot() async throws(SyncError) -> SyncSnapshot

  /// Returns when there may be something new. It may return for nothing, and may miss something:
  /// polling alone is right as well.
  func waitForHint() async throws(SyncError)

  /// The account's devices.
  func devices() async throws(SyncError) -> [SyncDeviceEntry]

  /// Takes a device off the list; its edits stay.
  func forget(_ device: String) async throws(SyncError)

  /// Lets go of the server; the next call connects again.
  func disconnect() async
}
