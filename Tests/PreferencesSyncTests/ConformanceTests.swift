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
    let first = 1 + part * count
    let failures = await Conformance.failures(of: first..<(first + count))
    #expect(failures.count == 0, "\(failures.first ?? "")")
  }

  /// Found by chance, beyond the first 1,000: an edit that a device had seen is replaced by an older one
  /// after a server was put back. Not understood yet; when this passes, take it out.
  @Test("seeds that show a fault", arguments: [50_108, 914_059] as [UInt64])
  func known(seed: UInt64) async {
    let failures = await Conformance.failures(of: seed..<(seed + 1))
    withKnownIssue { #expect(failures.count == 0, "\(failures.first ?? "")") }
  }

  @Test("each rule left out on purpose is found out", arguments: Omission.allCases)
  func omissions(omission: Omission) async {
    let failures = await Conformance.firstFailure(of: 1..<41, omission: omission)
    #expect(failures != nil, "40 seeds pass without the rule '\(omission)'")
  }
}
