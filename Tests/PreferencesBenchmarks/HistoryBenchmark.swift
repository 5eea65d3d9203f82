import Preferences
import SQLiteCore

/// A write to one of a hundred keys, in a store whose history is at its limit, so that old versions go as new ones come,
/// against the same write to one that keeps everything.
func pruningBenchmark(_ sample: Sample) throws -> Group {
  let keys = 10_000
  let order = Sample.order(keys)
  let typed = order.map {
    PreferenceStore.Key(Sample.name($0 % 400), in: Sample.namespace, default: "")
  }
  var turn = 0
  func writer(_ name: String, _ retention: HistoryRetention, target: Double? = nil) throws -> Case {
    var options = StoreOptions()
    options.durability = .normal
    options.retention = retention
    let store = try PreferenceStore(path: try sample.store(keys: keys), options: options)
    func write(_ times: Int) throws {
      for _ in 0..<times {
        turn += 1
        try store.set(Sample.text(keys + turn), for: typed[turn % typed.count])
      }
    }
    // Until the first of these are old enough to go.
    try write(25_000)
    return Case(name: name, target: target, body: write)
  }
  return Group(
    name: "write, old history pruned",
    cases: [
      try writer("all of it kept", .unlimited),
      try writer("10,000 changes kept", HistoryRetention(), target: 1.1),
    ])
}

/// A page of 20 changes of one key, out of a history of a million changes and out of one of 20,000.
func historyBenchmark(_ sample: Sample) throws -> Group {
  func reader(_ name: String, changes: Int, target: Double? = nil) throws -> Case {
    var options = StoreOptions()
    options.durability = .normal
    options.retention = .unlimited
    let store = try PreferenceStore(path: try sample.store(keys: 400), options: options)
    let keys = (0..<100).map {
      PreferenceStore.Key(Sample.name($0 * 4), in: Sample.namespace, default: "")
    }
    for batch in 0..<changes / 10_000 {
      try store.transaction { t in
        for number in 0..<10_000 {
          t[keys[number % keys.count]] = Sample.text(1000 + batch * 10_000 + number)
        }
      }
    }
    var turn = 0
    return Case(name: name, target: target) { times in
      for _ in 0..<times {
        turn += 1
        guard try store.history(of: keys[turn % keys.count]).prefix(20).count == 20 else {
          throw BareDatabase.Failure(code: 0, message: "a page of 20 changes was not full")
        }
      }
    }
  }
  return Group(
    name: "a page of history",
    cases: [
      try reader("of 20,000 changes", changes: 20_000),
      try reader("of 1,000,000 changes", changes: 1_000_000, target: 1.5),
    ])
}
