internal import SQLiteCore

/// What a store has to report: each different trouble once, the latest hundred.
final class DiagnosticsLog: Sendable {
  private static let limit = 100
  private struct Log { var entries: [PreferenceError] = .init() }
  private let log = Lock(Log())

  var all: [PreferenceError] { log.withLock { $0.entries } }

  func report(_ error: PreferenceError) {
    log.withLock { log in
      guard !log.entries.contains(error) else { return }
      if log.entries.count == Self.limit { log.entries.removeFirst() }
      log.entries.append(error)
    }
  }

  func clear() { log.withLock { $0.entries.removeAll() } }
}
