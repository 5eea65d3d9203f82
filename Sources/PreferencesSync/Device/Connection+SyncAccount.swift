internal import Preferences
internal import SQLiteCore

/// Who is signed in, and the rules.
extension Connection {
  /// Whether the tables are there.
  func hasSyncTables() throws(SQLiteError) -> Bool {
    try integer("SELECT count(*) FROM sqlite_schema WHERE name = 'sync_account'") == 1
  }

  /// The account that is signed in.
  func activeAccount() throws(SQLiteError) -> SyncAccount? {
    try withStatement(
      """
      SELECT account, server, device, device_name, last_number, hash, sent, revision, chain,
        collected, checked_at, value_limit
      FROM sync_account WHERE is_active
      """
    ) { (row) throws(SQLiteError) in
      guard try row.step() else { return nil }
      var account = SyncAccount(
        account: try row.text(at: 0), server: try row.text(at: 1), device: try row.text(at: 2),
        deviceName: try row.text(at: 3))
      account.lastNumber = try row.integer(at: 4)
      account.hash = try row.text(at: 5)
      account.sent = try row.integer(at: 6)
      account.cursor = SyncCursor(revision: try row.integer(at: 7), chain: try row.text(at: 8))
      account.collected = try row.integer(at: 9)
      account.checkedAt = try row.integer(at: 10)
      account.valueLimit = Int(clamping: try row.integer(at: 11))
      return account
    }
  }

  /// Stores how far an account has come; it becomes the one that is signed in.
  func save(_ account: SyncAccount) throws(SQLiteError) {
    try withStatement(
      """
      INSERT INTO sync_account (account, server, device, device_name, last_number, hash, sent,
        revision, chain, collected, checked_at, value_limit, is_active)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 1)
      ON CONFLICT (account) DO UPDATE SET server = ?2, device = ?3, device_name = ?4,
        last_number = ?5, hash = ?6, sent = ?7, revision = ?8, chain = ?9, collected = ?10,
        checked_at = ?11, value_limit = ?12, is_active = 1
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(account.account, at: 1)
      try row.bind(account.server, at: 2)
      try row.bind(account.device, at: 3)
      try row.bind(account.deviceName, at: 4)
      try row.bind(account.lastNumber, at: 5)
      try row.bind(account.hash, at: 6)
      try row.bind(account.sent, at: 7)
      try row.bind(account.cursor.revision, at: 8)
      try row.bind(account.cursor.chain, at: 9)
      try row.bind(account.collected, at: 10)
      try row.bind(account.checkedAt, at: 11)
      try row.bind(Int64(account.valueLimit), at: 12)
      try row.run()
    }
  }

  /// The identity that an account had here before.
  func identity(of account: String) throws(SQLiteError) -> String? {
    try withStatement("SELECT device FROM sync_account WHERE account = ?1") {
      (row) throws(SQLiteError) in
      try row.bind(account, at: 1)
      return try row.step() ? try row.text(at: 0) : nil
    }
  }

  /// Gives what an account had not sent yet to its new identity; the rest stays as history.
  func moveOpen(from former: String, to account: inout SyncAccount) throws(SQLiteError) {
    var moved: [SyncVersion: SyncVersion] = [:]
    for number in try openNumbers(of: former, upTo: .max) {
      guard var edit = try queue(of: former, after: number - 1, limit: 1).first else { continue }
      account.lastNumber += 1
      edit.number = account.lastNumber
      if edit.version.device == former {
        let new = SyncVersion(device: account.device, number: edit.number)
        moved[edit.version] = new
        edit.version = new
        edit.edited = nil
      }
      edit.base = edit.base.map { moved[$0] ?? $0 }
      account.hash = SyncHash.edit(
        after: account.hash, number: edit.number, name: edit.name, version: edit.version,
        value: edit.value)
      edit.hash = account.hash
      try insert(edit, of: account.device)
    }
    try removeOpen(of: former)
  }

  func removeOpen(of device: String) throws(SQLiteError) {
    try withStatement("DELETE FROM sync_edit WHERE device = ?1 AND state = 'pending'") {
      (row) throws(SQLiteError) in
      try row.bind(device, at: 1)
      try row.run()
    }
  }

  /// Nobody is signed in; the server's items of the account go.
  func signOut() throws(SQLiteError) {
    try run("UPDATE sync_account SET is_active = 0 WHERE is_active")
    try run("DELETE FROM sync_shadow")
    try run("DELETE FROM sync_remote")
  }

  func syncRules() throws(SQLiteError) -> [SyncRule] {
    try withStatement("SELECT pattern, mode, prefer FROM sync_rule ORDER BY position") {
      (row) throws(SQLiteError) in
      var rules: [SyncRule] = []
      while try row.step() {
        rules.append(
          SyncRule(
            pattern: try row.text(at: 0),
            // What a newer version says more is nothing that this one could do.
            mode: .init(rawValue: try row.text(at: 1)) ?? .exclude,
            prefer: row.isNull(at: 2) ? nil : .init(rawValue: try row.text(at: 2))))
      }
      return rules
    }
  }

  /// Puts a rule behind the others, so that it decides; one of the same pattern goes.
  func add(_ rule: SyncRule) throws(SQLiteError) {
    try removeRule(rule.pattern)
    try withStatement(
      """
      INSERT INTO sync_rule (position, pattern, mode, prefer)
      VALUES ((SELECT coalesce(max(position), 0) + 1 FROM sync_rule), ?1, ?2, ?3)
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(rule.pattern, at: 1)
      try row.bind(rule.mode.rawValue, at: 2)
      if let prefer = rule.prefer { try row.bind(prefer.rawValue, at: 3) }
      try row.run()
    }
  }

  func removeRule(_ pattern: String) throws(SQLiteError) {
    try withStatement("DELETE FROM sync_rule WHERE pattern = ?1") { (row) throws(SQLiteError) in
      try row.bind(pattern, at: 1)
      try row.run()
    }
  }

  /// All names that rules decide about are to be compared anew.
  func compareAllRules(_ prefer: SyncRule.Preference) throws(SQLiteError) {
    try withStatement("UPDATE sync_rule SET prefer = ?1 WHERE mode <> 'exclude'") {
      (row) throws(SQLiteError) in
      try row.bind(prefer.rawValue, at: 1)
      try row.run()
    }
  }

  func finishComparing() throws(SQLiteError) {
    try run("UPDATE sync_rule SET prefer = NULL WHERE prefer IS NOT NULL")
  }

  func note(deviceNames: [String: String]) throws(SQLiteError) {
    for (device, name) in deviceNames {
      try withStatement(
        """
        INSERT INTO sync_device (device, name) VALUES (?1, ?2)
        ON CONFLICT DO UPDATE SET name = ?2 WHERE name <> ?2
        """
      ) { (row) throws(SQLiteError) in
        try row.bind(device, at: 1)
        try row.bind(name, at: 2)
        try row.run()
      }
    }
  }

  func deviceName(of device: String) throws(SQLiteError) -> String? {
    try withStatement("SELECT name FROM sync_device WHERE device = ?1") {
      (row) throws(SQLiteError) in
      try row.bind(device, at: 1)
      return try row.step() ? try row.text(at: 0) : nil
    }
  }
}
