@testable import Preferences
import SQLiteCore
import TestSupport
import Testing

@Suite("History against a model")
struct HistoryModelTests {
  static let sequences = isLong ? 10_000 : 500

  @Test("random sets, undos, redos, restores and pruning do what a plain model does")
  func agree() throws {
    let store = PreferenceStore.inMemory()
    for seed in 0..<Self.sequences {
      try store.forgetEverything()
      var walk = try Walk(seed: UInt64(seed), store: store)
      try walk.run()
    }
  }
}

/// Where store and model part.
private struct Disagreement: Error, CustomStringConvertible {
  var description: String
}

extension PreferenceStore {
  /// As new; making a new one takes longer than a sequence.
  fileprivate func forgetEverything() throws {
    try withWriter(wrap: { $0 as any Error }) { (_, connection) throws in
      // The mark under which the log lets its rows go.
      connection.setLastInsertRowID(-1)
      defer { connection.setLastInsertRowID(0) }
      try connection.run("DELETE FROM preference")
      connection.setLastInsertRowID(-1)
      try connection.run("DELETE FROM preference_change")
      try connection.run("DELETE FROM preference_key")
      try connection.run("DELETE FROM preference_undo")
    }
  }
}

/// A random sequence on a store and on the model.
private struct Walk {
  private let seed: UInt64
  private var random: SeededGenerator
  private let store: PreferenceStore
  private var model = HistoryModel()
  /// Up to here only the newest version of each key is kept.
  private var cutoff: Int64 = 0
  private let names: [PreferenceName]
  private let values: [StoredValue?] = [
    nil, .int(1), .int(2), .text("x"),
    StoredValue(type: .color, storage: .components(red: 1, green: 0, blue: 2, alpha: 0.5)),
  ]

  init(seed: UInt64, store: PreferenceStore) throws {
    self.store = store
    self.seed = seed
    random = SeededGenerator(seed: seed)
    names = try ["A.a", "A.b", "B.a"].map { try PreferenceName($0) }
  }

  mutating func run() throws {
    for _ in 0..<24 { guard try step() else { return } }
    try comparePast()
  }

  private func same<Value: Equatable>(
    _ found: Value, _ expected: Value, _ what: String
  ) throws {
    guard found != expected else { return }
    throw Disagreement(
      description: "seed \(seed), \(what) after change \(model.last): expected \(expected), "
        + "found \(found)")
  }

  /// - Returns: false where the pruned past makes the rest unforeseeable.
  private mutating func step() throws -> Bool {
    guard try act() else { return false }
    try same(store.changeSets(limit: 1).first?.last ?? 0, model.last, "number of changes")
    try same(store.snapshot(at: .sequence(model.last)), model.state, "state")
    return true
  }

  private mutating func act() throws -> Bool {
    let store = store
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8:
      let assignments = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (pick(names), pick(values))
      }
      try store.transaction { t in
        for (name, value) in assignments {
          if let value { try t.set(value, for: name) } else { try t.remove(name) }
        }
      }
      model.change(assignments)
    case 8..<12:
      return try compare("undo", model.candidate(redo: false)) {
        try store.undo()?.undoes
      } with: { (model) throws(HistoryModel.Refusal) in
        try model.undoNewest(redo: false)
      }
    case 12..<15:
      return try compare("redo", model.candidate(redo: true)) {
        try store.redo()?.undoes
      } with: { (model) throws(HistoryModel.Refusal) in
        try model.undoNewest(redo: true)
      }
    case 15:
      guard let number = model.entries.keys.sorted().randomElement(using: &random) else { break }
      let force = Bool.random(using: &random)
      return try compare("undo of \(number)", number) {
        try store.undo(changeSet: number, force: force)?.undoes
      } with: { (model) throws(HistoryModel.Refusal) in
        try model.undo(number, force: force) ? number : nil
      }
    case 16:
      let name = pick(names)
      return try compare("undo of \(name)", cutoff) {
        try store.undo(name)?.undoes
      } with: { (model) throws(HistoryModel.Refusal) in
        model.undo(name)
      }
    case 17:
      let then = Int64.random(in: cutoff...model.last, using: &random)
      try store.restore(to: .sequence(then))
      model.restore(to: then)
    case 18:
      let then = Int64.random(in: cutoff...model.last, using: &random)
      try store.restore(namespace: "A", to: .sequence(then))
      model.restore(to: then) { $0.namespace == "A" }
    default:
      // Sometimes right after the newest sets, so that they have been cut into.
      let keep = Int.random(in: 1...12, using: &random)
      guard Bool.random(using: &random) else { break }
      try store.pruneHistory(keeping: HistoryRetention(count: keep))
      cutoff = max(cutoff, model.last - Int64(keep))
    }
    return true
  }

  /// Does the same on both sides and compares which set was undone, or who refused.
  private mutating func compare(
    _ what: String, _ set: Int64?, store action: () throws -> Int64?,
    with modelled: (inout HistoryModel) throws(HistoryModel.Refusal) -> Int64?
  ) throws -> Bool {
    let expected = Result { () throws(HistoryModel.Refusal) in try modelled(&model) }
    let found: Result<Int64?, PreferenceError>
    do { found = .success(try action()) } catch let error as PreferenceError {
      found = .failure(error)
    }
    if cutoff > 0 {
      if let set, set <= cutoff { return false }
      // Sets without an effect were passed over, down to one that has been cut into.
      if case .success(let number?) = expected, number <= cutoff { return false }
      if case .failure(.overwritten(_, let number)) = expected, number <= cutoff { return false }
      if case .failure(.historyGap(let sequence, _)) = found, sequence < cutoff { return false }
    }
    switch (expected, found) {
    case (.success(let expected), .success(let found)): try same(found, expected, what)
    case (.failure(.overwritten(let expected, _)), .failure(.overwrittenSince(let found))):
      try same(Set(found), expected, what)
    default: try same("\(found)", "\(expected)", what)
    }
    return true
  }

  private func comparePast() throws {
    for sequence in cutoff...model.last {
      let state = model.states[Int(sequence)]
      try same(store.snapshot(at: .sequence(sequence)), state, "snapshot of \(sequence)")
      for name in names {
        let value = try store.storedValue(of: name, at: .sequence(sequence))
        try same(value, state[name], "\(name) at \(sequence)")
      }
    }
    // Before that: the right answer or none.
    for sequence in 0..<cutoff {
      for name in names {
        guard let value = try? store.storedValue(of: name, at: .sequence(sequence)) else {
          continue
        }
        try same(value, model.states[Int(sequence)][name], "\(name) at \(sequence), pruned")
      }
    }
    for (number, entry) in model.entries where number > cutoff {
      let set = try store.changeSets(before: number + 1, limit: 1).first
      try same(set?.number, number, "change set")
      try same(set?.kind, entry.kind, "kind of \(number)")
      try same(set?.undoes, entry.undoes, "target of \(number)")
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }
}
