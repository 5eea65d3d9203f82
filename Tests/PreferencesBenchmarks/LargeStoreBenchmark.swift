import CSQLite
import Preferences
import SQLiteCore
import TestSupport

extension Sample {
  /// Names that hold text, each once, in an order without order.
  static func shuffledNames(_ keys: Int) -> [String] {
    var random = SeededGenerator(seed: 42)
    return stride(from: 0, to: keys, by: 4).map(name).shuffled(using: &random)
  }

  /// A store of that many texts and no history.
  func largeStore(keys: Int) throws -> String {
    let path = try store(keys: 4)
    let connection = try Connection(path: path, access: .readWrite, synchronous: .normal)
    try connection.withStatement(
      """
      WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)
      INSERT INTO preference_key (namespace, key, sequence)
      SELECT ?2, printf('editor.window.setting.%05d', i), 0 FROM n
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(Int64(keys), at: 1)
      try statement.bind(Self.namespace, at: 2)
      try statement.run()
    }
    try connection.withStatement(
      """
      INSERT INTO preference (namespace, key, type, value)
      SELECT namespace, key, 'text', 'some content12345678' FROM preference_key WHERE sequence = 0
      """
    ) { (statement) throws(SQLiteError) in try statement.run() }
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    return path
  }
}

private func bareReader(_ path: String, _ names: [String]) throws -> Case {
  let bare = try BareDatabase(path: path)
  let read = try bare.prepare(pointRead)
  let namespace = Sample.namespace.characters
  let names = names.map(\.characters)
  var turn = 0
  return Case(name: "C, autocommit") { times in
    for _ in 0..<times {
      turn = (turn + 1) % names.count
      bindStatic(read, 1, namespace)
      bindStatic(read, 2, names[turn])
      guard sqlite3_step(read) == SQLITE_ROW, let text = sqlite3_column_text(read, 1) else {
        throw bare.failure(sqlite3_errcode(bare.handle))
      }
      keep(String(cString: text))
      sqlite3_reset(read)
    }
  }
}

/// R7: the first read of each key after a change that has emptied the cache.
func firstReadBenchmark(_ sample: Sample) throws -> Group {
  let names = Sample.shuffledNames(10_000)
  let bare = try bareReader(try sample.store(keys: 10_000), names)
  let store = try PreferenceStore(path: try sample.store(keys: 10_000))
  let typed = names.map { PreferenceStore.Key($0, in: Sample.namespace, default: "") }
  // What a key needs once in a program is there after two reads.
  for key in typed + typed { keep(store[key]) }
  func perRead(_ body: () throws -> Void) rethrows -> Double {
    let start = Group.processorTime
    try body()
    return (Group.processorTime - start) / Double(typed.count)
  }
  return Group(
    name: "R7 first read",
    cases: [
      Case(name: "C, autocommit", figure: { try perRead { try bare.body(names.count) } }),
      Case(
        name: "the store", target: 1.2,
        figure: {
          store.forgetCachedValues()
          return perRead { for key in typed { keep(store[key]) } }
        }),
    ])
}

/// R9: random keys out of ten thousand, all cached.
func randomReadBenchmark(_ sample: Sample) throws -> Group {
  try randomReads("10,000", 10_000, target: 0.05) { try sample.store(keys: 10_000) }
}

/// R9: random keys out of a million, with the cache's default limit.
func largeReadBenchmark(_ sample: Sample) throws -> Group {
  try randomReads("1,000,000", 1_000_000, target: 0.6) {
    try sample.largeStore(keys: 1_000_000)
  }
}

private func randomReads(
  _ text: String, _ keys: Int, target: Double, _ path: () throws -> String
) throws -> Group {
  let names = Sample.shuffledNames(keys)
  let store = try PreferenceStore(path: try path())
  let typed = names.map { PreferenceStore.Key($0, in: Sample.namespace, default: "") }
  // The second read of a key makes its cell, as far as there are any.
  for key in typed + typed { keep(store[key]) }
  var turn = 0
  return Group(
    name: "R9 random of \(text)",
    cases: [
      try bareReader(try path(), names),
      Case(name: "the store, 4 MiB of cache", target: target) { times in
        for _ in 0..<times {
          turn = (turn + 1) % typed.count
          keep(store[typed[turn]])
        }
      },
    ])
}

/// How a cached read by name grows with the number of names.
func growthBenchmark(_ sample: Sample) throws -> Group {
  var options = StoreOptions()
  options.cacheLimit = 1 << 30
  func reader(_ name: String, keys: Int, target: Double? = nil) throws -> Case {
    let store = try PreferenceStore(path: try sample.largeStore(keys: keys), options: options)
    let names = Sample.shuffledNames(keys).map { "\(Sample.namespace).\"\($0)\"" }
    for _ in 0..<2 { for name in names { keep(try store.storedValue(named: name)) } }
    var turn = 0
    return Case(name: name, target: target) { times in
      for _ in 0..<times {
        turn = (turn + 1) % names.count
        keep(try store.storedValue(named: names[turn]))
      }
    }
  }
  return Group(
    name: "growth, read by name",
    cases: [
      try reader("1,000 keys", keys: 1000),
      try reader("1,000,000 keys", keys: 1_000_000, target: 3),
    ])
}
