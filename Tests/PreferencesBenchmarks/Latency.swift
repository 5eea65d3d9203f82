import Foundation
import Preferences
import SQLiteCore
import Synchronization

/// From the return of a write to the call of a handler: in this process, in another one, and there
/// beside the other two ways in which a program could notice.
enum Latency {
  /// `--notice WAY FILE`: says the time at which each change of a store was noticed; the second process.
  static func notice(_ way: String, _ path: String) throws -> Never {
    if way == "futex" { try noticeWord(path) }
    let store = try PreferenceStore(path: path)
    switch way {
    case "watch":
      let changes = store.changes()
      print("ready")
      fflush(nil)
      Task.detached {
        for try await change in changes { tell(change.sequence) }
      }
      while true { sleep(1000) }
    default:
      let connection = try Connection(path: path, access: .readOnly)
      var version = try connection.integer("PRAGMA data_version")
      print("ready")
      fflush(nil)
      while true {
        usleep(1000)
        let now = try connection.integer("PRAGMA data_version")
        guard now != version else { continue }
        version = now
        tell(try connection.integer("SELECT max(sequence) FROM preference_change") ?? 0)
      }
    }
  }

  static func tell(_ sequence: Int64) {
    print("\(sequence) \(nanoseconds)")
    fflush(nil)
  }

  static var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Prints median and 99th percentile of each way, in microseconds.
  static func run(_ sample: Sample, count: Int) throws {
    print("noticing a change, microseconds after the write returned     median     p99   noticed")
    for durability in [StoreOptions.Durability.normal, .full] {
      let name = durability == .full ? "durable" : "not synced"
      report("in this process, \(name)", try here(sample, durability, count), of: count)
      report(
        "in another process, \(name)", try there("watch", sample, durability, count), of: count)
      report(
        "PRAGMA data_version each millisecond, \(name)",
        try there("poll", sample, durability, count), of: count)
    }
  }

  private static func report(_ name: String, _ times: [Double], of count: Int) {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return print("\(name): nothing noticed") }
    let (median, late) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    let text = String(format: "%10.0f %7.0f   %d of %d", median, late, times.count, count)
    print(name.padding(toLength: 57, withPad: " ", startingAt: 0) + text)
  }

  private static let key = PreferenceStore.Key("latency", in: Sample.namespace, default: 0)

  private static func store(
    _ sample: Sample, _ durability: StoreOptions.Durability
  ) throws -> (PreferenceStore, String) {
    let path = try sample.store(keys: 100)
    var options = StoreOptions()
    options.durability = durability
    return (try PreferenceStore(path: path, options: options), path)
  }

  /// Writes at intervals at which watchers sleep again; when each write returned, by its number.
  private static func write(_ store: PreferenceStore, _ count: Int) throws -> [Int64: Int64] {
    var times: [Int64: Int64] = [:]
    for number in 1...count {
      try store.set(number, for: key)
      let time = nanoseconds
      // Nothing else at first: what wakes may have to wait for this processor.
      usleep(3000)
      let name = try PreferenceName(namespace: key.namespace, key: key.name)
      times[try store.row(of: name)?.sequence ?? 0] = time
    }
    return times
  }

  private static func here(
    _ sample: Sample, _ durability: StoreOptions.Durability, _ count: Int
  ) throws -> [Double] {
    let (store, _) = try store(sample, durability)
    let noticed = Lock<[Int64: Int64]>([:])
    let token = store.observe(key) { change in
      let time = nanoseconds
      noticed.withLock { $0[change.change.sequence] = time }
    }
    let written = try write(store, count)
    usleep(100_000)
    token.cancel()
    return differences(written, noticed.withLock { $0 })
  }

  static func there(
    _ way: String, _ sample: Sample, _ durability: StoreOptions.Durability, _ count: Int
  ) throws -> [Double] {
    let (store, path) = try store(sample, durability)
    try store.set(-1, for: key)
    let other = try Other(way, path)
    let written = try write(store, count)
    return differences(written, other.finish())
  }

  static func differences(
    _ written: [Int64: Int64], _ noticed: [Int64: Int64]
  ) -> [Double] {
    written.compactMap { sequence, time in
      noticed[sequence].map { Double(max(0, $0 - time)) / 1000 }
    }
  }
}
