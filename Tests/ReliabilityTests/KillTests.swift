import Foundation
import Preferences
import TestSupport
import Testing

@Suite(
  "Processes that are killed", .enabled(if: HelperProcess.executable != nil),
  .timeLimit(.minutes(60)))
struct KillTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "kill -9 of one of four writers, again and again, loses none of their acknowledged changes",
    arguments: ["full", "rollback"])
  func killing(mode: String) throws {
    var sum = Reliability("kill -9, four writers: \(mode)")
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    var acknowledged = [0, 0, 0, 0]
    func start(_ number: Int) throws -> HelperProcess {
      try HelperProcess([
        "store-loop", folder.file(), "\(acknowledged[number] + 1)", mode, "writer\(number)",
      ])
    }
    var writers = try (0..<4).map { try start($0) }
    for round in 0..<(Reliability.isLong ? 1000 : 40) {
      let number = Int.random(in: 0..<4, using: &random)
      // That it has begun; what else it says is read at its end.
      acknowledged[number] = try #require(Int(try writers[number].line()), "seed \(seed)")
      usleep(UInt32.random(in: 0...8000, using: &random))
      let rest = writers[number].killReadingRest()
      acknowledged[number] = rest.compactMap { Int($0) }.last ?? acknowledged[number]
      sum.crashes += 1
      let store = try PreferenceStore(path: folder.file())
      let names = ["writer\(number)", "writer\(number)-copy"]
      let found = try store.transaction { (t) throws(PreferenceError) in
        try names.map { name throws(PreferenceError) in
          try t.get(PreferenceStore.Key(name, in: "Test", default: 0))
        }
      }
      #expect(found[0] == found[1], "half a transaction in round \(round), seed \(seed)")
      #expect(
        (acknowledged[number]...acknowledged[number] + 1).contains(found[0]),
        "round \(round), seed \(seed)")
      if round % 20 == 0 {
        #expect(try store.examine().filter { $0.severity == .trouble } == [], "round \(round)")
      }
      sum.acknowledged += 1
      acknowledged[number] = found[0]
      writers[number] = try start(number)
    }
    for (number, writer) in writers.enumerated() {
      acknowledged[number] = writer.killReadingRest().compactMap { Int($0) }.last ?? 0
    }
    sum.operations = acknowledged.reduce(0, +)
    let store = try PreferenceStore(path: folder.file())
    for number in 0..<4 {
      let found = try store.get(PreferenceStore.Key("writer\(number)", in: "Test", default: 0))
      #expect(found >= acknowledged[number], "seed \(seed)")
    }
    #expect(try store.examine().filter { $0.severity == .trouble } == [])
    sum.report()
  }
}
