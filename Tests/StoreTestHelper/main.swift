// The second process of tests. Usage: StoreTestHelper COMMAND ARGUMENT ...
// A new command is one function and one line here.

import Foundation
import Preferences
import Synchronization

let commands: [String: ([String]) throws -> Void] = [
  "read": read,
  "hold": hold,
  "write": write,
  "fork": forkWithOpenConnection,
  "checkpoint-race": checkpointRace,
  "store-set": storeSet,
  "store-get": storeGet,
  "store-current": storeCurrent,
  "store-count": storeCount,
  "store-loop": storeLoop,
  "store-raise": storeRaise,
  "store-watch": storeWatch,
  "store-write": storeWrite,
  "main-window": mainWindow,
  "migrate": migrate,
  "fault-matrix": faultMatrix,
  "fault-freeze": faultFreeze,
  "limit-files": limitFiles,
  "limit-memory": limitMemory,
  "clock": clock,
  "load": load,
]

if ProcessInfo.processInfo.environment["PREFERENCES_JOURNAL"] == "rollback" {
  StoreOptions.rollbackByDefault.store(true, ordering: .relaxed)
}
if ProcessInfo.processInfo.environment["PREFERENCES_CACHE"] == "off" {
  StoreOptions.cachesNothing.store(true, ordering: .relaxed)
}
let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let command = commands[name] else {
  say("no such command; there are: \(commands.keys.sorted().joined(separator: ", "))")
  exitProcess(64)
}
do { try command(Array(arguments.dropFirst())) } catch {
  say("error: \(error)")
  exitProcess(1)
}
