import Synchronization

/// What is known of one name; touched under the cache's lock only.
final class CacheEntry: @unchecked Sendable {
  let name: PreferenceName
  /// What is stored; `.some(nil)` when nothing is, nil when that is not known (any more).
  var value: StoredValue??
  /// Whether the log may be silent about its changes: there is no row, or one that is not logged.
  var isFleeting = false
  /// Whether what the value stands for depends on other names.
  var refersToOthers = false
  /// What the value takes in memory, roughly.
  var bytes = 0
  /// What was decoded from it.
  var cells: [AnyCell] = []

  /// What an entry takes in memory beside the bytes of its value, roughly.
  static let overhead = 200

  init(_ name: PreferenceName) { self.name = name }

  func forget() {
    value = nil
    for cell in cells { cell.empty() }
  }
}

extension StoredValue {
  /// Bytes beside those that every value takes.
  var weight: Int {
    switch storage {
    case .text(let text): text.utf8.count
    case .blob(let bytes), .malformedText(let bytes): bytes.count
    default: 0
    }
  }
}
