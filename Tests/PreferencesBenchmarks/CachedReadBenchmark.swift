import CSQLite
import Foundation
import Preferences
import SQLiteCore
import Synchronization

extension PreferenceKeys {
  var benchmarkNumber: Key<Int> { Hot.number }
}

/// Keys as a program declares them.
enum Hot: PreferenceNamespace {
  static let namespace = "com.example.hot"
  static let text = key("text", default: "")
  static let number = key("number", default: 0)
  static let fraction = key("fraction", default: 0.0)
  static let color = key("color", default: PreferenceColor.black)
  static let window = key("window", default: WindowSettings())
  /// As `Sample` writes names.
  static let writtenText = "com.example.hot.text"

  struct Wrapped {
    @Preference(Hot.number) var number
    init(_ store: PreferenceStore) { _number = Preference(Hot.number, store: store) }
  }

  static func fill(_ store: PreferenceStore) throws {
    try store.set(Sample.text(7), for: text)
    try store.set(42, for: number)
    try store.set(0.5, for: fraction)
    try store.set(.white, for: color)
    try store.set(WindowSettings(title: "main", width: 800, height: 600), for: window)
  }
}

struct WindowSettings: PreferenceCodable, Equatable {
  var title = ""
  var width = 0
  var height = 0
  var isOpen = true
}

/// Keeps the optimiser from leaving out what made a value.
@inline(never) func keep(_ value: Int) { if value == .min { print("never") } }
@inline(never) func keep(_ value: Double) { if value == .infinity { print("never") } }
@inline(never) func keep(_ value: PreferenceColor) { if value.alpha == 7 { print("never") } }
@inline(never) func keep(_ value: WindowSettings) { if value.width == -1 { print("never") } }
@inline(never) func keep(_ value: StoredValue?) { if value == nil { print("nothing read") } }

private func hotStore(_ sample: Sample) throws -> PreferenceStore {
  let store = try PreferenceStore(path: try sample.store(keys: 10_000))
  try Hot.fill(store)
  return store
}

/// R1: by a written name, beside a locked dictionary of the same values.
func namedReadBenchmark(_ sample: Sample) throws -> Group {
  let store = try hotStore(sample)
  let values = Mutex<[String: StoredValue]>([:])
  for number in stride(from: 0, to: 10_000, by: 4) {
    values.withLock {
      $0["\(Sample.namespace).\(Sample.name(number))"] = .text(Sample.text(number))
    }
  }
  values.withLock { $0[Hot.writtenText] = .text(Sample.text(7)) }
  return Group(
    name: "R1 read by name",
    cases: [
      Case(name: "lock and dictionary") { times in
        for _ in 0..<times { keep(values.withLock { $0[Hot.writtenText] }) }
      },
      Case(name: "the store", target: 1.15) { times in
        for _ in 0..<times { keep(try store.storedValue(named: Hot.writtenText)) }
      },
    ])
}

/// R2 and R3: beside a read of SQLite's, and beside UserDefaults.
func namedReadAgainstOthersBenchmark(_ sample: Sample) throws -> [Group] {
  let store = try hotStore(sample)
  let bare = try BareDatabase(path: try sample.store(keys: 10_000))
  let read = try bare.prepare(pointRead)
  let (namespace, name) = (Sample.namespace.characters, Sample.name(48).characters)
  let library = { (target: Double) in
    Case(name: "the store", target: target) { times in
      for _ in 0..<times { keep(try store.storedValue(named: Hot.writtenText)) }
    }
  }
  let defaults = UserDefaults.standard
  defaults.set(Sample.text(7), forKey: Hot.writtenText)
  return [
    Group(
      name: "R2 read by name",
      cases: [
        Case(name: "C, autocommit") { times in
          for _ in 0..<times {
            bindStatic(read, 1, namespace)
            bindStatic(read, 2, name)
            guard sqlite3_step(read) == SQLITE_ROW, let text = sqlite3_column_text(read, 1) else {
              throw bare.failure(sqlite3_errcode(bare.handle))
            }
            keep(String(cString: text))
            sqlite3_reset(read)
          }
        }, library(0.03),
      ]),
    Group(
      name: "R3 read by name",
      cases: [
        Case(name: "UserDefaults") { times in
          for _ in 0..<times { keep(defaults.string(forKey: Hot.writtenText) ?? "") }
        }, library(0.08),
      ]),
  ]
}

/// R4 and R5: static keys, beside one lock that is taken and let go.
func staticReadBenchmark(_ sample: Sample) throws -> Group {
  let store = try hotStore(sample)
  let mutex = Mutex(1)
  return Group(
    name: "R4 R5 static key",
    cases: [
      Case(name: "lock and unlock") { times in
        for _ in 0..<times { keep(mutex.withLock { $0 }) }
      },
      Case(name: "Int", target: 1.5) { times in for _ in 0..<times { keep(store[Hot.number]) } },
      Case(name: "Double", target: 1.5) { times in
        for _ in 0..<times { keep(store[Hot.fraction]) }
      },
      Case(name: "colour", target: 1.5) { times in for _ in 0..<times { keep(store[Hot.color]) } },
      Case(name: "String", target: 2.6) { times in for _ in 0..<times { keep(store[Hot.text]) } },
    ])
}

/// The other ways to a key.
func waysToReadBenchmark(_ sample: Sample) throws -> Group {
  let store = try hotStore(sample)
  let wrapped = Hot.Wrapped(store)
  return Group(
    name: "other ways to a static key",
    cases: [
      Case(name: "static key") { times in for _ in 0..<times { keep(store[Hot.number]) } },
      Case(name: "key path", target: 2) { times in
        for _ in 0..<times { keep(store[\.benchmarkNumber]) }
      },
      Case(name: "property wrapper", target: 2) { times in
        for _ in 0..<times { keep(wrapped.number) }
      },
    ])
}

/// R6: a struct that is decoded once per change, beside text.
func structReadBenchmark(_ sample: Sample) throws -> Group {
  let store = try hotStore(sample)
  return Group(
    name: "R6 Codable struct",
    cases: [
      Case(name: "String") { times in for _ in 0..<times { keep(store[Hot.text]) } },
      Case(name: "struct of four fields", target: 1.5) { times in
        for _ in 0..<times { keep(store[Hot.window]) }
      },
    ])
}

/// R10: two threads on two keys, beside one thread; the wall clock per read.
func threadBenchmark(_ sample: Sample) throws -> Group {
  let store = try hotStore(sample)
  @Sendable func numbers(_ times: Int) { for _ in 0..<times { keep(store[Hot.number]) } }
  @Sendable func fractions(_ times: Int) { for _ in 0..<times { keep(store[Hot.fraction]) } }
  return Group(
    name: "R10 threads", isParallel: true,
    cases: [
      Case(name: "one thread") { times in numbers(times) },
      Case(name: "two threads, two keys", target: 0.8) { times in
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
          if thread == 0 { numbers(times / 2) } else { fractions(times / 2) }
        }
      },
    ])
}
