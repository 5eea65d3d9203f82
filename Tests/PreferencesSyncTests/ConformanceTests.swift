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
    // 50 seeds; 1,000 in the long form.
    let count: UInt64 = Self.isLong ? 100 : 5
    let first = Self.isLong ? 1 + part * count : UInt64.random(in: 1...1_000_000)
    let failures = await Conformance.failures(of: first..<(first + count))
    #expect(failures.count == 0, "\(failures.first ?? "")")
  }

  @Test("each rule left out on purpose is found out", arguments: Omission.allCases)
  func omissions(omission: Omission) async {
    let failures = await Conformance.firstFailure(of: 1..<41, omission: omission)
    #expect(failures != nil, "40 seeds pass without the rule '\(omission)'")
  }
}
