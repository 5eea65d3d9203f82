internal import SQLiteCore

/// Bringing the past back, as one new change set that can be undone.
extension PreferenceStore {
  /// Gives a key the state that it had, set or not; under its former names, too.
  ///
  /// - Returns: the new change set; nil when nothing has changed since.
  /// - Throws: ``PreferenceError/historyGap(sequence:keys:)``, ``PreferenceError/notLogged(key:)``.
  @discardableResult
  public func restore<Value>(
    _ key: Key<Value>, to point: HistoryPoint, origin: String? = nil
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    try restore(names: key.names, to: point, origin: origin)
  }

  /// The same by name.
  @discardableResult
  public func restore(
    _ name: PreferenceName, to point: HistoryPoint, origin: String? = nil
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    try restore(names: [name], to: point, origin: origin)
  }

  /// Gives all keys of a namespace the state that they had.
  @discardableResult
  public func restore(
    namespace: String, to point: HistoryPoint, origin: String? = nil
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    try restore(in: namespace.normalizedToNFC, to: point, origin: origin)
  }

  /// Gives the whole store the state that it had. Keys that are not logged stay as they are.
  ///
  /// - Returns: the new change set; nil when nothing has changed since.
  /// - Throws: ``PreferenceError/historyGap(sequence:keys:)``, naming values that were erased since.
  @discardableResult
  public func restore(
    to point: HistoryPoint, origin: String? = nil
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    try restore(in: nil, to: point, origin: origin)
  }

  private func restore(
    names: [PreferenceName], to point: HistoryPoint, origin: String?
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    try restore(origin: origin, to: point) { (connection, sequence) throws(SQLiteError) in
      var rows: [PastRow] = []
      for name in names {
        rows.append(PastRow(name: name, past: try connection.value(of: name, at: sequence)))
      }
      return rows
    }
  }

  private func restore(
    in namespace: String?, to point: HistoryPoint, origin: String?
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    try restore(origin: origin, to: point) { (connection, sequence) throws(SQLiteError) in
      guard try connection.isComplete(after: sequence, before: connection.lastSequence() &+ 1)
      else { return nil }
      return try connection.rowsBefore(changesAfter: sequence, in: namespace)
    }
  }

  /// - Parameter plan: what to write; nil where the history cannot tell.
  private func restore(
    origin: String?, to point: HistoryPoint,
    _ plan: (Connection, Int64) throws(SQLiteError) -> [PastRow]?
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    guard try exists() else { return nil }
    return try change(origin: origin) { (transaction) throws(PreferenceError) in
      let (sequence, rows) = try transaction.reading { (connection) throws(SQLiteError) in
        let sequence = try connection.sequence(at: point)
        return (sequence, try plan(connection, sequence))
      }
      guard let rows else { throw .historyGap(sequence: sequence, keys: []) }
      var values: [(PreferenceName, StoredValue?)] = []
      var gaps: [PreferenceName] = []
      for row in rows {
        switch row.past {
        case .value(let value): values.append((row.name, value))
        case .notLogged: throw .notLogged(key: row.name)
        case .pruned, .erased: gaps.append(row.name)
        }
      }
      guard gaps.isEmpty else { throw .historyGap(sequence: sequence, keys: gaps) }
      try transaction.write(values)
      return try transaction.made()
    }
  }
}
