import Foundation
import TestSupport
import Testing

/// A fault at every call of SQLite's file layer, one after the other, until the operation gets
/// through; after each: a store that works, and holds what was acknowledged.
///
/// The long form takes every call; the short one some, others in each run.
@Suite(
  "A fault at every call", .enabled(if: HelperProcess.executable != nil), .timeLimit(.minutes(60)))
struct CrashMatrixTests {
  let folder: TemporaryFolder

  init() throws {
    // In memory where that is possible: a sync of the failing disk waits for no real one.
    let memory = "/dev/shm"
    folder = try TemporaryFolder(in: access(memory, W_OK) == 0 ? memory : nil)
  }

  /// All, or the one that is asked for.
  static let scenarios =
    ProcessInfo.processInfo.environment["PREFERENCES_SCENARIO"].map { [$0] } ?? [
      "create", "set", "transaction", "undo", "import", "migration", "app-migration", "checkpoint",
      "backup", "erase", "prune", "close",
    ]

  @Test("failing, full and locked disks", arguments: scenarios)
  func errors(_ scenario: String) throws {
    let kinds = ["error", "errors", "full", "filled", "busy"]
    try run(scenario, kinds, modes: ["full", "rollback"], stride: 31, "disk errors")
    // Each of these waits for its timeout.
    try run(scenario, ["locked"], modes: ["full", "rollback"], stride: 7, "locks")
  }

  @Test("no memory", arguments: scenarios)
  func memory(_ scenario: String) throws {
    let modes = Reliability.isLong ? ["full", "rollback"] : ["full"]
    try run(
      scenario, ["memory", "no-memory"], modes: modes, stride: 9001, longStride: 101, "allocations")
  }

  @Test("a crash, with and without power", arguments: scenarios)
  func crashes(_ scenario: String) throws {
    try run(scenario, ["crash"], modes: ["full", "rollback"], stride: 23, "crashes")
    // What is left of the unsynced is up to chance.
    let often = Array(repeating: "power", count: Reliability.isLong ? 3 : 1)
    try run(scenario, often, modes: ["full", "normal", "rollback"], stride: 23, "power")
  }

  @Test("locks that are never free", .enabled(if: Reliability.isLong))
  func stuck() throws {
    // SQLite tries for ten seconds each time.
    try run("set", ["stuck"], modes: ["full"], stride: 25, longStride: 25, "stuck")
  }

  private func run(
    _ scenario: String, _ kinds: [String], modes: [String], stride: Int, longStride: Int = 1,
    _ title: String
  ) throws {
    var sum = Reliability("\(title): \(scenario)")
    for kind in kinds {
      for mode in modes {
        let seed = Int.random(in: 0..<1_000_000)
        let helper = try HelperProcess([
          "fault-matrix", folder.path, scenario, kind, mode, "\(seed)",
          "\(Reliability.isLong ? longStride : stride)",
        ])
        while true {
          let line = try helper.line()
          let words = line.split(separator: " ")
          if words.first == "at" { continue }
          guard words.first == "done", words.count == 7 else {
            sum.failures += 1
            Issue.record("\(scenario) \(kind) \(mode), seed \(seed): \(line)")
            guard words.first == "broken" else { break }
            continue
          }
          let numbers = words.dropFirst().compactMap { Int($0) }
          sum.faults += numbers[0]
          sum.operations += numbers[2]
          sum.crashes += numbers[3]
          sum.acknowledged += numbers[4]
          break
        }
        #expect(try helper.finish() == 0)
      }
    }
    // An operation that uses nothing would be none at all.
    #expect(sum.operations > 0)
    sum.report()
  }
}
