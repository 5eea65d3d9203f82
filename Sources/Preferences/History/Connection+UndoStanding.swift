internal import SQLiteCore

/// How a key stands to a change that is to be undone.
enum UndoStanding: Hashable {
  /// Nobody has written it since, or all that was has been undone.
  case newest
  /// The change has been undone for this key.
  case undone
  /// It was written since.
  case overwritten
}

/// The last change of a key that counts.
enum LastChange: Hashable {
  case none, notLogged, pruned
  /// The change set, the value before it, and whether the set has changed no other key.
  case set(number: Int64, past: PastValue, isWhole: Bool)
}

extension Connection {
  func standing(of step: UndoStep, _ records: UndoRecords) throws(SQLiteError) -> UndoStanding {
    let head = try head(of: step.name) ?? 0
    if head == step.last { return .newest }
    // A key that is not logged has no version that could be told.
    if head == 0 { return .overwritten }
    let now = try effectiveVersion(of: head, records)
    if try now == effectiveVersion(of: step.last, records) { return .newest }
    return try now == effectiveVersion(of: step.before, records) ? .undone : .overwritten
  }

  /// The last change that has made a key what it is now; one that was undone does not count, and
  /// neither does one that has left the value as it was.
  func lastChange(of name: PreferenceName) throws(SQLiteError) -> LastChange {
    guard let head = try head(of: name) else { return .none }
    guard head > 0 else { return .notLogged }
    let records = try UndoRecords(on: self)
    let version = try effectiveVersion(of: head, records)
    guard version > 0 else { return .none }
    guard let change = try change(version), records.target(of: change.changeSet) == nil,
      let before = try previous(of: version, before: change.changeSet)
    else { return .pruned }
    var past = PastValue.value(nil)
    if before > 0 { past = try self.change(before).map { PastValue(of: $0.after) } ?? .pruned }
    let set = try changeSet(change.changeSet, records)
    let steps = try set.map { (set) throws(SQLiteError) in
      try undoSteps(from: set.number, to: set.last)
    }
    return .set(
      number: change.changeSet, past: past, isWhole: steps?.count == 1)
  }
}
