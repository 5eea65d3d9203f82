// The second process of the tests of roaming, and the way to run the conformance suite by hand.

import Foundation
import SyncConformance

var words = CommandLine.arguments.dropFirst()
switch words.popFirst() {
case "conformance": await conformance(Array(words))
default:
  print("usage: SyncTestHelper conformance [FIRST] [COUNT] [OMISSION]")
  exit(64)
}

func conformance(_ words: [String]) async {
  let first = words.first.flatMap { UInt64($0) } ?? 1
  let count = words.dropFirst().first.flatMap { UInt64($0) } ?? 50
  var plan = SyncWorld.Plan()
  plan.omission = words.dropFirst(2).first.flatMap { Omission(rawValue: $0) }
  let start = ContinuousClock.now
  let failures = await Conformance.failures(of: first..<(first + count), plan: plan)
  print("\(failures.count) of \(count) seeds fail, in \(start.duration(to: .now))")
  if let text = failures.first { print(text) }
}
