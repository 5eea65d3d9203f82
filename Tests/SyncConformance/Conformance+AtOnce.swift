import Preferences
import PreferencesSync

extension Conformance {
  /// Devices of one account that push at the same moment, now and then what has no room: each push is
  /// answered as if it were alone, and the log has each edit once, without holes.
  ///
  /// The hash of each edit is its number, so that the hashes of the log can be reckoned again.
  package static func atOnce(
    _ server: any SyncTestServer, devices: Int = 4, pushes: Int64 = 40
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for device in 0..<devices {
        let engine = try await server.engine()
        group.addTask { try await push(pushes, from: "device \(device)", to: engine) }
      }
      try await group.waitForAll()
    }
    let engine = try await server.engine()
    let log = try await log(of: engine)
    guard log.map(\.cursor.revision) == Array(1...Int64(log.count)) else {
      throw Recount.Violation(description: "the log has holes, or a number twice")
    }
    let expected = (0..<devices).flatMap { device in
      (1...pushes).filter { !isTooLarge($0) }.map {
        SyncVersion(device: "device \(device)", number: $0)
      }
    }
    guard log.map(\.sender).sorted() == expected.sorted() else {
      throw Recount.Violation(description: "the log has not each edit once")
    }
    let snapshot = try await engine.snapshot()
    let winners = Dictionary(log.filter(\.hasWon).map { ($0.item.name, $0.item) }) { $1 }
    guard Dictionary(snapshot.items.map { ($0.name, $0) }, uniquingKeysWith: { $1 }) == winners,
      snapshot.head == log.last?.cursor
    else { throw Recount.Violation(description: "the items are not those that the log names") }
  }

  private static func isTooLarge(_ number: Int64) -> Bool { number.isMultiple(of: 5) }

  private static func push(
    _ count: Int64, from device: String, to engine: any SyncEngine
  ) async throws {
    _ = try await engine.hello(SyncGreeting(device: device, name: device))
    for number in 1...count {
      let edit = SyncEdit(
        number: number, name: try PreferenceName("Settings.key\(number % 3)"),
        version: SyncVersion(device: device, number: number), value: SyncValue(.int(number)),
        edited: .max, previousHash: number == 1 ? "" : "\(number - 1)", hash: "\(number)",
        isTooLarge: isTooLarge(number))
      let receipt = try await engine.push([edit], from: device)
      guard receipt.stop == nil, receipt.lastNumber == number,
        receipt.refused.isEmpty != isTooLarge(number)
      else { throw Recount.Violation(description: "\(device), edit \(number): \(receipt)") }
    }
  }

  private static func log(of engine: any SyncEngine) async throws -> [SyncChange] {
    var log: [SyncChange] = []
    while true {
      let page = try await engine.pull(after: log.last?.cursor ?? .start, limit: 100)
      guard case .changes(let changes, _) = page else {
        throw Recount.Violation(description: "a cursor of the log is not on it")
      }
      guard !changes.isEmpty else { return log }
      log += changes
    }
  }
}
