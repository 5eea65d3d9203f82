import Foundation
import Preferences
import SQLiteTestShim
import Synchronization

/// N1: from the return of a write in one process to the change in another one's hands, beside a
/// thread that sleeps on a word of shared memory: the least that waking costs.
func noticeBenchmark(_ sample: Sample) throws -> [Group] {
  func figures(_ percent: Int) throws -> [Case] {
    [
      Case(
        name: "futex",
        figure: { try Latency.percentile(percent, of: Latency.futex(sample, count: 300)) }),
      Case(
        name: "the store, not synced", target: percent == 50 ? 2 : 3,
        figure: {
          try Latency.percentile(percent, of: Latency.watched(sample, .normal, count: 300))
        }),
      Case(
        name: "the store, durable", target: percent == 50 ? 2 : 3,
        figure: {
          try Latency.percentile(percent, of: Latency.watched(sample, .full, count: 300))
        }),
    ]
  }
  return [
    Group(name: "N1 notice, median", isParallel: true, cases: try figures(50)),
    Group(name: "N1 notice, 99th percentile", isParallel: true, cases: try figures(99)),
  ]
}

extension Latency {
  static func percentile(_ percent: Int, of times: [Double]) throws -> Double {
    let sorted = times.sorted()
    guard sorted.count > 100 else {
      throw BareDatabase.Failure(code: 0, message: "only \(sorted.count) changes were noticed")
    }
    return sorted[sorted.count * percent / 100] * 1000
  }

  /// `--notice futex FILE`: says when it saw each number in shared memory.
  static func noticeWord(_ path: String) throws -> Never {
    let word = try sharedWord(path)
    print("ready")
    fflush(nil)
    var seen: Int32 = 0
    while true {
      shim_futex_wait(UnsafeMutableRawPointer(word).assumingMemoryBound(to: Int32.self), seen)
      let now = word.pointee.load(ordering: .acquiring)
      if now != seen { tell(Int64(now)) }
      seen = now
    }
  }

  private static func sharedWord(_ path: String) throws -> UnsafeMutablePointer<Atomic<Int32>> {
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    guard file >= 0, ftruncate(file, 64) == 0,
      let memory = mmap(nil, 64, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { throw BareDatabase.Failure(code: errno, message: path) }
    close(file)
    return memory.assumingMemoryBound(to: Atomic<Int32>.self)
  }

  static func futex(_ sample: Sample, count: Int) throws -> [Double] {
    let path = sample.path + "/word"
    let word = try sharedWord(path)
    word.pointee.store(0, ordering: .releasing)
    let other = try Other("futex", path)
    var written: [Int64: Int64] = [:]
    for number in 1...Int32(count) {
      written[Int64(number)] = nanoseconds
      word.pointee.store(number, ordering: .releasing)
      shim_futex_wake(UnsafeMutableRawPointer(word).assumingMemoryBound(to: Int32.self))
      usleep(UInt32.random(in: 3000...5000))
    }
    return differences(written, other.finish())
  }

  static func watched(
    _ sample: Sample, _ durability: StoreOptions.Durability, count: Int
  ) throws -> [Double] { try there("watch", sample, durability, count) }

  /// The second process.
  struct Other {
    private let process = Process()
    private let output = Pipe()

    init(_ way: String, _ path: String) throws {
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = ["--notice", way, path]
      process.standardOutput = output
      try process.run()
      _ = output.fileHandleForReading.availableData
      usleep(50_000)
    }

    /// When it noticed what.
    func finish() -> [Int64: Int64] {
      usleep(200_000)
      process.terminate()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      var noticed: [Int64: Int64] = [:]
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ").compactMap { Int64($0) }
        if words.count == 2 { noticed[words[0]] = words[1] }
      }
      return noticed
    }
  }
}
