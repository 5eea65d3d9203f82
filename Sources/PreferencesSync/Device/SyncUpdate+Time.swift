internal import Preferences
internal import SQLiteCore

/// When edits were made, by the server's clock: each has one time, which is told whenever it is sent, and
/// is later than that of what was seen.
extension SyncUpdate {
  /// The earliest time of an edit on top of `base`.
  func earliest(
    after base: SyncVersion?, of name: PreferenceName
  ) throws(PreferenceError) -> Int64 {
    guard let base else { return checkedAt }
    let device = account.device
    let time = try changes.sql { (connection) throws(SQLiteError) -> Int64? in
      if let item = try connection.shadow(of: name), item.version == base { return item.edited }
      return base.device == device ? try connection.claimed(by: base) : nil
    }
    return max(checkedAt, time.map { $0 + 1 } ?? 0)
  }

  /// The time of an edit that is about to be sent; noted, where it is the first time.
  func claim(_ edit: QueuedEdit, at serverTime: Int64) throws(PreferenceError) -> Int64 {
    var time = edit.edited(at: moment, serverTime: serverTime)
    guard edit.edited == nil, edit.claimed == nil else { return time }
    let version = SyncVersion(device: account.device, number: edit.number)
    return try changes.sql { (connection) throws(SQLiteError) in
      // What it is based on had no time yet when it was queued.
      if let base = edit.base, base.device == version.device,
        let earlier = try connection.claimed(by: base)
      {
        time = max(time, earlier + 1)
      }
      try connection.claim(time, by: version)
      return time
    }
  }
}

extension Connection {
  /// The time of an edit of this device; nil: not known yet, or not kept any more.
  fileprivate func claimed(by edit: SyncVersion) throws(SQLiteError) -> Int64? {
    try withStatement(
      "SELECT coalesce(edited, claimed) FROM sync_edit WHERE device = ?1 AND number = ?2"
    ) { (row) throws(SQLiteError) in
      try row.bind(edit.device, at: 1)
      try row.bind(edit.number, at: 2)
      return try row.step() && !row.isNull(at: 0) ? try row.integer(at: 0) : nil
    }
  }

  fileprivate func claim(_ time: Int64, by edit: SyncVersion) throws(SQLiteError) {
    try withStatement("UPDATE sync_edit SET claimed = ?3 WHERE device = ?1 AND number = ?2") {
      (row) throws(SQLiteError) in
      try row.bind(edit.device, at: 1)
      try row.bind(edit.number, at: 2)
      try row.bind(time, at: 3)
      try row.run()
    }
  }
}
