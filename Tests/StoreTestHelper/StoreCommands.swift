import Preferences
import TestSupport

private let counter = PreferenceStore.Key("counter", in: "Test", default: 0)

private func options(_ arguments: [String], at index: Int) -> StoreOptions {
  var options = StoreOptions()
  // So that many processes at once measure correctness, not the machine's patience.
  options.busyTimeout = .seconds(60)
  if arguments.count > index, arguments[index] == "normal" { options.durability = .normal }
  if arguments.count > index, arguments[index] == "rollback" { options.journal = .rollback }
  return options
}

/// `store-set FILE NAME TEXT [normal|rollback]`: says `ready`, waits, sets one key, says `done`.
func storeSet(_ arguments: [String]) throws {
  say("ready")
  waitForTest()
  let store = try PreferenceStore(
    path: try arguments.argument(0, "FILE"), options: options(arguments, at: 3))
  let key = PreferenceStore.Key(try arguments.argument(1, "NAME"), in: "Test", default: "")
  try store.set(try arguments.argument(2, "TEXT"), for: key)
  say("done")
}

/// `store-count FILE COUNT [normal|rollback]`: that many read-modify-writes of one counter.
func storeCount(_ arguments: [String]) throws {
  let store = try PreferenceStore(
    path: try arguments.argument(0, "FILE"), options: options(arguments, at: 2))
  say("ready")
  waitForTest()
  for _ in 0..<(Int(try arguments.argument(1, "COUNT")) ?? 0) {
    try store.update(counter) { $0 += 1 }
  }
  say("done")
}

/// `store-loop FILE FIRST [full|normal|rollback [NAME]]`: sets `counter` and `copy`, or NAME and
/// NAME-copy, to FIRST, FIRST + 1, … in one transaction each, saying each number once it is
/// acknowledged; until it is killed.
func storeLoop(_ arguments: [String]) throws {
  let store = try PreferenceStore(
    path: try arguments.argument(0, "FILE"), options: options(arguments, at: 2))
  let name = arguments.count > 3 ? arguments[3] : nil
  let counter = PreferenceStore.Key(name ?? "counter", in: "Test", default: 0)
  let copy = PreferenceStore.Key(name.map { $0 + "-copy" } ?? "copy", in: "Test", default: 0)
  var number = Int(try arguments.argument(1, "FIRST")) ?? 0
  while true {
    try store.transaction { t in
      t[counter] = number
      t[copy] = number
    }
    say("\(number)")
    number += 1
  }
}

/// `store-current FILE`: makes a store the current one, writes through a wrapper, says what it reads.
func storeCurrent(_ arguments: [String]) throws {
  struct Person {
    @Preference("name") var name = "nobody"
  }
  try PreferenceStore(path: try arguments.argument(0, "FILE")).makeCurrent()
  let person = Person()
  person.name = "ada"
  say(person.name)
}

/// `store-get FILE NAME`: says the text of a key, or `unset`.
func storeGet(_ arguments: [String]) throws {
  let store = try PreferenceStore(path: try arguments.argument(0, "FILE"))
  let key = PreferenceStore.Key(try arguments.argument(1, "NAME"), in: "Test", default: "")
  switch try store.state(of: key) {
  case .unset: say("unset")
  case .set(let text): say(text)
  case .unreadable(_, let error): say("\(error)")
  }
}

/// `store-raise FILE SHARED PAUSE [normal|rollback]`: raises numbers, noting in shared memory which are
/// acknowledged, with random pauses of up to PAUSE microseconds; until the test closes its input.
func storeRaise(_ arguments: [String]) throws {
  let store = try PreferenceStore(
    path: try arguments.argument(0, "FILE"), options: options(arguments, at: 3))
  let stress = try StaleReadStress(sharedFile: try arguments.argument(1, "SHARED"))
  let pause = UInt32(try arguments.argument(2, "PAUSE")) ?? 0
  say("ready")
  let commits = try stress.write(to: store, pause: pause) { !isTestDone() }
  say("\(commits)")
}
