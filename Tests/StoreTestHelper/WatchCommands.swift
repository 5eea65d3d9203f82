import Dispatch
import Preferences

/// `store-watch FILE AFTER`: says each change after AFTER, as `SEQUENCE KEY BEFORE AFTER`, until it is
/// killed.
func storeWatch(_ arguments: [String]) throws {
  let store = try PreferenceStore(path: try arguments.argument(0, "FILE"))
  let changes = store.changes(after: Int64(try arguments.argument(1, "AFTER")) ?? 0)
  say("ready")
  Task.detached {
    do {
      for try await change in changes {
        say(
          "\(change.sequence) \(change.name.key) \(text(change.before)) \(text(change.after))")
      }
    } catch { say("error: \(error)") }
  }
  dispatchMain()
}

private func text(_ value: StoredValue?) -> String {
  switch value?.storage {
  case .integer(let number): "\(number)"
  case nil: "-"
  default: "?"
  }
}

/// `store-write FILE KEY COUNT`: writes 1 to COUNT, one transaction each, deleting after each tenth.
func storeWrite(_ arguments: [String]) throws {
  var options = StoreOptions()
  options.busyTimeout = .seconds(60)
  options.durability = .normal
  let store = try PreferenceStore(path: try arguments.argument(0, "FILE"), options: options)
  let key = PreferenceStore.Key(try arguments.argument(1, "KEY"), in: "Test", default: 0)
  say("ready")
  waitForTest()
  for number in 1...(Int(try arguments.argument(2, "COUNT")) ?? 1) {
    if number % 10 == 0 { try store.remove(key) } else { try store.set(number, for: key) }
  }
  say("done")
}
