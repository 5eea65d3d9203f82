internal import Preferences
internal import SQLiteCore

/// The server's items and the edits on their way to it.
extension Connection {
  /// The server's item of a preference, as far as it is known here.
  func shadow(of name: PreferenceName) throws(SQLiteError) -> SyncItem? {
    try withStatement(
      """
      SELECT namespace, key, device, number, edited, type, value FROM sync_shadow
      WHERE namespace = ?1 AND key = ?2
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(name.namespace, at: 1)
      try row.bind(name.key, at: 2)
      return try row.step() ? try row.syncItem() : nil
    }
  }

  func allShadows() throws(SQLiteError) -> [SyncItem] {
    try withStatement(
      "SELECT namespace, key, device, number, edited, type, value FROM sync_shadow"
    ) { (row) throws(SQLiteError) in
      var items: [SyncItem] = []
      while try row.step() { if let item = try row.syncItem() { items.append(item) } }
      return items
    }
  }

  func setShadow(_ item: SyncItem) throws(SQLiteError) {
    try withStatement(
      """
      INSERT INTO sync_shadow (namespace, key, device, number, edited, type, value)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT DO UPDATE SET device = ?3, number = ?4, edited = ?5, type = ?6, value = ?7
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(item.name.namespace, at: 1)
      try row.bind(item.name.key, at: 2)
      try row.bind(item.version.device, at: 3)
      try row.bind(item.version.number, at: 4)
      try row.bind(item.edited, at: 5)
      try row.bind(item.value, at: 6)
      try row.run()
    }
  }

  /// What is shown for a preference. First an edit that the server never had; else the latest of the
  /// edits that it has lost or refused and of its item.
  func visible(_ name: PreferenceName) throws(SQLiteError) -> VisibleVersion {
    let item = try shadow(of: name)
    if let fresh = try freshEdit(of: name) { return .edit(fresh) }
    guard let edit = try repeatedEdit(of: name) else { return item.map { .item($0) } ?? .none }
    guard let item, let edited = edit.edited else { return .edit(edit) }
    let own = SyncItem(name: name, version: edit.version, edited: edited, value: nil)
    return own.isNewer(than: item) ? .edit(edit) : .item(item)
  }

  private func freshEdit(of name: PreferenceName) throws(SQLiteError) -> QueuedEdit? {
    try withStatement(
      """
      SELECT number, namespace, key, version_device, version_number, base_device, base_number,
        edited, made_at, monotonic, boot, not_before, type, value, hash, sequence, claimed
      FROM sync_edit
      WHERE namespace = ?1 AND key = ?2 AND edited IS NULL AND state IN ('pending', 'refused')
        AND device = (SELECT device FROM sync_account WHERE is_active)
      ORDER BY number DESC LIMIT 1
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(name.namespace, at: 1)
      try row.bind(name.key, at: 2)
      return try row.step() ? try row.queuedEdit() : nil
    }
  }

  private func repeatedEdit(of name: PreferenceName) throws(SQLiteError) -> QueuedEdit? {
    try withStatement(
      """
      SELECT number, namespace, key, version_device, version_number, base_device, base_number,
        edited, made_at, monotonic, boot, not_before, type, value, hash, sequence, claimed
      FROM sync_edit
      WHERE namespace = ?1 AND key = ?2 AND edited > -1 AND state IN ('pending', 'refused')
        AND device = (SELECT device FROM sync_account WHERE is_active)
      ORDER BY edited DESC, number DESC LIMIT 1
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(name.namespace, at: 1)
      try row.bind(name.key, at: 2)
      return try row.step() ? try row.queuedEdit() : nil
    }
  }

  /// Edits that the server may not have, in the order of their numbers.
  func queue(
    of device: String, after number: Int64, limit: Int
  ) throws(SQLiteError) -> [QueuedEdit] {
    try withStatement(
      """
      SELECT number, namespace, key, version_device, version_number, base_device, base_number,
        edited, made_at, monotonic, boot, not_before, type, value, hash, sequence, claimed
      FROM sync_edit WHERE device = ?1 AND number > max(?2, 0) ORDER BY number LIMIT ?3
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(device, at: 1)
      try row.bind(number, at: 2)
      try row.bind(Int64(limit), at: 3)
      var edits: [QueuedEdit] = []
      while try row.step() { if let edit = try row.queuedEdit() { edits.append(edit) } }
      return edits
    }
  }

  func insert(
    _ edit: QueuedEdit, of device: String, state: String = "pending"
  ) throws(SQLiteError) {
    try withStatement(
      """
      INSERT INTO sync_edit (device, number, namespace, key, version_device, version_number,
        base_device, base_number, edited, made_at, monotonic, boot, not_before, type, value, hash,
        sequence, claimed, state)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(device, at: 1)
      try row.bind(edit.number, at: 2)
      try row.bind(edit.name.namespace, at: 3)
      try row.bind(edit.name.key, at: 4)
      try row.bind(edit.version.device, at: 5)
      try row.bind(edit.version.number, at: 6)
      if let base = edit.base {
        try row.bind(base.device, at: 7)
        try row.bind(base.number, at: 8)
      }
      if let edited = edit.edited { try row.bind(edited, at: 9) }
      try row.bind(edit.madeAt, at: 10)
      try row.bind(edit.monotonic, at: 11)
      try row.bind(edit.boot, at: 12)
      try row.bind(edit.notBefore, at: 13)
      try row.bind(edit.value, at: 14)
      try row.bind(edit.hash, at: 16)
      try row.bind(edit.sequence, at: 17)
      if let claimed = edit.claimed { try row.bind(claimed, at: 18) }
      try row.bind(state, at: 19)
      try row.run()
    }
  }

  /// The hash of an edit; nil when it is not kept any more.
  func hash(of version: SyncVersion) throws(SQLiteError) -> String? {
    try withStatement("SELECT hash FROM sync_edit WHERE device = ?1 AND number = ?2") {
      (row) throws(SQLiteError) in
      try row.bind(version.device, at: 1)
      try row.bind(version.number, at: 2)
      return try row.step() ? try row.text(at: 0) : nil
    }
  }

  /// Notes what became of an edit. Only of one that is open: what was told twice changes nothing.
  func settle(
    _ edit: SyncVersion, as state: String, edited: Int64?, winner: String? = nil
  ) throws(SQLiteError) {
    try withStatement(
      """
      UPDATE sync_edit SET state = ?3, edited = coalesce(?4, edited), winner = ?5
      WHERE device = ?1 AND number = ?2 AND state IN ('pending', 'refused')
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(edit.device, at: 1)
      try row.bind(edit.number, at: 2)
      try row.bind(state, at: 3)
      if let edited { try row.bind(edited, at: 4) }
      if let winner { try row.bind(winner, at: 5) }
      try row.run()
    }
  }

  /// Whether a version that the server has lost is on its way to it already.
  func isQueued(_ item: SyncItem, by device: String) throws(SQLiteError) -> Bool {
    try withStatement(
      """
      SELECT count(*) FROM sync_edit
      WHERE namespace = ?1 AND key = ?2 AND state IN ('pending', 'refused')
        AND device = ?3 AND version_device = ?4 AND version_number = ?5
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(item.name.namespace, at: 1)
      try row.bind(item.name.key, at: 2)
      try row.bind(device, at: 3)
      try row.bind(item.version.device, at: 4)
      try row.bind(item.version.number, at: 5)
      return try row.step() ? try row.integer(at: 0) > 0 : false
    }
  }

  /// The server has lost these: they are on their way again.
  func reopen(of device: String, after number: Int64) throws(SQLiteError) {
    try withStatement(
      "UPDATE sync_edit SET state = 'pending', winner = NULL WHERE device = ?1 AND number > max(?2, 0)"
    ) { (row) throws(SQLiteError) in
      try row.bind(device, at: 1)
      try row.bind(number, at: 2)
      try row.run()
    }
  }

  /// The numbers of the edits that are open, up to a number.
  func openNumbers(of device: String, upTo number: Int64) throws(SQLiteError) -> [Int64] {
    try withStatement(
      """
      SELECT number FROM sync_edit WHERE device = ?1 AND number BETWEEN 1 AND ?2
        AND state = 'pending' ORDER BY number
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(device, at: 1)
      try row.bind(number, at: 2)
      var numbers: [Int64] = []
      while try row.step() { numbers.append(try row.integer(at: 0)) }
      return numbers
    }
  }

  func note(
    _ change: SyncChange
  ) throws(SQLiteError) {
    try withStatement(
      """
      INSERT INTO sync_remote (revision, namespace, key, device, number, edited, has_won, type, value)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT DO UPDATE SET namespace = ?2, key = ?3, device = ?4, number = ?5, edited = ?6,
        has_won = ?7, type = ?8, value = ?9
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(change.cursor.revision, at: 1)
      try row.bind(change.item.name.namespace, at: 2)
      try row.bind(change.item.name.key, at: 3)
      try row.bind(change.item.version.device, at: 4)
      try row.bind(change.item.version.number, at: 5)
      try row.bind(change.item.edited, at: 6)
      try row.bind(change.hasWon ? 1 as Int64 : 0, at: 7)
      try row.bind(change.item.value, at: 8)
      try row.run()
    }
  }
}

extension Statement {
  /// Type and bytes in two parameters; NULL where there is no value.
  func bind(_ value: SyncValue?, at index: Int32) throws(SQLiteError) {
    guard let value else { return }
    try bind(value.type, at: index)
    try bind(value.bytes, at: index + 1)
  }

  func syncValue(at column: Int32) throws(SQLiteError) -> SyncValue? {
    guard !isNull(at: column), case .blob(let bytes) = value(at: column + 1) else { return nil }
    return SyncValue(type: try text(at: column), bytes: bytes)
  }

  func version(at column: Int32) throws(SQLiteError) -> SyncVersion? {
    guard !isNull(at: column) else { return nil }
    return SyncVersion(device: try text(at: column), number: try integer(at: column + 1))
  }

  /// nil for a name that no program of ours has written here.
  func name(at column: Int32) throws(SQLiteError) -> PreferenceName? {
    try? PreferenceName(namespace: try text(at: column), key: try text(at: column + 1))
  }

  fileprivate func syncItem() throws(SQLiteError) -> SyncItem? {
    guard let name = try name(at: 0), let version = try version(at: 2) else { return nil }
    return SyncItem(
      name: name, version: version, edited: try integer(at: 4), value: try syncValue(at: 5))
  }

  fileprivate func queuedEdit() throws(SQLiteError) -> QueuedEdit? {
    guard let name = try name(at: 1), let version = try version(at: 3) else { return nil }
    return QueuedEdit(
      number: try integer(at: 0), name: name, version: version, base: try self.version(at: 5),
      edited: isNull(at: 7) ? nil : try integer(at: 7),
      claimed: isNull(at: 16) ? nil : try integer(at: 16), madeAt: try integer(at: 8),
      monotonic: try integer(at: 9), boot: try text(at: 10), notBefore: try integer(at: 11),
      value: try syncValue(at: 12), hash: try text(at: 14), sequence: try integer(at: 15))
  }
}
