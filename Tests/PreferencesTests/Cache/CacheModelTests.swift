@testable import Preferences
import SQLiteCore
import TestSupport
import Testing

/// A cached store must read what one without a cache reads, whoever has written and however.
@Suite("A cache against none")
struct CacheModelTests {
  @Test("after each of many random steps all keys read the same with and without a cache")
  func agree() throws {
    for seed in 0..<UInt64(isLong ? 400 : 20) {
      var walk = try CacheWalk(seed: seed)
      try walk.run(steps: 120)
    }
  }
}

private struct CacheWalk {
  let seed: UInt64
  var random: SeededGenerator
  let folder: TemporaryFolder
  let cached: PreferenceStore
  let bare: PreferenceStore
  let other: PreferenceStore
  let shell: Connection
  let keys: [PreferenceStore.Key<Int>]
  let colors: [PreferenceStore.Key<PreferenceColor>]
  var step = 0

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    folder = try TemporaryFolder()
    var options = StoreOptions()
    options.durability = .normal
    options.retention = HistoryRetention(count: 30)
    other = try PreferenceStore(path: folder.file(), options: options)
    // The small cache gives up values all the time.
    options.cacheLimit = seed % 3 == 0 ? 2000 : 4 << 20
    cached = try PreferenceStore(path: folder.file(), options: options)
    options.cacheLimit = 0
    bare = try PreferenceStore(path: folder.file(), options: options)
    keys =
      (0..<8).map { PreferenceStore.Key("k\($0)", in: "Walk", default: -1) }
      + [
        PreferenceStore.Key("silent", in: "Walk", default: -1).unlogged(),
        PreferenceStore.Key("new", in: "Walk", default: -1).formerly("old"),
      ]
    colors = (0..<3).map { PreferenceStore.Key("c\($0)", in: "Walk", default: .black) }
    try other.set(0, for: keys[0])
    shell = try Connection(path: folder.file(), access: .readWrite)
  }

  mutating func run(steps: Int) throws {
    for number in 0..<steps {
      step = number
      try act()
      // Mostly all keys are read, so that they are in the cache; not always.
      if Int.random(in: 0..<4, using: &random) > 0 { try compare() }
    }
    try compare()
  }

  private func compare() throws {
    for key in keys {
      #expect(cached[key] == bare[key], "\(key), seed \(seed), step \(step)")
      #expect(
        try cached.state(of: key) == bare.state(of: key), "\(key), seed \(seed), step \(step)")
    }
    for key in colors {
      #expect(cached[key] == bare[key], "\(key), seed \(seed), step \(step)")
    }
  }

  private mutating func act() throws {
    let key = keys[Int.random(in: keys.indices, using: &random)]
    let store = Bool.random(using: &random) ? cached : other
    let number = Int.random(in: 0..<5, using: &random)
    let name = "k\(number)"
    switch Int.random(in: 0..<16, using: &random) {
    case 0...3: try store.set(number, for: key)
    case 4: try store.remove(key)
    case 5:
      try store.transaction { t in
        t[keys[0]] += 1
        t[keys[8]] = number
        t.remove(key)
      }
    case 6:
      // A transaction that fails leaves all as it was.
      struct Refusal: Error {}
      do {
        try store.transaction { t in
          t[key] = 99
          throw Refusal()
        }
      } catch is Refusal {}
    case 7: _ = try? store.undo(force: true)
    case 8:
      let values = [PreferenceColor.white, PreferenceColor(.displayP3, red: 1, green: 0, blue: 0)]
      try store.set(values[number % 2], for: colors[number % 3])
    case 9:
      try? store.refer(colors[0], to: colors[number % 3])
    case 10: try update(name, to: number)
    case 11: try sql("DELETE FROM preference WHERE key = 'silent' OR key = '\(name)'")
    case 12:
      // A commit that the log half tells of, and one that it does not tell of.
      try sql(
        """
        BEGIN;
        INSERT OR REPLACE INTO preference (namespace, key, type, value)
          VALUES ('Walk', 'silent', 'int', \(number + 100)), ('Walk', '\(name)', 'int', \(number));
        COMMIT;
        """)
    case 13:
      try sql(
        """
        INSERT OR REPLACE INTO preference (namespace, key, type, value)
          VALUES ('Walk', 'old', 'int', \(number))
        """)
    case 14:
      try update(name, to: number + 50)
      try sql(
        "DELETE FROM preference_change WHERE sequence = (SELECT max(sequence) - 1 FROM preference_change)"
      )
    default: _ = try? store.restore(to: .sequence(max(1, try store.lastSequence() - 3)))
    }
  }

  private func update(_ name: String, to number: Int) throws {
    try sql("UPDATE preference SET type = 'int', value = \(number) WHERE key = '\(name)'")
  }

  private func sql(_ text: String) throws {
    try shell.runScript(Array(text.utf8))
  }
}

extension PreferenceStore {
  fileprivate func lastSequence() throws -> Int64 {
    try read { (connection) throws(SQLiteError) in try connection.lastSequence() } ?? 0
  }
}
