internal import SQLiteCore

extension PreferenceTransaction {
  /// Reads through the transaction's connection.
  func reading<Result>(
    _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(PreferenceError) -> Result {
    do throws(SQLiteError) { return try body(changes.connection) } catch {
      throw .unavailable(StoreFailure(error, path: path))
    }
  }

  /// Undoes the newest set that can be undone, or the newest undo.
  mutating func undoNewest(
    _ kind: PreferenceChangeSet.Kind, of origin: String?, force: Bool
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    let records = try reading { (connection) throws(SQLiteError) in
      try UndoRecords(on: connection)
    }
    var end = Int64.max
    // A set that has changed nothing in the end, or was undone key by key, is passed over.
    while let set = try reading({ (connection) throws(SQLiteError) in
      try connection.candidate(for: kind, before: end, origin: origin, records)
    }) {
      if let undo = try undo(set, records, force: force) { return undo }
      end = set.number
    }
    return nil
  }

  /// Undoes the set of a number.
  mutating func undo(
    changeSet number: Int64, force: Bool
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    let (set, records, isPruned) = try reading { (connection) throws(SQLiteError) in
      let records = try UndoRecords(on: connection)
      let set = try connection.changeSet(number, records)
      let isKept = try connection.change(number) != nil
      let last = try connection.lastSequence()
      return (set, records, !isKept && number > 0 && number <= last)
    }
    if let set { return try undo(set, records, force: force) }
    throw isPruned ? .historyGap(sequence: number - 1, keys: []) : .unknownChangeSet(number)
  }

  private mutating func undo(
    _ set: PreferenceChangeSet, _ records: UndoRecords, force: Bool
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    guard Int64(set.count) == set.last &- set.number &+ 1 else {
      throw .historyGap(sequence: set.number - 1, keys: [])
    }
    var values: [(PreferenceName, StoredValue?)] = []
    var gaps: [PreferenceName] = [], overwritten: [PreferenceName] = []
    let steps = try reading { (connection) throws(SQLiteError) in
      try connection.undoSteps(from: set.number, to: set.last)
    }
    for step in steps {
      switch try reading({ (connection) throws(SQLiteError) in
        try connection.standing(of: step, records)
      }) {
      case .undone: continue
      case .overwritten: overwritten.append(step.name)
      case .newest: break
      }
      if case .value(let value) = step.past {
        values.append((step.name, value))
      } else {
        gaps.append(step.name)
      }
    }
    guard gaps.isEmpty else { throw .historyGap(sequence: set.number - 1, keys: gaps) }
    guard overwritten.isEmpty || force else { throw .overwrittenSince(overwritten) }
    try write(values)
    return try recorded(undoing: set.number, set.kind, isWhole: true)
  }

  /// Undoes the last change of one key: all that its set did to it.
  mutating func undo(_ name: PreferenceName) throws(PreferenceError) -> PreferenceChangeSet? {
    let found = try reading { (connection) throws(SQLiteError) in
      try connection.lastChange(of: name)
    }
    switch found {
    case .notLogged: throw .notLogged(key: name)
    case .pruned: throw .historyGap(sequence: 0, keys: [name])
    case .none: return nil
    case .set(let number, let past, let isWhole):
      guard case .value(let value) = past else {
        throw .historyGap(sequence: number - 1, keys: [name])
      }
      try write([(name, value)])
      return try recorded(undoing: number, .change, isWhole: isWhole)
    }
  }

  /// Writes values of the past; nil removes.
  mutating func write(
    _ values: [(name: PreferenceName, value: StoredValue?)]
  ) throws(PreferenceError) {
    for (name, value) in values {
      if let value { try set(value, for: name) } else { try remove(name) }
    }
  }

  /// This transaction as a change set, if it has changed anything.
  func made() throws(PreferenceError) -> PreferenceChangeSet? {
    try reading { (connection) throws(SQLiteError) in
      guard try connection.lastSequence() >= changes.number else { return nil }
      return try connection.changeSet(changes.number, try UndoRecords(on: connection))
    }
  }

  private func recorded(
    undoing target: Int64, _ kind: PreferenceChangeSet.Kind, isWhole: Bool
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    guard try made() != nil else { return nil }
    try reading { (connection) throws(SQLiteError) in
      try connection.recordUndo(by: changes.number, of: target, kind, isWhole: isWhole)
    }
    return try made()
  }
}
