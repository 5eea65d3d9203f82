import Preferences

/// A write, not synced, in a store with 1,000 observers of other keys, compared with none.
func observerBenchmark(_ sample: Sample) throws -> Group {
  var options = StoreOptions()
  options.durability = .normal
  var turn = 0
  func writes(_ name: String, observers: Int, target: Double? = nil) throws -> Case {
    let store = try PreferenceStore(path: try sample.store(keys: 10_000), options: options)
    let tokens = (0..<observers).map { number in
      store.observe(
        PreferenceStore.Key(Sample.name(number * 4 + 1), in: Sample.namespace, default: 0)
      ) {
        print("called for \($0.change.name)")
      }
    }
    let key = PreferenceStore.Key(Sample.name(0), in: Sample.namespace, default: "")
    return Case(name: name, target: target) { times in
      for _ in 0..<times {
        turn += 1
        try store.set(Sample.text(10_000 + turn), for: key)
      }
      withExtendedLifetime(tokens) {}
    }
  }
  return Group(
    name: "write, observed",
    cases: [
      try writes("no observer", observers: 0),
      try writes("1,000 observers of other keys", observers: 1000, target: 1.1),
    ])
}
