import Foundation
import SQLiteTestShim

extension Group {
  /// Runs all cases in turn, round after round, each round beginning with another one.
  ///
  /// Ratios are taken within a round: what else the machine does meanwhile then slows both sides.
  /// Where the disk is waited for, a round is many single turns, of which the middle one counts.
  func measure(rounds: Int) throws -> [Outcome] {
    // One processor, or every change of it would look like a change of the code.
    _ = isParallel ? shim_use_all_processors() : shim_use_one_processor()
    let counts = try cases.map { $0.figure == nil ? try calibrate($0) : 1 }
    var times = cases.map { _ in [Double]() }
    for _ in 0..<rounds {
      var turns = cases.map { _ in [Double]() }
      for turn in 0..<(waits ? 9 : 1) {
        for offset in cases.indices {
          let index = (turn + times[0].count + offset) % cases.count
          let one = cases[index]
          let time = try one.figure?() ?? time { try one.body(counts[index]) }
          turns[index].append(time / Double(counts[index]))
        }
      }
      for index in cases.indices { times[index].append(turns[index].sorted().median) }
    }
    return cases.indices.dropFirst().map { index in
      let ratios = zip(times[index], times[0]).map { $0 / $1 }.sorted()
      return Outcome(
        group: name, name: cases[index].name, baseline: cases[0].name, ratio: ratios.median,
        spread: ratios[ratios.count / 4]...ratios[ratios.count * 3 / 4],
        target: cases[index].target, time: times[index].sorted().median,
        baselineTime: times[0].sorted().median)
    }
  }

  /// How often a case can run in a slice of time.
  private func calibrate(_ one: Case) throws -> Int {
    let slice = 15e6
    var count = 1
    // The first runs fill caches and compile statements.
    while true {
      let time = try time { try one.body(count) }
      if time >= slice / 4 { return waits ? 1 : max(1, Int(Double(count) * slice / time)) }
      count *= 2
    }
  }

  /// Nanoseconds that a body takes.
  private func time(_ body: () throws -> Void) rethrows -> Double {
    let start = nanoseconds
    try body()
    return nanoseconds - start
  }

  private var nanoseconds: Double {
    waits || isParallel ? Self.time(of: CLOCK_MONOTONIC) : Self.processorTime
  }

  /// Nanoseconds that this process has had the processor for.
  static var processorTime: Double { time(of: CLOCK_PROCESS_CPUTIME_ID) }

  private static func time(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

extension [Double] {
  /// The middle of sorted numbers.
  fileprivate var median: Double {
    count % 2 == 1 ? self[count / 2] : (self[count / 2 - 1] + self[count / 2]) / 2
  }
}
