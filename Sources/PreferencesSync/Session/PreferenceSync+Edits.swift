public import Preferences
internal import SQLiteCore

/// What became of an edit that was made here.
public struct SyncedEdit: Hashable, Sendable {
  /// How far it has come.
  public enum State: String, Hashable, Sendable {
    /// Not sent yet, or not answered.
    case pending
    /// It became the value of all devices.
    case accepted
    /// Another device's edit won; this one can be put back by an ordinary edit.
    case superseded
    /// The account has no room for it; it stays here, and is tried again at the next start.
    case refused
  }

  /// The preference.
  public var name: PreferenceName
  /// nil: removed.
  public var value: StoredValue?
  /// Milliseconds since 1970, by this device's clock.
  public var madeAt: Int64
  /// How far it has come.
  public var state: State
  /// The device whose edit won, or why there was no room.
  public var winner: String?
  /// ``PreferenceChange/sequence`` of the change in the store's history; nil: it is of no single one.
  public var sequence: Int64?
}

extension PreferenceSync {
  /// The edits of this device, newest first, as far as they are kept: the newest 10,000 at least.
  public func edits(limit: Int = 1000) throws(SyncError) -> [SyncedEdit] {
    try SyncSetup(store).edits(limit: limit)
  }
}

extension SyncSetup {
  /// How many edits wait to be sent, those included that no sync has looked at yet, and how many the
  /// account has no room for.
  public var waiting: (pending: Int, refused: Int) {
    get throws(SyncError) {
      try read { (connection) throws(SQLiteError) in
        guard let account = try connection.activeAccount() else { return (0, 0) }
        var rules = SyncRules(try connection.syncRules())
        let fresh = try connection.namesChanged(after: account.collected)
        let pending = try connection.editCount(of: account.device, "pending")
        return (
          pending + fresh.count { rules.sends($0) },
          try connection.editCount(of: account.device, "refused")
        )
      } ?? (0, 0)
    }
  }

  /// The edits of this device, newest first.
  ///
  /// - Parameter name: only of this preference.
  public func edits(
    of name: PreferenceName? = nil, limit: Int = 1000
  ) throws(SyncError) -> [SyncedEdit] {
    try edits(of: name, changes: nil, limit: limit)
  }

  /// What became of changes of the store's history, also of those made for another account, or before
  /// this file was given another identity.
  ///
  /// - Parameter changes: values of ``PreferenceChange/sequence``.
  public func edits(ofChanges changes: ClosedRange<Int64>) throws(SyncError) -> [SyncedEdit] {
    try edits(of: nil, changes: changes, limit: .max)
  }

  private func edits(
    of name: PreferenceName?, changes: ClosedRange<Int64>?, limit: Int
  ) throws(SyncError) -> [SyncedEdit] {
    try read { (connection) throws(SQLiteError) in
      try connection.withStatement(
        """
        SELECT namespace, key, type, value, made_at, state, winner, sequence FROM sync_edit
        WHERE (?4 IS NOT NULL OR device = (SELECT device FROM sync_account WHERE is_active))
          AND (?1 IS NULL OR namespace = ?1 AND key = ?2)
          AND (?4 IS NULL OR sequence BETWEEN max(?4, 1) AND ?5)
        ORDER BY made_at DESC, number DESC LIMIT ?3
        """
      ) { (row) throws(SQLiteError) in
        if let name {
          try row.bind(name.namespace, at: 1)
          try row.bind(name.key, at: 2)
        }
        try row.bind(Int64(limit), at: 3)
        if let changes {
          try row.bind(changes.lowerBound, at: 4)
          try row.bind(changes.upperBound, at: 5)
        }
        var edits: [SyncedEdit] = []
        while try row.step() {
          guard let name = try row.name(at: 0) else { continue }
          let sequence = try row.integer(at: 7)
          edits.append(
            SyncedEdit(
              name: name, value: try row.syncValue(at: 2)?.stored, madeAt: try row.integer(at: 4),
              state: .init(rawValue: try row.text(at: 5)) ?? .pending,
              winner: row.isNull(at: 6) ? nil : try row.text(at: 6),
              sequence: sequence > 0 ? sequence : nil))
        }
        return edits
      }
    } ?? []
  }
}

extension Connection {
  fileprivate func editCount(of device: String, _ state: String) throws(SQLiteError) -> Int {
    try withStatement(
      "SELECT count(*) FROM sync_edit WHERE device = ?1 AND number > 0 AND state = ?2"
    ) { (row) throws(SQLiteError) in
      try row.bind(device, at: 1)
      try row.bind(state, at: 2)
      return try row.step() ? Int(clamping: try row.integer(at: 0)) : 0
    }
  }

  /// The name of each change in the log after one; erased values are none.
  fileprivate func namesChanged(after sequence: Int64) throws(SQLiteError) -> [PreferenceName] {
    try withStatement(
      """
      SELECT namespace, key FROM preference_change WHERE sequence > ?1 AND type IS NOT 'erased'
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(sequence, at: 1)
      var names: [PreferenceName] = []
      while try row.step() { if let name = try row.name(at: 0) { names.append(name) } }
      return names
    }
  }
}
