internal import SQLiteCore

/// The past as it was. What the history cannot tell is an error, never a guess.
extension PreferenceStore {
  /// The value that a key had: what was stored then, else its default.
  ///
  /// - Throws: ``PreferenceError/historyGap(sequence:keys:)`` where the history does not reach back so
  ///   far or the value was erased, ``PreferenceError/notLogged(key:)``; and what ``get(_:)-(Key<Value>)`` throws.
  public func value<Value>(
    of key: Key<Value>, at point: HistoryPoint
  ) throws(PreferenceError) -> Value {
    for name in try key.names {
      if let stored = try storedValue(of: name, at: point) { return try key.value(of: stored) }
    }
    return key.defaultValue
  }

  /// Whether a key was unset, set, or held something that cannot be read.
  ///
  /// - Throws: as ``value(of:at:)``, apart from what cannot be read.
  public func state<Value>(
    of key: Key<Value>, at point: HistoryPoint
  ) throws(PreferenceError) -> PreferenceState<Value> {
    for name in try key.names {
      if let stored = try storedValue(of: name, at: point) { return key.state(of: stored) }
    }
    return .unset
  }

  /// What was stored under a name; nil when it was not set.
  ///
  /// - Throws: as ``value(of:at:)``.
  public func storedValue(
    of name: PreferenceName, at point: HistoryPoint
  ) throws(PreferenceError) -> StoredValue? {
    try past(at: point) { (connection, sequence) throws(SQLiteError) in
      switch try connection.value(of: name, at: sequence) {
      case .value(let value): .success(value)
      case .pruned, .erased: .failure(.historyGap(sequence: sequence, keys: [name]))
      case .notLogged: .failure(.notLogged(key: name))
      }
    } ?? nil
  }

  /// The number of the last change that was made at a moment or before it, 0 for none.
  public func sequence(at point: HistoryPoint) throws(PreferenceError) -> Int64 {
    try past(at: point) { .success($1) } ?? 0
  }

  /// All that was stored, or all in one namespace; without the keys that are not logged.
  ///
  /// A value that was erased since has the type `erased`, and nothing in it.
  ///
  /// - Throws: ``PreferenceError/historyGap(sequence:keys:)`` where the history does not reach back.
  public func snapshot(
    at point: HistoryPoint, in namespace: String? = nil
  ) throws(PreferenceError) -> [PreferenceName: StoredValue] {
    try past(at: point) { (connection, sequence) throws(SQLiteError) in
      try connection.snapshot(at: sequence, in: namespace?.normalizedToNFC)
    } ?? [:]
  }

  /// The preferences that differ between two moments, by name; in which order these are is all one.
  ///
  /// - Throws: ``PreferenceError/historyGap(sequence:keys:)`` where the history does not reach back.
  public func diff(
    from start: HistoryPoint, to end: HistoryPoint, in namespace: String? = nil
  ) throws(PreferenceError) -> [PreferenceDifference] {
    let found = try past(at: start) { (connection, start) throws(SQLiteError) in
      let end = try connection.sequence(at: end)
      return try connection.differences(start, end, in: namespace?.normalizedToNFC)
    }
    return (found ?? []).sorted { $0.name < $1.name }
  }

  /// Runs `body` on one state of the file with the number of a moment; nil when there is no file.
  private func past<Value>(
    at point: HistoryPoint,
    _ body: (Connection, Int64) throws(SQLiteError) -> Result<Value, PreferenceError>
  ) throws(PreferenceError) -> Value? {
    let result = try read { (connection) throws(SQLiteError) in
      try connection.onSnapshot { () throws(SQLiteError) in
        try body(connection, try connection.sequence(at: point))
      }
    }
    return try result?.get()
  }
}

extension Connection {
  func snapshot(
    at sequence: Int64, in namespace: String?
  ) throws(SQLiteError) -> Result<[PreferenceName: StoredValue], PreferenceError> {
    guard try isComplete(after: sequence, before: lastSequence() &+ 1) else {
      return .failure(.historyGap(sequence: sequence, keys: []))
    }
    var values = try rowsUnchanged(since: sequence, in: namespace)
    for row in try rowsBefore(changesAfter: sequence, in: namespace) {
      switch row.past {
      case .value(let value): values[row.name] = value
      case .erased: values[row.name] = .erased
      case .pruned, .notLogged:
        return .failure(.historyGap(sequence: sequence, keys: [row.name]))
      }
    }
    return .success(values)
  }
}
