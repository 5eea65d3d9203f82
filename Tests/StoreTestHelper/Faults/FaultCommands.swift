import FaultVFS
import Preferences

/// `fault-matrix FOLDER SCENARIO KIND full|normal|rollback SEED STRIDE`: a fault at every STRIDE-th
/// call. Says `broken …` for each promise that was not kept, and at the end
/// `done FAULTS RUNS OPERATIONS CRASHES ACKNOWLEDGED DONE-ALL-THE-SAME`.
func faultMatrix(_ arguments: [String]) throws {
  guard let scenario = FaultScenario.named(try arguments.argument(1, "SCENARIO")) else {
    throw UsageError(
      message: "scenarios: \(FaultScenario.all.map(\.name).joined(separator: " "))")
  }
  let kindName = try arguments.argument(2, "KIND")
  guard let kind = FaultKind.all.first(where: { $0.name == kindName }) else {
    throw UsageError(message: "kinds: \(FaultKind.all.map(\.name).joined(separator: " "))")
  }
  let mode = try arguments.argument(3, "MODE")
  let seed = UInt64(try arguments.argument(4, "SEED")) ?? 0
  let stride = max(1, Int(try arguments.argument(5, "STRIDE")) ?? 1)
  guard fault_install() == 0 else { throw UsageError(message: "no failing VFS") }
  var options = StoreOptions()
  options.journal = mode == "rollback" ? .rollback : .writeAheadLog
  options.durability = mode == "normal" ? .normal : .full
  var matrix = try FaultMatrix(
    folder: try arguments.argument(0, "FOLDER"), scenario: scenario, kind: kind, options: options,
    seed: seed)
  var at = Int(seed % UInt64(stride)) + 1
  var broken = 0
  while broken < 10 {
    // The test waits for a line at least every minute.
    say("at \(at)")
    do {
      guard try matrix.strike(at: at) else { break }
    } catch {
      say("broken \(scenario.name) \(kind.name) \(mode) at \(at), seed \(seed): \(error)")
      broken += 1
      // What the failed attempt has left open would spoil the next.
      guard fault_open_files() == 0 else { break }
      fault_revive()
    }
    at += stride
  }
  let tally = matrix.tally
  say(
    "done \(tally.faults) \(tally.runs) \(tally.operations) \(tally.crashes) \(tally.acknowledged) \(tally.doneAll)"
  )
}

/// `fault-freeze FILE POINT full|rollback`: four transactions, each acknowledged by its number, then
/// `end`; at the POINT-th call of the file layer it stops itself.
func faultFreeze(_ arguments: [String]) throws {
  guard fault_install() == 0 else { throw UsageError(message: "no failing VFS") }
  var options = StoreOptions()
  options.journal = try arguments.argument(2, "MODE") == "rollback" ? .rollback : .writeAheadLog
  fault_begin(0)
  fault_arm(
    Int32(FAULT_FILES), Int(try arguments.argument(1, "POINT")) ?? 0, Int32(FAULT_FREEZE), 0)
  let store = try PreferenceStore(path: try arguments.argument(0, "FILE"), options: options)
  for number in 1...4 {
    try store.transaction { t in
      for name in ["counter", "copy"] {
        t[PreferenceStore.Key(name, in: "Freeze", default: 0)] = number
      }
    }
    say("\(number)")
  }
  fault_disarm()
  say("end")
  waitForTest()
}
