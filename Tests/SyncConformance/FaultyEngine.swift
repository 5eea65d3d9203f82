import PreferencesSync
import TestSupport

/// Goes between a device and its engine: loses requests and answers, and delivers old pushes again.
final class FaultyEngine: SyncEngine {
  /// What may happen, in percent of calls.
  struct Faults: Sendable {
    var lostRequests = 4
    var lostAnswers = 5
    var repeated = 10
  }

  private struct Push: Sendable {
    var edits: [SyncEdit]
    var device: String
    var sent: Int64
  }

  private struct State: Sendable {
    var random: SeededGenerator
    var faults: Faults
    var old: [Push] = []
  }

  private let engine: any SyncEngine
  private let state: Guarded<State>
  private let omission: Omission?
  private let trace: Trace
  private let time: Guarded<Int64>
  private let acknowledged = Guarded<[String: SyncWelcome]>([:])
  let sent = Guarded(SentEdits())

  init(
    _ engine: any SyncEngine, seed: UInt64, faults: Faults = Faults(), omission: Omission? = nil,
    trace: Trace = Trace(), time: Guarded<Int64>
  ) {
    self.engine = omission == .identity ? UncheckedIdentity(engine, sent) : engine
    state = Guarded(State(random: SeededGenerator(seed: seed), faults: faults))
    self.omission = omission
    self.trace = trace
    self.time = time
  }

  /// From now on nothing goes wrong.
  func heal() {
    state.withLock { $0.faults = Faults(lostRequests: 0, lostAnswers: 0, repeated: 0) }
  }

  private func call<Result: Sendable>(
    _ body: () async throws(SyncError) -> Result
  ) async throws(SyncError) -> Result {
    let (isLost, isDeaf, old) = state.withLock { state in
      let old =
        state.random.chance(state.faults.repeated)
        ? state.old.randomElement(using: &state.random) : nil
      return (
        state.random.chance(state.faults.lostRequests),
        state.random.chance(state.faults.lostAnswers), old
      )
    }
    if var old {
      if omission == .times {
        // As one that tells ages is understood.
        let delay = time.value - old.sent
        for index in old.edits.indices { old.edits[index].edited += delay }
      }
      if let receipt = try? await engine.push(old.edits, from: old.device) {
        trace("  an old message arrives:")
        trace(old.edits, from: old.device, receipt)
      }
    }
    if isLost { throw .offline("the request was lost") }
    let result = try await body()
    if isDeaf { throw .offline("the answer was lost") }
    return result
  }

  func hello(_ greeting: SyncGreeting) async throws(SyncError) -> SyncWelcome {
    sent.withLock { $0.device = greeting.device }
    let welcome = try await call { () async throws(SyncError) in
      let welcome = try await engine.hello(greeting)
      trace(
        "  hello \(greeting.device.prefix(4)) -> \(welcome.lastNumber), head \(welcome.head.revision)"
      )
      return welcome
    }
    guard omission == .goingBack else { return welcome }
    return acknowledged.withLock { known in
      if let last = known[greeting.device], last.lastNumber > welcome.lastNumber {
        var old = welcome
        old.lastNumber = last.lastNumber
        old.hash = last.hash
        return old
      }
      known[greeting.device] = welcome
      return welcome
    }
  }

  func pull(after cursor: SyncCursor, limit: Int) async throws(SyncError) -> SyncPage {
    try await call { () async throws(SyncError) in
      let page = try await engine.pull(after: cursor, limit: limit)
      guard omission == .chain, page == .resync else { return page }
      // Any cursor whose number is on the log will do.
      let whole = try await engine.pull(after: .start, limit: .max)
      guard case .changes(let changes, let head) = whole, cursor.revision <= head.revision else {
        return page
      }
      return .changes(changes.filter { $0.cursor.revision > cursor.revision }, head: head)
    }
  }

  func push(_ edits: [SyncEdit], from device: String) async throws(SyncError) -> SyncReceipt {
    var edits = edits
    if omission == .baseVersions {
      for index in edits.indices { edits[index].base = nil }
    }
    if omission == .gaps, edits.count > 1 {
      // A server that takes the later ones says that it has all.
      let (number, hash) = (edits[0].number, edits[0].previousHash)
      let lost = edits.removeFirst()
      edits[0].number = number
      edits[0].previousHash = hash
      trace("  \(lost.version.shown) is lost, and not missed")
      _ = try await engine.push([edits[0]], from: device)
      return SyncReceipt(lastNumber: lost.number + 1)
    }
    let message = Push(edits: edits, device: device, sent: time.value)
    state.withLock { state in
      state.old.append(message)
      if state.old.count > 50 { state.old.removeFirst() }
    }
    return try await call { () async throws(SyncError) in
      let receipt = try await engine.push(message.edits, from: device)
      trace(message.edits, from: device, receipt)
      return receipt
    }
  }

  func snapshot() async throws(SyncError) -> SyncSnapshot {
    var snapshot = try await call { () async throws(SyncError) in try await engine.snapshot() }
    trace("  snapshot, head \(snapshot.head.revision)")
    if omission == .bringingBack {
      let own = sent.value.device
      for device in snapshot.lastNumbers.keys where device != own {
        snapshot.lastNumbers[device] = .max
      }
    }
    return snapshot
  }

  func waitForHint() async throws(SyncError) { try await engine.waitForHint() }
  func devices() async throws(SyncError) -> [SyncDeviceEntry] { try await engine.devices() }
  func forget(_ device: String) async throws(SyncError) { try await engine.forget(device) }
  func disconnect() async { await engine.disconnect() }
}
