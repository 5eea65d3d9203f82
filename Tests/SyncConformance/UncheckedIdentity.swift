import PreferencesSync

/// What one file has sent, as far as its engine knows.
struct SentEdits: Sendable {
  /// The identity under which the file has introduced itself.
  var device = ""
  /// The last of its own numbers that the server took, with its hash.
  var last: (number: Int64, hash: String) = (0, "")
  /// Its own number of each edit, by the number under which the server has it.
  var numbers: [Int64: Int64] = [:]
}

/// Goes between a file and its engine and leaves out what tells two files of one identity apart: the file
/// is told of what it has sent itself, and its edits get the numbers that the server waits for.
final class UncheckedIdentity: SyncEngine {
  private let engine: any SyncEngine
  private let sent: Guarded<SentEdits>

  init(_ engine: any SyncEngine, _ sent: Guarded<SentEdits>) {
    self.engine = engine
    self.sent = sent
  }

  func hello(_ greeting: SyncGreeting) async throws(SyncError) -> SyncWelcome {
    var welcome = try await engine.hello(greeting)
    (welcome.lastNumber, welcome.hash) = sent.value.last
    return welcome
  }

  func push(_ edits: [SyncEdit], from device: String) async throws(SyncError) -> SyncReceipt {
    let last = sent.value.last.number
    guard let first = edits.first, first.number == last + 1 else {
      return SyncReceipt(lastNumber: last, stop: .duplicate)
    }
    let welcome = try await engine.hello(SyncGreeting(device: device, name: device))
    var shifted = edits
    shifted[0].previousHash = welcome.hash
    for index in edits.indices { shifted[index].number = welcome.lastNumber + 1 + Int64(index) }
    var receipt = try await engine.push(shifted, from: device)
    let shift = welcome.lastNumber - last
    let count = Int(receipt.lastNumber - welcome.lastNumber)
    sent.withLock { sent in
      for edit in edits.prefix(count) {
        sent.last = (edit.number, edit.hash)
        sent.numbers[edit.number + shift] = edit.number
      }
    }
    receipt.lastNumber -= shift
    receipt.refused = Dictionary(
      uniqueKeysWithValues: receipt.refused.map { ($0.key - shift, $0.value) })
    return receipt
  }

  func pull(after cursor: SyncCursor, limit: Int) async throws(SyncError) -> SyncPage {
    let page = try await engine.pull(after: cursor, limit: limit)
    guard case .changes(var changes, let head) = page else { return page }
    let sent = sent.value
    for index in changes.indices where changes[index].sender.device == sent.device {
      // The other file's are somebody else's.
      if let own = sent.numbers[changes[index].sender.number] {
        changes[index].sender.number = own
      } else {
        changes[index].sender.device += "'"
      }
    }
    return .changes(changes, head: head)
  }

  func snapshot() async throws(SyncError) -> SyncSnapshot {
    var snapshot = try await engine.snapshot()
    let sent = sent.value
    snapshot.lastNumbers[sent.device] = sent.last.number
    return snapshot
  }

  func waitForHint() async throws(SyncError) { try await engine.waitForHint() }
  func devices() async throws(SyncError) -> [SyncDeviceEntry] { try await engine.devices() }
  func forget(_ device: String) async throws(SyncError) { try await engine.forget(device) }
  func disconnect() async { await engine.disconnect() }
}
