import FaultVFS
import Preferences

/// A way in which a disk, a lock or the memory lets a store down.
struct FaultKind: Sendable {
  var name: String
  var classes: Int
  var style: Int
  /// The result code of the failing call; 0: its own.
  var code: Int32 = 0
  /// Whether power is lost at the crash.
  var losesPower = false

  /// Whether the process ends at the fault.
  var isCrash: Bool { style == FAULT_CRASH }

  static let all: [FaultKind] = [
    FaultKind(name: "error", classes: FAULT_FILES, style: FAULT_ONCE),
    FaultKind(name: "errors", classes: FAULT_FILES, style: FAULT_FROM_THEN_ON),
    FaultKind(name: "full", classes: FAULT_WRITE, style: FAULT_ONCE, code: 13),
    FaultKind(name: "filled", classes: FAULT_WRITE, style: FAULT_FROM_THEN_ON, code: 13),
    FaultKind(name: "busy", classes: locks | FAULT_SHM_LOCK, style: FAULT_ONCE, code: 5),
    FaultKind(name: "locked", classes: locks, style: FAULT_FROM_THEN_ON, code: 5),
    // What readers take as well: SQLite tries for ten seconds by itself, each time.
    FaultKind(name: "stuck", classes: FAULT_SHM_LOCK, style: FAULT_FROM_THEN_ON, code: 5),
    FaultKind(name: "memory", classes: FAULT_MEMORY, style: FAULT_ONCE),
    FaultKind(name: "no-memory", classes: FAULT_MEMORY, style: FAULT_FROM_THEN_ON),
    FaultKind(name: "crash", classes: FAULT_FILES, style: FAULT_CRASH),
    FaultKind(name: "power", classes: FAULT_FILES, style: FAULT_CRASH, losesPower: true),
  ]

  private static let locks = FAULT_LOCK | FAULT_WRITER_LOCK

  /// What a store says when this goes on; nil where it depends on what was tried.
  var expected: StoreFailure.Kind? {
    switch name {
    case "filled": .full
    case "locked", "stuck": .busy
    default: nil
    }
  }
}
