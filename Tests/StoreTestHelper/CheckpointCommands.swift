import SQLiteCore
import SQLiteTestShim

/// `checkpoint-race FILE SECONDS guarded|plain NAME`: {large commit, checkpoint, small commit} until
/// the time is over, in competition with other processes that do the same on the same processor.
///
/// Says `rows N`: how many rows it has committed under its NAME.
func checkpointRace(_ arguments: [String]) throws {
  let path = try arguments.argument(0, "FILE")
  let seconds = Double(try arguments.argument(1, "SECONDS")) ?? 1
  let isGuarded = try arguments.argument(2, "guarded|plain") == "guarded"
  let name = try arguments.argument(3, "NAME")
  _ = shim_use_one_processor()
  let writer = try Connection(path: path, access: .readWrite, synchronous: .normal)
  let reader = try Connection(path: path, access: .readWrite, synchronous: .normal)
  var rows = 0
  var cycles = 0
  let clock = ContinuousClock()
  let end = clock.now + .seconds(seconds)
  func commit(_ count: Int) throws {
    try writer.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
      for _ in 0..<count {
        try writer.withStatement("INSERT INTO t (a, b) VALUES (?1, zeroblob(1000))") {
          (statement) throws(SQLiteError) in
          try statement.bind(name, at: 1)
          try statement.run()
        }
      }
    }
    rows += count
  }
  say("ready")
  waitForTest()
  while clock.now < end {
    try commit(40)
    if isGuarded {
      _ = try writer.checkpoint(guardedBy: reader)
    } else {
      try writer.run("PRAGMA wal_checkpoint(PASSIVE)")
    }
    try commit(1)
    cycles += 1
  }
  say("rows \(rows) cycles \(cycles)")
}
