internal import SQLiteCore

/// What a store has to report: each different trouble once, the latest hundred.
final class DiagnosticsLog: Sendable {
  private static let limit = 100
  private let entries = Lock<[PreferenceError]>([])

  var all: [PreferenceError] { entries.withLock { $0 } }

  func report(_ error: PreferenceError) {
    entries.withLock { entries in
      guard !entries.contains(error) else { return }
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append(error)
    }
  }

  func clear() { entries.withLock { $0.removeAll() } }
}
