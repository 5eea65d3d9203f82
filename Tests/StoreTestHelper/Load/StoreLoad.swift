import Preferences

/// A load on a store that the threads of a process share.
struct StoreLoad: LoadWork {
  let store: PreferenceStore
  let own: PreferenceStore.Key<Int>
  let sum: PreferenceStore.Key<Int>
  static let shared = key("shared")
  static let read = (0..<10).map { key("read\($0)") }

  init(store: PreferenceStore, name: String) {
    self.store = store
    own = PreferenceStore.Key(name, in: "Own", default: 0)
    sum = Self.key("sum-\(name)")
  }

  static func key(_ name: String) -> PreferenceStore.Key<Int> {
    PreferenceStore.Key(name, in: "Load", default: 0)
  }

  func read() throws {
    for key in Self.read { _ = try store.get(key) }
  }

  func write(_ number: Int) throws { try store.set(number, for: own) }

  func count() throws {
    try store.transaction { t in
      t[Self.shared] += 1
      t[sum] += 1
    }
  }

  func isConsistent() throws -> Bool {
    var (shared, sums) = (0, 0)
    for row in try store.rows(in: "Load") {
      guard case .integer(let number) = row.value.storage else { continue }
      if row.name.key == "shared" { shared = Int(number) }
      if row.name.key.hasPrefix("sum-") { sums += Int(number) }
    }
    return shared == sums
  }
}
