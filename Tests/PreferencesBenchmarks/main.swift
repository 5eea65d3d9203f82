// What the library costs, as ratios to the same work in plain C calls. Ratios of one run are what
// can be compared; the times beside them belong to the machine.

import Foundation
import SQLiteCore
import SQLiteTestShim

let usage = """
  usage: ./dev bench [--json FILE] [--check] [--rounds N] [--folder FOLDER] [TEXT]
         ./dev bench --latency

    --json FILE      write the outcomes to FILE as well
    --check          exit with 1 when a target is missed
    --rounds N       measure each case N times (21)
    --latency        instead: how soon a change is noticed, here and in another process
    --folder FOLDER  where the files go (the current folder); on a real disk
    TEXT             only groups whose name contains TEXT
  """

var json: String?
var check = false
var latency = false
var rounds = 21
var folder = "."
var filter = ""
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  switch word {
  case "--json": json = words.popFirst()
  case "--check": check = true
  case "--latency": latency = true
  case "--notice": try Latency.notice(words.popFirst() ?? "", words.popFirst() ?? "")
  case "--rounds": rounds = max(1, words.popFirst().flatMap { Int($0) } ?? rounds)
  case "--folder": folder = words.popFirst() ?? folder
  case _ where word.hasPrefix("-"):
    print(usage)
    exit(word == "--help" || word == "-h" ? 0 : 64)
  default: filter = word
  }
}

if latency {
  try Latency.run(Sample(in: folder), count: 500)
  exit(0)
}
// One processor, or every change of it would look like a change of the code.
_ = shim_use_one_processor()
let benchmarks: [(String, (Sample) throws -> Group)] = [
  ("read a value", readBenchmark),
  ("open, read, close", openBenchmark),
  ("durable write", { try writeBenchmark($0, durable: true) }),
  ("write, not synced", { try writeBenchmark($0, durable: false) }),
  ("write, observed", observerBenchmark),
  ("write a colour", colorWriteBenchmark),
  ("read a colour", colorReadBenchmark),
  ("convert a colour", conversionBenchmark),
  ("write, old history pruned", pruningBenchmark),
  ("a page of history", historyBenchmark),
]
do {
  let sample = try Sample(in: folder)
  var outcomes: [Outcome] = []
  for (name, make) in benchmarks where filter.isEmpty || name.contains(filter) {
    outcomes += try make(sample).measure(rounds: rounds)
  }
  let report = Report(
    outcomes: outcomes, rounds: rounds, sqliteVersion: Connection.libraryVersion)
  print(report.table)
  if let json { try Data(report.json.utf8).write(to: URL(fileURLWithPath: json)) }
  if check, report.misses > 0 { exit(1) }
} catch {
  print("benchmark failed: \(error)")
  exit(70)
}
