import CSQLite
import Foundation
import Observation
import Preferences
import SQLiteCore
import Synchronization

/// A plain table and an upsert: the least that a store of keys and values needs.
private final class PlainTable {
  private let database: BareDatabase
  private let upsert: OpaquePointer

  init(path: String, keys: Int) throws {
    database = try BareDatabase(path: path, synchronous: "NORMAL")
    sqlite3_exec(
      database.handle,
      """
      CREATE TABLE plain (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
      INSERT INTO plain SELECT key, 'some content12345678' FROM preference
      """, nil, nil, nil)
    upsert = try database.prepare(
      "INSERT INTO plain VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
  }

  deinit { sqlite3_finalize(upsert) }

  func write(_ text: String, to name: String) throws {
    let (name, text) = (name.characters, text.characters)
    defer { withExtendedLifetime((name, text)) {} }
    bindStatic(upsert, 1, name)
    bindStatic(upsert, 2, text)
    try database.run(upsert)
  }

  func transaction(_ body: () throws -> Void) throws {
    sqlite3_exec(database.handle, "BEGIN IMMEDIATE", nil, nil, nil)
    try body()
    sqlite3_exec(database.handle, "COMMIT", nil, nil, nil)
  }
}

private let names = (0..<2500).map { Sample.name($0 * 4) }
private let logged = names.map { PreferenceStore.Key($0, in: Sample.namespace, default: "") }
private let unlogged = logged.map { $0.unlogged() }
nonisolated(unsafe) private var turn = 0

private func nextTurn() -> Int {
  turn += 1
  return turn
}

private func store(
  _ sample: Sample, _ durability: StoreOptions.Durability, keys: Int = 10_000
) throws -> PreferenceStore {
  var options = StoreOptions()
  options.durability = durability
  return try PreferenceStore(path: try sample.store(keys: keys), options: options)
}

private func writes(
  _ store: PreferenceStore, _ keys: [PreferenceStore.Key<String>], _ name: String,
  target: Double? = nil
) throws -> Case {
  // The keys that are not logged are noted as such before the clock runs.
  try store.transaction { t in for (index, key) in keys.enumerated() { t[key] = "first \(index)" } }
  return Case(name: name, target: target) { times in
    for _ in 0..<times {
      let turn = nextTurn()
      try store.set(Sample.text(turn + 10_000), for: keys[turn % keys.count])
    }
  }
}

/// W1, W2, W6: one write that is not synced.
func singleWriteBenchmark(_ sample: Sample) throws -> [Group] {
  let plain = try PlainTable(path: try sample.store(keys: 10_000), keys: 10_000)
  let equal = try store(sample, .normal)
  try equal.set("the same", for: logged[0])
  return [
    Group(
      name: "W1 write, no history",
      cases: [
        Case(name: "C, upsert in a plain table") { times in
          for _ in 0..<times {
            let turn = nextTurn()
            try plain.write(Sample.text(turn), to: names[turn % names.count])
          }
        },
        try writes(try store(sample, .normal), unlogged, "the store", target: 1.25),
      ]),
    Group(
      name: "W2 write with history",
      cases: [
        try writes(try store(sample, .normal), unlogged, "without"),
        try writes(try store(sample, .normal), logged, "with", target: 1.6),
      ]),
    Group(
      name: "W6 equal write",
      cases: [
        try writes(try store(sample, .normal), logged, "real write"),
        Case(name: "equal write", target: 0.05) { times in
          for _ in 0..<times { try equal.set("the same", for: logged[0]) }
        },
      ]),
  ]
}

/// W3 and W4: one write that is on disk when it returns.
func durableTargetsBenchmark(_ sample: Sample) throws -> [Group] {
  let file = open(sample.path + "/page", O_RDWR | O_CREAT, 0o600)
  let page = [UInt8](repeating: 7, count: 4096)
  for index in 0..<16 { pwrite(file, page, 4096, off_t(index * 4096)) }
  fsync(file)
  let defaults = UserDefaults(suiteName: "com.example.durable")
  for number in 0..<100 { defaults?.set(Sample.text(number), forKey: Sample.name(number)) }
  defaults?.synchronize()
  return [
    Group(
      name: "W3 durable write with history", waits: true,
      cases: [
        Case(name: "fdatasync of 4 KiB") { times in
          for _ in 0..<times {
            pwrite(file, page, 4096, off_t(nextTurn() % 16 * 4096))
            fdatasync(file)
          }
        },
        try writes(try store(sample, .full), logged, "the store", target: 1.4),
      ]),
    Group(
      name: "W4 durable write, 100 keys", waits: true,
      cases: [
        Case(name: "UserDefaults, set and synchronize") { times in
          for _ in 0..<times {
            let turn = nextTurn()
            defaults?.set(Sample.text(turn), forKey: Sample.name(turn % 100))
            defaults?.synchronize()
          }
        },
        try writes(
          try store(sample, .full, keys: 100), Array(logged.prefix(25)), "the store", target: 0.35),
      ]),
  ]
}

/// B1 and B2: ten thousand writes in one transaction.
func batchBenchmark(_ sample: Sample) throws -> [Group] {
  let plain = try PlainTable(path: try sample.store(keys: 10_000), keys: 10_000)
  func batches(
    _ keys: [PreferenceStore.Key<String>], _ name: String, target: Double? = nil
  ) throws -> Case {
    let store = try store(sample, .normal)
    try store.transaction { t in for key in keys { t[key] = "first" } }
    return Case(name: name, target: target) { times in
      for _ in 0..<times {
        try store.transaction { t in
          for _ in 0..<10_000 {
            let turn = nextTurn()
            try t.set(Sample.text(turn + 10_000), for: keys[turn % keys.count])
          }
        }
      }
    }
  }
  return [
    Group(
      name: "B1 10,000 writes, no history",
      cases: [
        Case(name: "C, upserts in a plain table") { times in
          for _ in 0..<times {
            try plain.transaction {
              for _ in 0..<10_000 {
                let turn = nextTurn()
                try plain.write(Sample.text(turn + 10_000), to: names[turn % names.count])
              }
            }
          }
        },
        try batches(unlogged, "the store", target: 1.25),
      ]),
    Group(
      name: "B2 10,000 writes with history",
      cases: [try batches(unlogged, "without"), try batches(logged, "with", target: 1.9)]),
  ]
}

/// N4: from the beginning of a write that is not synced until somebody who observes its key is called,
/// beside the write alone. Reading the key and asking to be called come before, in both.
func callbackBenchmark(_ sample: Sample) throws -> Group {
  let (plain, observed) = (try store(sample, .normal), try store(sample, .normal))
  return Group(
    name: "N4 observed write", isParallel: true,
    cases: [
      Case(name: "the write alone", figure: { try medianTime(of: plain, isObserved: false) }),
      Case(
        name: "until called", target: 1.15,
        figure: { try medianTime(of: observed, isObserved: true) }),
    ])
}

/// In nanoseconds, of 1,000 writes.
private func medianTime(of store: PreferenceStore, isObserved: Bool) throws -> Double {
  let key = logged[0]
  let called = Called()
  let times = try (0..<1000).map { _ in
    let text = Sample.text(nextTurn() + 10_000)
    called.time.store(0, ordering: .releasing)
    if isObserved {
      withObservationTracking {
        keep(store[key])
      } onChange: {
        called.time.store(Latency.nanoseconds, ordering: .releasing)
      }
    } else {
      keep(store[key])
    }
    let begin = Latency.nanoseconds
    try store.set(text, for: key)
    if !isObserved { called.time.store(Latency.nanoseconds, ordering: .releasing) }
    // Mostly by this thread; by the watcher's where that has seen the commit first.
    while called.time.load(ordering: .acquiring) == 0 { sched_yield() }
    return called.time.load(ordering: .acquiring) - begin
  }
  return Double(times.sorted()[500])
}

private func normal() -> StoreOptions {
  var options = StoreOptions()
  options.durability = .normal
  return options
}

private final class Called: Sendable { let time = Atomic<Int64>(0) }
