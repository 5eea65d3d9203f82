import FaultVFS
import Foundation
import Preferences

/// Runs a scenario again and again, with a fault at another call each time, until it gets through.
struct FaultMatrix {
  /// A promise that was not kept.
  struct Broken: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  /// What was done.
  struct Tally {
    var faults = 0
    var runs = 0
    var operations = 0
    var crashes = 0
    var acknowledged = 0
    /// Steps that threw and were found done: an error at the very end of a commit.
    var doneAll = 0
  }

  let folder: String
  let scenario: FaultScenario
  let kind: FaultKind
  let options: StoreOptions
  let seed: UInt64
  private let files: [(name: String, bytes: Data)]
  /// The rows before the first step and after each.
  private let states: [[String]]
  private(set) var tally = Tally()

  private var path: String { "\(folder)/preferences.db" }

  init(
    folder: String, scenario: FaultScenario, kind: FaultKind, options: StoreOptions, seed: UInt64
  ) throws {
    var options = options
    scenario.configure(&options)
    if kind.code == 5 { options.busyTimeout = .milliseconds(20) }
    self.folder = folder
    self.scenario = scenario
    self.kind = kind
    self.options = options
    self.seed = seed
    fault_begin(seed)
    try FileFacts.replaceContents(of: folder, by: [])
    let path = "\(folder)/preferences.db"
    files = try withExtendedLifetime(try scenario.prepare(path, options)) { _ in
      try FileFacts.contents(of: folder).filter { !$0.name.hasSuffix("-shm") }
    }
    // Without a fault.
    try FileFacts.replaceContents(of: folder, by: files)
    fault_begin(seed)
    var store: PreferenceStore?
    var states = [try Self.rows(of: try PreferenceStore(path: path, options: Self.quiet(options)))]
    for step in scenario.steps {
      try Self.take(step, with: &store, path: path, options: options)
      states.append(
        try Self.rows(of: try PreferenceStore(path: path, options: Self.quiet(options))))
    }
    self.states = states
  }

  /// Reads without bringing the file up to date.
  private static func quiet(_ options: StoreOptions) -> StoreOptions {
    var options = options
    options.access = .readOnly
    return options
  }

  /// A fault at the call `at`.
  ///
  /// - Returns: whether there was one; else the steps have fewer calls.
  mutating func strike(at: Int) throws -> Bool {
    try FileFacts.replaceContents(of: folder, by: files)
    fault_begin(seed &+ UInt64(at))
    let descriptors = FileFacts.descriptors
    var store: PreferenceStore?
    if scenario.isWarm {
      let warm = try PreferenceStore(path: path, options: options)
      _ = try Self.rows(of: warm)
      store = warm
    }
    fault_arm(Int32(kind.classes), at, Int32(kind.style), kind.code)
    var done = 0
    var failure: (any Error)?
    do {
      for step in scenario.steps {
        try Self.take(step, with: &store, path: path, options: options)
        done += 1
        // A read that cannot be done now throws; what it gives is the truth.
        guard let store else { continue }
        try Self.checkValues(of: store, are: states[done])
        guard let seen = try? Self.rows(of: store) else { continue }
        guard seen == states[done] else {
          throw Broken("after step \(done): \(Self.difference(seen, states[done]))")
        }
      }
    } catch let broken as Broken { throw broken } catch { failure = error }
    let busy = fault_busy_statements()
    tally.operations += fault_disarm()
    let struck = fault_count()
    tally.faults += struck
    tally.runs += 1
    tally.acknowledged += done
    guard struck > 0 || failure == nil else { throw Broken("without a fault: \(failure as Any)") }
    guard busy == 0 else {
      throw Broken("\(busy) statements left at a row after \(failure as Any)")
    }
    if let expected = kind.expected, let failure { try check(failure, is: expected) }
    var found = done
    if kind.isCrash {
      store = nil
      try checkClosed(descriptors)
      fault_revive()
      if kind.losesPower { fault_lose_power() }
      tally.crashes += struck
    } else {
      found = try goOn(with: &store, after: done, hasFailed: failure != nil, at: at)
      store = nil
      try checkClosed(descriptors)
    }
    fault_begin(seed)
    try verify(after: found, hasFailed: failure != nil)
    return struck > 0
  }

  /// The fault has gone: the same store, or a new one, must do what is left to do.
  private mutating func goOn(
    with store: inout PreferenceStore?, after done: Int, hasFailed: Bool, at: Int
  ) throws -> Int {
    if at % 2 == 0 { store = nil }
    let current = try store ?? PreferenceStore(path: path, options: Self.quiet(options))
    let found = try position(of: Self.rows(of: current), from: done, hasFailed: hasFailed)
    try Self.checkValues(of: current, are: states[found])
    if hasFailed, found > done { tally.doneAll += 1 }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.contains("partial") {
      throw Broken("\(name) was left")
    }
    try finish(with: &store, from: found)
    return scenario.steps.count
  }

  private func finish(with store: inout PreferenceStore?, from position: Int) throws {
    for index in position..<scenario.steps.count {
      try Self.take(scenario.steps[index], with: &store, path: path, options: options)
      guard let store else { continue }
      let seen = try Self.rows(of: store)
      try Self.checkValues(of: store, are: states[index + 1])
      guard seen == states[index + 1] else {
        throw Broken(
          "step \(index + 1), done after all: \(Self.difference(seen, states[index + 1]))")
      }
    }
  }

  /// Which state these rows are: that after the acknowledged steps, or with the failed one; less only
  /// where a power failure may take back the last ones.
  private func position(of rows: [String], from done: Int, hasFailed: Bool) throws -> Int {
    var allowed = hasFailed && done < scenario.steps.count ? [done, done + 1] : [done]
    if kind.losesPower, options.durability == .normal { allowed += (0..<done).reversed() }
    guard let found = allowed.first(where: { states[$0] == rows }) else {
      throw Broken("\(done) steps acknowledged: \(Self.difference(rows, states[done]))")
    }
    return found
  }

  /// All there, in order, and what was left undone can be done.
  private func verify(after done: Int, hasFailed: Bool) throws {
    var store: PreferenceStore?
    let before = try Self.rows(of: try PreferenceStore(path: path, options: Self.quiet(options)))
    let found = try position(of: before, from: done, hasFailed: kind.isCrash && hasFailed)
    try Self.examine(path, isPruned: scenario.isPruned)
    try scenario.check(path, found, states)
    try finish(with: &store, from: found)
    store = nil
    try Self.examine(path, isPruned: scenario.isPruned)
    try scenario.check(path, scenario.steps.count, states)
    guard isClosed else { throw Broken("a connection is left") }
  }

  /// Whether nothing is open; the thread that ends the leases of a store may keep it for a moment more.
  private var isClosed: Bool {
    for _ in 0..<1000 {
      if fault_open_files() == 0, fault_open_connections() == 0 { return true }
      usleep(1000)
    }
    return false
  }

  private func checkClosed(_ descriptors: Int) throws {
    guard isClosed else {
      throw Broken(
        "left open: \(fault_open_files()) files of \(fault_open_connections()) connections")
    }
    let now = FileFacts.descriptors
    guard now == descriptors else { throw Broken("\(descriptors) descriptors, now \(now)") }
  }

  private func check(_ failure: any Error, is kind: StoreFailure.Kind) throws {
    guard case PreferenceError.unavailable(let reason) = failure,
      reason.kind == kind || reason.kind == .migrationFailed
    else {
      throw Broken("expected a failure of kind \(kind), got: \(failure)")
    }
  }

  private static func take(
    _ step: FaultScenario.Step, with store: inout PreferenceStore?, path: String,
    options: StoreOptions
  ) throws {
    switch step {
    case .letGo: store = nil
    case .close:
      try store?.close()
      store = nil
    case .run(let body):
      let current = try store ?? PreferenceStore(path: path, options: options)
      store = current
      try body(current)
    }
  }
}
