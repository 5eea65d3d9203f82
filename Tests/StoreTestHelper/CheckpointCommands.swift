import SQLiteCore
import SQLiteTestShim

/// `checkpoint-race FILE SECONDS guarded|waiting|plain NAME IDLE`: {large commit, checkpoint, nap, small
/// commit, nap, IDLE checkpoints} until the time is over, on the same processor as its competitors.
///
/// The idle checkpoints find nothing to do, and a process that wakes from its nap in the middle of
/// another's restarts the log with its small commit: what the WAL-reset bug takes.
/// Says `rows N cycles M`: how many rows it has committed under its NAME.
func checkpointRace(_ arguments: [String]) throws {
  let path = try arguments.argument(0, "FILE")
  let seconds = Double(try arguments.argument(1, "SECONDS")) ?? 1
  let mode = try arguments.argument(2, "guarded|waiting|plain")
  let name = try arguments.argument(3, "NAME")
  let idleCheckpoints = Int(try arguments.argument(4, "IDLE")) ?? 0
  _ = shim_use_one_processor()
  let writer = try Connection(path: path, access: .readWrite)
  let reader = try Connection(path: path, access: .readWrite)
  // The commit that restarts the log syncs it in the middle, which hands the processor back too early.
  try writer.run("PRAGMA synchronous=OFF")
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
  func checkpoint() throws {
    switch mode {
    case "guarded": _ = try writer.checkpoint(guardedBy: reader)
    case "waiting": _ = try writer.restartLog(guardedBy: reader, waiting: 5)
    default: try writer.run("PRAGMA wal_checkpoint(PASSIVE)")
    }
  }
  while clock.now < end {
    try commit(40)
    try checkpoint()
    nap()
    try commit(1)
    nap()
    for _ in 0..<idleCheckpoints { try checkpoint() }
    cycles += 1
  }
  say("rows \(rows) cycles \(cycles)")
}
