import Preferences

/// What is done to a store while its disk fails, step by step; each step changes all or nothing.
struct FaultScenario: Sendable {
  enum Step: Sendable {
    case run(@Sendable (PreferenceStore) throws -> Void)
    /// The store is let go or closed, and the next step opens it again.
    case letGo, close
  }

  var name: String
  var configure: @Sendable (inout StoreOptions) -> Void = { _ in }
  /// Makes the file that the steps begin with. What it returns is still open when the files are copied,
  /// so that its log is beside it, as a process leaves it that is killed.
  var prepare: @Sendable (String, StoreOptions) throws -> PreferenceStore? = { path, options in
    try Self.fill(try PreferenceStore(path: path, options: options))
    return nil
  }
  /// Whether the store is open, and has been read, before the first fault.
  var isWarm = false
  /// Whether old versions are let go: what comes first in the log may follow on one that is gone.
  var isPruned = false
  var steps: [Step]
  /// What must hold besides, after so many steps; the path of the store, and what its rows were after
  /// each step.
  var check: @Sendable (_ path: String, _ done: Int, _ states: [[String]]) throws -> Void = {
    _, _, _ in
  }

  static func key(_ name: String) -> PreferenceStore.Key<Int> {
    PreferenceStore.Key(name, in: "Faults", default: -1)
  }

  static func text(_ name: String) -> PreferenceStore.Key<String> {
    PreferenceStore.Key(name, in: "Texts", default: "default")
  }

  /// Twenty keys, some of them changed and some removed again.
  static func fill(_ store: PreferenceStore) throws {
    try store.transaction { t in
      for number in 0..<20 { t[key("key\(number)")] = number }
      for number in 0..<10 { t[text("text\(number)")] = "text \(number)" }
    }
    try store.set(100, for: key("key3"))
    try store.remove(key("key5"))
    try store.set(
      .red, for: PreferenceStore.Key("accent", in: "Faults", default: PreferenceColor.white))
  }
}

extension FaultScenario {
  static func named(_ name: String) -> Self? { all.first { $0.name == name } }

  static let all: [FaultScenario] = [
    FaultScenario(
      name: "create", prepare: { _, _ in nil },
      steps: [
        .run { try $0.set(1, for: key("first")) }, .run { try $0.set("b", for: text("second")) },
      ]),
    FaultScenario(
      name: "set",
      steps: [
        .run { try $0.set(7, for: key("key1")) }, .run { try $0.set("new", for: text("new")) },
        .run { try $0.remove(key("key2")) },
        .run { try $0.update(key("key1")) { $0 += 1 } },
      ]),
    FaultScenario(
      name: "transaction",
      steps: [.run { try change($0, by: 1) }, .run { try change($0, by: 2) }]),
    FaultScenario(
      name: "undo", isWarm: true,
      steps: [
        .run { try change($0, by: 3) }, .run { try $0.set(5, for: key("key8")) },
        .run { try $0.undo() }, .run { try $0.undo() }, .run { try $0.redo() },
      ]),
    FaultScenario(
      name: "import", isWarm: true,
      steps: [
        .run { store in
          // As `prefs import` does it.
          try store.transaction(origin: "import") { t in
            for number in 0..<200 {
              try t.set("value \(number)", for: text("imported\(number)"))
            }
          }
        }
      ]),
    FaultScenario(
      name: "close", isWarm: true,
      steps: [
        .run { try $0.set(1, for: key("key1")) }, .letGo, .run { try $0.set(2, for: key("key1")) },
        .close, .run { try $0.set(3, for: key("key1")) },
      ]),
    .migration, .appMigration, .checkpoint, .backup, .erase, .prune,
  ]

  private static func change(_ store: PreferenceStore, by number: Int) throws {
    try store.transaction { t in
      for index in 6..<12 { t[key("key\(index)")] += number }
      t[text("text\(number)")] = "changed"
      t.remove(text("text\(number + 3)"))
      t[text("added\(number)")] = String(repeating: "long ", count: 500)
    }
  }
}
