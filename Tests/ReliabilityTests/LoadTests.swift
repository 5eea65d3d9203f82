import Foundation
import Preferences
import Synchronization
import TestSupport
import Testing

/// Many processes with many threads that read, write, count and watch at once.
@Suite(
  "Load", .serialized, .enabled(if: HelperProcess.executable != nil), .timeLimit(.minutes(30)))
struct LoadTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let processes = Reliability.isLong ? 16 : 4
  private static let threads = Reliability.isLong ? 4 : 2
  private static let seconds = Reliability.isLong ? 300 : 6

  @Test(
    "no update is lost, nobody is told that it is busy or waits beyond the timeout, the log stays short"
  )
  func everything() throws {
    var sum = Reliability("load: \(Self.processes) processes of \(Self.threads) threads")
    let path = folder.file()
    let store = try PreferenceStore(path: path)
    try store.transaction { t in
      for number in 0..<10 {
        t[PreferenceStore.Key("read\(number)", in: "Load", default: 0)] = 0
      }
    }
    let seconds = Self.seconds
    let load = try run(path, "store", seconds: seconds)
    func promise(_ isKept: Bool, _ what: Comment) {
      if !isKept { sum.failures += 1 }
      #expect(isKept, what)
    }
    promise(load.errors == [] && load[3] == 0, "somebody was told: \(load.errors.prefix(3))")
    promise(load[4] == 0, "\(load[4]) torn reads")
    let shared = try store.get(PreferenceStore.Key("shared", in: "Load", default: 0))
    promise(shared == load[2], "\(load[2] - shared) updates lost")
    var total = 0
    for row in try store.rows(in: "Own") {
      if case .integer(let number) = row.value.storage { total += Int(number) }
    }
    promise(total == load[1], "\(load[1] - total) writes lost")
    promise(load.longestLog < 8 << 20, "a log of \(load.longestLog) bytes")
    promise(load.most < 5_000_000, "a write took \(load.most) microseconds")
    // AddressSanitizer keeps what was freed, to see who uses it still.
    for (early, end) in load.memory where !Sanitizer.isAddress {
      promise(end < early * 3 / 2 + 16_384, "memory grew from \(early) to \(end) KiB")
    }
    for watcher in load.watchers {
      promise(
        watcher.gaps == 0 && watcher.last == shared && watcher.changes == shared,
        "watched \(watcher), expected \(shared)")
    }
    let troubles = try store.examine().filter { $0.severity == .trouble }
    promise(troubles == [], "\(troubles)")
    let bareSeconds = max(5, Self.seconds / 5)
    let bare = try run(folder.file("bare.db"), "bare", seconds: bareSeconds)
    let (own, other) = (Double(load.operations), Double(bare.operations))
    let ratio = own / Double(seconds) / max(1, other / Double(bareSeconds))
    let p99 = Double(load.p99) / max(1, Double(bare.p99))
    sum.operations = load.operations
    sum.acknowledged = load[1] + load[2]
    sum.remark =
      "throughput \(Self.shown(ratio)) and p99 of a write \(Self.shown(p99)) of bare SQLite's, which failed "
      + "\(bare[3]) times; longest wait \(load.most / 1000) ms (bare \(bare.most / 1000)); "
      + "log up to \(load.longestLog >> 10) KiB; memory up to \(load.memory.map(\.end).max() ?? 0) KiB"
    sum.report()
  }

  private struct Outcome {
    var sums = [0, 0, 0, 0, 0]
    var p99 = 0
    var most = 0
    var memory: [(early: Int, end: Int)] = []
    var watchers: [(changes: Int, gaps: Int, last: Int)] = []
    var longestLog = 0
    var errors: [String] = []
    subscript(_ index: Int) -> Int { sums[index] }
    var operations: Int { sums[0] + sums[1] + sums[2] }
  }

  private func run(_ path: String, _ mode: String, seconds: Int) throws -> Outcome {
    let helpers = try (0..<Self.processes).map {
      try HelperProcess(["load", path, "p\($0)", "\(Self.threads)", "\(seconds)", mode])
    }
    for helper in helpers { #expect(try helper.line() == "ready") }
    for helper in helpers { try helper.send() }
    var outcome = Outcome()
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      var status = stat()
      if stat(path + "-wal", &status) == 0 {
        outcome.longestLog = max(outcome.longestLog, Int(status.st_size))
      }
      usleep(20_000)
    }
    for helper in helpers {
      var line = try helper.line()
      while line.hasPrefix("error") {
        outcome.errors.append(line)
        line = try helper.line()
      }
      let numbers = line.split(separator: " ").dropFirst().compactMap { Int($0) }
      guard numbers.count == 9 else { throw HelperProcess.Silence(description: line) }
      for index in 0..<5 { outcome.sums[index] += numbers[index] }
      outcome.p99 = max(outcome.p99, numbers[5])
      outcome.most = max(outcome.most, numbers[6])
      outcome.memory.append((numbers[7], numbers[8]))
    }
    for helper in helpers {
      try helper.send()
      guard mode == "store" else { continue }
      let line = try helper.line()
      let numbers = line.split(separator: " ").dropFirst().compactMap { Int($0) }
      guard numbers.count == 3 else { throw HelperProcess.Silence(description: line) }
      outcome.watchers.append((numbers[0], numbers[1], numbers[2]))
    }
    return outcome
  }

  private static func shown(_ number: Double) -> String { String(format: "%.2f", number) }
}
