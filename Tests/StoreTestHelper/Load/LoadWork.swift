/// What a thread of a load does, on a store or on bare SQLite.
protocol LoadWork {
  /// Reads ten keys.
  func read() throws
  /// Stores a number under the thread's own key.
  func write(_ number: Int) throws
  /// Adds one to the number that all share and to the thread's own sum, in one transaction.
  func count() throws
  /// Reads everything at one time; says whether the shared number is the total of the sums.
  func isConsistent() throws -> Bool
}

/// What a thread has done.
struct LoadTally {
  var reads = 0
  var writes = 0
  var counts = 0
  var failed = 0
  var inconsistent = 0
  /// Microseconds of each write and transaction.
  var waits: [UInt32] = []

  static func += (sum: inout Self, other: Self) {
    sum.reads += other.reads
    sum.writes += other.writes
    sum.counts += other.counts
    sum.failed += other.failed
    sum.inconsistent += other.inconsistent
    sum.waits += other.waits
  }

  /// `READS WRITES COUNTS FAILED INCONSISTENT P99 MOST`, times in microseconds.
  var line: String {
    let sorted = waits.sorted()
    let p99 = sorted.isEmpty ? 0 : sorted[sorted.count * 99 / 100]
    return "\(reads) \(writes) \(counts) \(failed) \(inconsistent) \(p99) \(sorted.last ?? 0)"
  }

  /// Works until the time is over: of a hundred turns ninety read, five write, four count and one
  /// looks at everything.
  mutating func run(_ work: some LoadWork, seconds: Double, seed: UInt64) throws {
    var random = seed
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while clock.now < end {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let turn = (random >> 33) % 100
      let start = clock.now
      do {
        switch turn {
        case ..<90:
          try work.read()
          reads += 10
          continue
        case ..<95:
          try work.write(writes + 1)
          writes += 1
        case ..<99:
          try work.count()
          counts += 1
        default:
          if try !work.isConsistent() { inconsistent += 1 }
          continue
        }
      } catch {
        failed += 1
        // One is told, and more than some mean that nothing works.
        guard failed > 1 else {
          say("error \(error)")
          continue
        }
        guard failed < 1000 else { throw error }
      }
      waits.append(UInt32(clamping: Int((clock.now - start) / .microseconds(1))))
    }
  }
}
