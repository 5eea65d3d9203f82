// What the library costs, as ratios to the same work in plain C calls. Ratios of one run are what
// can be compared; the times beside them belong to the machine.

import Foundation
import SQLiteCore

let usage = """
  usage: ./dev bench [--json FILE] [--check] [--rounds N] [--folder FOLDER] [TEXT]
         ./dev bench --latency
         ./dev bench --stale

    --json FILE      write the outcomes to FILE as well
    --check          exit with 1 when a target is missed
    --rounds N       measure each case N times (21)
    --latency        instead: how soon a change is noticed, here and in another process
    --stale          instead: a hundred million reads against a hundred thousand commits of another
                     process, durable and not; counts the stale ones
    --folder FOLDER  where the files go (the current folder); on a real disk
    TEXT             only groups whose name contains TEXT
  """

var json: String?
var check = false
var latency = false
var stale = false
var rounds = 21
var folder = "."
var filter = ""
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  switch word {
  case "--json": json = words.popFirst()
  case "--check": check = true
  case "--latency": latency = true
  case "--stale": stale = true
  case "--probe": try Probe.run(Array(words))
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
let benchmarks: [(String, (Sample) throws -> [Group])] = [
  ("R1 read by name", { [try namedReadBenchmark($0)] }),
  ("R2 R3 read by name", namedReadAgainstOthersBenchmark),
  ("R4 R5 static key", { [try staticReadBenchmark($0)] }),
  ("other ways to a static key", { [try waysToReadBenchmark($0)] }),
  ("R6 Codable struct", { [try structReadBenchmark($0)] }),
  ("R7 first read", { [try firstReadBenchmark($0)] }),
  ("R9 random of 10,000", { [try randomReadBenchmark($0)] }),
  ("R9 random of 1,000,000", { [try largeReadBenchmark($0)] }),
  ("R10 threads", { [try threadBenchmark($0)] }),
  ("growth, read by name", { [try growthBenchmark($0)] }),
  ("O1 open", { [try openBenchmark($0)] }),
  ("O2 open", coldOpenBenchmark),
  ("W1 W2 W6 write", singleWriteBenchmark),
  ("W3 W4 durable", durableTargetsBenchmark),
  ("B1 B2 batch", batchBenchmark),
  ("N1 notice", noticeBenchmark),
  ("N4 observed write", { [try callbackBenchmark($0)] }),
  ("memory and file", footprintBenchmark),
  ("read a value", { [try readBenchmark($0)] }),
  ("durable write", { [try writeBenchmark($0, durable: true)] }),
  ("write, not synced", { [try writeBenchmark($0, durable: false)] }),
  ("write, observed", { [try observerBenchmark($0)] }),
  ("write a colour", { [try colorWriteBenchmark($0)] }),
  ("read a colour", { [try colorReadBenchmark($0)] }),
  ("convert a colour", { [conversionBenchmark($0)] }),
  ("write, old history pruned", { [try pruningBenchmark($0)] }),
  ("a page of history", { [try historyBenchmark($0)] }),
]
if stale { exit(try StaleReads.run(Sample(in: folder)) == 0 ? 0 : 1) }
do {
  let sample = try Sample(in: folder)
  // UserDefaults keeps its files below the home folder; the person's own are not for us.
  setenv("HOME", sample.path, 1)
  setenv("CFFIXED_USER_HOME", sample.path, 1)
  var outcomes: [Outcome] = []
  for (name, make) in benchmarks where filter.isEmpty || name.contains(filter) {
    for group in try make(sample) { outcomes += try group.measure(rounds: rounds) }
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
