@testable import Preferences

/// What a store with a history should do, said in plain Swift.
///
/// A key has a stack of the change sets that have made it what it is. A change set pushes itself; to
/// undo a set is to put the stacks back that it had met, provided that they are as it had left them.
struct HistoryModel {
  typealias Name = PreferenceName

  /// A change set: each key's stack before and after it, and what it left in the key.
  struct Entry {
    var kind = PreferenceChangeSet.Kind.change
    var undoes: Int64?
    var isWhole = true
    var before: [Name: [Int64]] = [:]
    var after: [Name: [Int64]] = [:]
    var values: [Name: StoredValue?] = [:]
  }

  enum Refusal: Error, Equatable { case overwritten(Set<Name>, set: Int64) }

  /// The state after each sequence number.
  private(set) var states: [[Name: StoredValue]] = [[:]]
  private(set) var entries: [Int64: Entry] = [:]
  private var stacks: [Name: [Int64]] = [:]

  var state: [Name: StoredValue] { states[states.count - 1] }
  var last: Int64 { Int64(states.count - 1) }

  /// A transaction of assignments; nil removes.
  mutating func change(_ assignments: [(Name, StoredValue?)]) {
    let number = last + 1
    var entry = Entry()
    for (name, value) in assignments where log(name, value) {
      entry.before[name] = entry.before[name] ?? stack(name)
      entry.values[name] = value
    }
    guard last >= number else { return }
    for (name, before) in entry.before {
      // What comes out as it went in does not count.
      if value(name, before) != state[name] { stacks[name] = before + [number] }
      entry.after[name] = stacks[name]
    }
    entries[number] = entry
  }

  mutating func restore(to sequence: Int64, only chosen: (Name) -> Bool = { _ in true }) {
    let then = states[Int(sequence)]
    let names = Set(then.keys).union(state.keys).filter(chosen).sorted()
    change(names.map { ($0, then[$0]) })
  }

  /// The set that undo, or redo, would take.
  func candidate(redo: Bool, before end: Int64 = .max) -> Int64? {
    for number in entries.keys.sorted(by: >) where number < end {
      guard let entry = entries[number] else { continue }
      if redo, entry.kind == .change { return nil }
      if (redo ? entry.kind == .undo : entry.kind != .undo), !isUndone(number) { return number }
    }
    return nil
  }

  func isUndone(_ number: Int64) -> Bool {
    entries.contains { $0.value.undoes == number && $0.value.isWhole && !isUndone($0.key) }
  }

  /// Undoes the next set that has an effect; nil when there is none.
  mutating func undoNewest(redo: Bool, force: Bool = false) throws(Refusal) -> Int64? {
    var end = Int64.max
    while let number = candidate(redo: redo, before: end) {
      if try undo(number, force: force) { return number }
      end = number
    }
    return nil
  }

  /// Whether it had an effect.
  mutating func undo(_ number: Int64, force: Bool) throws(Refusal) -> Bool {
    guard let entry = entries[number] else { return false }
    var chosen: [Name] = []
    var refused: Set<Name> = []
    for name in entry.before.keys.sorted() where entry.before[name] != stack(name) {
      if entry.after[name] != stack(name) { refused.insert(name) }
      chosen.append(name)
    }
    guard refused.isEmpty || force else { throw .overwritten(refused, set: number) }
    return put(back: chosen, from: entry, number, isWhole: true)
  }

  /// The set that is undone for one key; nil when there is none.
  mutating func undo(_ name: Name) -> Int64? {
    guard let number = stack(name).last, let entry = entries[number] else { return nil }
    _ = put(back: [name], from: entry, number, isWhole: entry.before.count == 1)
    return number
  }

  private mutating func put(
    back names: [Name], from entry: Entry, _ number: Int64, isWhole: Bool
  ) -> Bool {
    let new = last + 1
    var undo = Entry(kind: entry.kind == .undo ? .redo : .undo, undoes: number, isWhole: isWhole)
    for name in names {
      guard let before = entry.before[name] else { continue }
      let value = value(name, before)
      if log(name, value) {
        (undo.before[name], undo.after[name], undo.values[name]) = (stack(name), before, value)
      }
    }
    guard last >= new else { return false }
    for (name, stack) in undo.after { stacks[name] = stack }
    entries[new] = undo
    return true
  }

  private func stack(_ name: Name) -> [Int64] { stacks[name] ?? [] }

  private func value(_ name: Name, _ stack: [Int64]) -> StoredValue? {
    stack.last.flatMap { entries[$0]?.values[name] ?? nil }
  }

  /// A row of the log, unless nothing changes.
  private mutating func log(_ name: Name, _ value: StoredValue?) -> Bool {
    guard state[name] != value else { return false }
    var state = state
    state[name] = value
    states.append(state)
    return true
  }
}
