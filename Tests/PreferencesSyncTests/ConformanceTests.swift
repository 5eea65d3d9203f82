import Foundation
import SyncConformance
import Testing

@Suite("Roaming, against a model of bad luck")
struct ConformanceTests {
  private static let isLong = ProcessInfo.processInfo.environment["PREFERENCES_LONG"] == "1"

  @Test(
    "lost and repeated messages, servers put back, trimmed logs, a device lost for ever: all devices agree, no edit is missing",
    arguments: 0..<10)
  func seeds(part: UInt64) async {
    await expectNone(part)  // 50 seeds; 1,000 in the long form.
  }

  @Test(
    "clocks that are set, processes and machines that start anew: the same",
    arguments: 0..<4)
  func clocks(part: UInt64) async {
    var plan = SyncWorld.Plan()
    plan.clockFaults = 15
    await expectNone(part, plan)
  }

  @Test(
    "files that are copied, and go on in both places, and files put back from a backup: the same",
    arguments: 0..<4)
  func copies(part: UInt64) async {
    var plan = SyncWorld.Plan()
    plan.copyFiles()
    await expectNone(part, plan)
  }

  /// Runs one of the parts into which seeds are divided, since they run side by side.
  private func expectNone(_ part: UInt64, _ plan: SyncWorld.Plan = .init()) async {
    let count: UInt64 = Self.isLong ? 100 : 5
    let first = 1 + part * count
    let failures = await Conformance.failures(of: first..<(first + count), plan: plan)
    #expect(failures.count == 0, "\(failures.first ?? "")")
  }

  /// An old message reached a server that was put back. In the first two its edits were dated later than
  /// they were made, since it told their age; in the third the log came out as it had been, and the
  /// device waited for what it had read already.
  @Test("seeds that once failed", arguments: [50_108, 914_059, 100_114] as [UInt64])
  func known(seed: UInt64) async {
    let failures = await Conformance.failures(of: seed..<(seed + 1))
    #expect(failures.count == 0, "\(failures.first ?? "")")
  }

  @Test("seeds that nobody chose; PREFERENCES_SEED=N runs one")
  func random() async {
    let seed = ProcessInfo.processInfo.environment["PREFERENCES_SEED"].flatMap { UInt64($0) }
    let first = seed ?? .random(in: 0..<1_000_000_000)
    let count: UInt64 = seed != nil ? 1 : Self.isLong ? 500 : 10
    let failures = await Conformance.failures(of: first..<(first + count))
    #expect(failures.count == 0, "\(failures.first ?? "")")
  }

  @Test("each rule left out on purpose is found out", arguments: Omission.allCases)
  func omissions(omission: Omission) async {
    let failures = await Conformance.firstFailure(of: 1..<41, omission: omission)
    #expect(failures != nil, "40 seeds pass without the rule '\(omission)'")
  }
}
