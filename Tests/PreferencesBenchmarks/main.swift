// What the library costs, as ratios to the same work in plain C calls. Ratios of one run are what
// can be compared; the times beside them belong to the machine.

import Foundation
import SQLiteCore
import SQLiteTestShim

let usage = """
  usage: ./dev bench [--json FILE] [--check] [--rounds N] [--folder FOLDER] [TEXT]

    --json FILE      write the outcomes to FILE as well
    --check          exit with 1 when a target is missed
    --rounds N       measure each case N times (15)
    --folder FOLDER  where the files go (the current folder); on a real disk
    TEXT             only groups whose name contains TEXT
  """

var json: String?
var check = false
var rounds = 15
var folder = "."
var filter = ""
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  switch word {
  case "--json": json = words.popFirst()
  case "--check": check = true
  case "--rounds": rounds = max(1, words.popFirst().flatMap { Int($0) } ?? rounds)
  case "--folder": folder = words.popFirst() ?? folder
  case _ where word.hasPrefix("-"):
    print(usage)
    exit(word == "--help" || word == "-h" ? 0 : 64)
  default: filter = word
  }
}

// One processor, or every change of it would look like a change of the code.
_ = shim_use_one_processor()
let sample = try Sample(in: folder)
let benchmarks: [(String, () throws -> Group)] = [
  ("read a value", { try readBenchmark(sample) }),
  ("open, read, close", { try openBenchmark(sample) }),
  ("durable write", { try writeBenchmark(sample, durable: true) }),
  ("write, not synced", { try writeBenchmark(sample, durable: false) }),
]
var outcomes: [Outcome] = []
for (name, make) in benchmarks where filter.isEmpty || name.contains(filter) {
  outcomes += try make().measure(rounds: rounds)
}
let report = Report(
  outcomes: outcomes, rounds: rounds, sqliteVersion: Connection.libraryVersion)
print(report.table)
if let json { try Data(report.json.utf8).write(to: URL(fileURLWithPath: json)) }
exit(check && report.misses > 0 ? 1 : 0)
