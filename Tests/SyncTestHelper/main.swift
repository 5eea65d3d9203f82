// The second process of the tests of roaming, and the way to run the conformance suite by hand.

import Foundation
import SyncConformance

var words = CommandLine.arguments.dropFirst()
switch words.popFirst() {
case "conformance": await conformance(Array(words))
#if PREFERENCES_POSTGRES
  case "device": try await device(Array(words))
  case "writer": try await writer(Array(words))
  case "postgres": await postgres(Array(words))
#endif
default:
  print("usage: SyncTestHelper conformance|postgres [FIRST] [COUNT] [OMISSION|trace]")
  exit(64)
}

func conformance(_ words: [String]) async {
  let first = words.first.flatMap { UInt64($0) } ?? 1
  let count = words.dropFirst().first.flatMap { UInt64($0) } ?? 50
  let start = ContinuousClock.now
  if let omission = words.dropFirst(2).first.flatMap({ Omission(rawValue: $0) }) {
    let failure = await Conformance.firstFailure(of: first..<(first + count), omission: omission)
    print("without \(omission): \(failure ?? "no failure"), in \(start.duration(to: .now))")
    return
  }
  var plan = SyncWorld.Plan()
  plan.isTraced = words.contains("trace")
  if words.contains("clocks") { plan.clockFaults = 15 }
  if words.contains("copies") { plan.copyFiles() }
  let failures = await Conformance.failures(of: first..<(first + count), plan: plan)
  print("\(failures.count) of \(count) seeds fail, in \(start.duration(to: .now))")
  if let text = failures.first { print(text) }
}

#if PREFERENCES_POSTGRES
  func postgres(_ words: [String]) async {
    let first = words.first.flatMap { UInt64($0) } ?? 1
    let count = words.dropFirst().first.flatMap { UInt64($0) } ?? 10
    do {
      let cluster = try PostgresCluster()
      try PostgresTestServer.prepare(cluster.connection())
      let start = ContinuousClock.now
      for seed in first..<(first + count) {
        do { try await Conformance.onPostgres(cluster.connection(), seed: seed) } catch {
          print("seed \(seed): \(error)")
        }
      }
      print("\(count) seeds in \(start.duration(to: .now))")
    } catch { print("\(error)") }
  }
#endif
