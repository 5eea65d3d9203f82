import Foundation
package import PreferencesSync

/// Goes between a device and its engine, and writes down what the server says to it.
package final class RecordedEngine: SyncEngine {
  private let engine: any SyncEngine
  private let file: FileHandle?
  private let acknowledged = Guarded<[String: Int64]>([:])

  /// - Parameter path: a file that is made for it; see ``Record``.
  package init(_ engine: any SyncEngine, record path: String) {
    self.engine = engine
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    file = FileHandle(forWritingAtPath: path)
  }

  private func note(_ what: String) {
    file?.write(Data("\(Int64(ProcessInfo.processInfo.systemUptime * 1000)) \(what)\n".utf8))
  }

  private func call<Result: Sendable>(
    _ name: String, _ body: () async throws(SyncError) -> Result
  ) async throws(SyncError) -> Result {
    do throws(SyncError) { return try await body() } catch {
      note("failed \(name): \(error)")
      throw error
    }
  }

  package func hello(_ greeting: SyncGreeting) async throws(SyncError) -> SyncWelcome {
    let welcome = try await call("hello") { () async throws(SyncError) in
      try await engine.hello(greeting)
    }
    let lost = acknowledged.withLock { known in
      defer { known[greeting.device] = welcome.lastNumber }
      return (known[greeting.device] ?? 0) - welcome.lastNumber
    }
    note(lost > 0 ? "lost \(lost)" : "hello \(welcome.lastNumber)")
    return welcome
  }

  package func push(
    _ edits: [SyncEdit], from device: String
  ) async throws(SyncError) -> SyncReceipt {
    let receipt = try await call("push") { () async throws(SyncError) in
      try await engine.push(edits, from: device)
    }
    if receipt.stop == nil {
      acknowledged.withLock { $0[device] = receipt.lastNumber }
      note("acknowledged \(receipt.lastNumber)")
    }
    return receipt
  }

  package func pull(after cursor: SyncCursor, limit: Int) async throws(SyncError) -> SyncPage {
    try await call("pull") { () async throws(SyncError) in
      try await engine.pull(after: cursor, limit: limit)
    }
  }

  package func snapshot() async throws(SyncError) -> SyncSnapshot {
    try await call("snapshot") { () async throws(SyncError) in try await engine.snapshot() }
  }

  package func waitForHint() async throws(SyncError) { try await engine.waitForHint() }
  package func devices() async throws(SyncError) -> [SyncDeviceEntry] { try await engine.devices() }
  package func forget(_ device: String) async throws(SyncError) { try await engine.forget(device) }
  package func disconnect() async { await engine.disconnect() }

  /// What was written down.
  package struct Record: Sendable {
    /// When the server said that it has an edit, in milliseconds of a clock that all processes share.
    package private(set) var times: [Int64] = []
    /// The newest edit that it said so of.
    package private(set) var acknowledged: Int64 = 0
    /// How many edits that it had acknowledged a server did not know any more.
    package private(set) var lost: Int64 = 0

    package init(_ path: String) throws {
      for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, let time = Int64(words[0]), let number = Int64(words[2]) else {
          continue
        }
        switch words[1] {
        case "acknowledged":
          times.append(time)
          acknowledged = max(acknowledged, number)
        case "lost": lost += number
        default: break
        }
      }
    }
  }
}
