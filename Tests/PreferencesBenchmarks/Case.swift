/// One way to do something, to be timed.
struct Case {
  /// What is compared, such as `the store`.
  let name: String
  /// The highest ratio to the group's first case that is good enough; nil where none is promised.
  var target: Double?
  /// Does it a number of times.
  var body: (_ times: Int) throws -> Void = { _ in }
  /// Does it once and tells the time it took, or another figure, where the clock here cannot.
  var figure: (() throws -> Double)?
}

/// Ways to do the same thing; the first is the measure of the others.
struct Group {
  let name: String
  /// Whether the disk is waited for: then all time counts, else only the processor's, which is the
  /// same whatever else the machine does.
  var waits = false
  /// Whether the wall clock counts and all processors are used: threads and processes that run at once.
  var isParallel = false
  let cases: [Case]
}

/// What became of a case.
struct Outcome {
  let group: String
  let name: String
  let baseline: String
  /// Median over the rounds of the ratio within each round.
  let ratio: Double
  /// The quartiles of the same.
  let spread: ClosedRange<Double>
  let target: Double?
  /// Median of one call, in nanoseconds; says more about the machine than about the code.
  let time: Double
  let baselineTime: Double

  var isMiss: Bool { target.map { ratio > $0 } ?? false }
}
