internal import Preferences
internal import SQLiteCore

/// One transaction on the device: it begins by queueing what was edited since the last one, so that an
/// edit's base is what was shown when it was made, and ends by noting how far the log was read.
struct SyncUpdate {
  var changes: ChangesForOthers
  var account: SyncAccount
  var rules: SyncRules
  let moment: SyncClock.Moment
  /// The server's time now; nil while it is not known.
  let serverTime: Int64?
  /// When all edits so far were last collected, by the server's clock.
  let checkedAt: Int64
  /// Values that could not be stored, each with its reason.
  private(set) var problems: [PreferenceError] = []

  /// Whether nobody is signed in when it is done.
  var signsOut = false

  /// Names of devices that are stored already.
  var noted: [String: String] = [:]

  private static let pageSize = 256

  init(
    _ changes: ChangesForOthers, _ account: SyncAccount, _ rules: SyncRules,
    moment: SyncClock.Moment, serverTime: Int64?, checkedAt: Int64
  ) {
    self.changes = changes
    self.account = account
    self.rules = rules
    self.moment = moment
    self.serverTime = serverTime
    self.checkedAt = max(checkedAt, account.checkedAt)
  }

  // MARK: - Edits

  /// Queues what the log has since the last look.
  mutating func collect() throws(PreferenceError) {
    var last = account.collected
    var hasGap = false
    while true {
      let page = try changes.changes(after: last, limit: Self.pageSize)
      for change in page {
        hasGap = hasGap || change.sequence != last + 1
        last = change.sequence
        guard change.after?.type != .erased, Self.travels(change.name), rules.sends(change.name)
        else { continue }
        try queue(
          change.after.map { SyncValue($0) }, for: change.name,
          base: visible(change.name).version, madeAt: change.changedAt, sequence: change.sequence)
      }
      if page.count < Self.pageSize { break }
    }
    account.collected = last
    // Old history was pruned before it was looked at: what counts is what is there now.
    if hasGap { for name in try allNames() { try compare(name) } }
  }

  /// Gives an edit a number and a place in the queue.
  mutating func queue(
    _ value: SyncValue?, for name: PreferenceName, base: SyncVersion?, madeAt: Int64,
    sequence: Int64 = 0, version: SyncVersion? = nil, edited: Int64? = nil, notBefore: Int64? = nil
  ) throws(PreferenceError) {
    account.lastNumber += 1
    let number = account.lastNumber
    let version = version ?? SyncVersion(device: account.device, number: number)
    account.hash = SyncHash.edit(
      after: account.hash, number: number, name: name, version: version, value: value)
    var earliest = notBefore ?? 0
    if notBefore == nil { earliest = try self.earliest(after: base, of: name) }
    var edit = QueuedEdit(
      number: number, name: name, version: version, base: base, edited: edited, madeAt: madeAt,
      monotonic: moment.monotonic - max(0, moment.wall - madeAt), boot: moment.boot,
      notBefore: earliest, value: value, hash: account.hash, sequence: sequence)
    edit.claimed = serverTime.map { edit.edited(at: moment, serverTime: $0) }
    let device = account.device
    try changes.sql { (connection) throws(SQLiteError) in
      try connection.insert(edit, of: device)
    }
  }

  /// A name that another device can use.
  private static func travels(_ name: PreferenceName) -> Bool {
    guard let checked = try? PreferenceName(namespace: name.namespace, key: name.key) else {
      return false
    }
    return checked.namespace.utf8.elementsEqual(name.namespace.utf8)
      && checked.key.utf8.elementsEqual(name.key.utf8)
  }

  // MARK: - What is shown

  func visible(_ name: PreferenceName) throws(PreferenceError) -> VisibleVersion {
    try changes.sql { (connection) throws(SQLiteError) in try connection.visible(name) }
  }

  /// Stores what is to be shown for a preference, with the name of the device that made it.
  mutating func show(_ name: PreferenceName) throws(PreferenceError) {
    guard rules.receives(name), try isLogged(name) else { return }
    let shown = try visible(name)
    var stored: StoredValue?
    if let value = shown.value {
      guard let known = value.stored else {
        problems.append(.unreadable(key: name, reason: "a value of a newer version"))
        return
      }
      stored = known
    }
    let origin = try origin(of: shown.version)
    do throws(PreferenceError) { try changes.set(stored, for: name, origin: origin) } catch {
      guard case .notRepresentable = error else { throw error }
      problems.append(error)
    }
  }

  func origin(of version: SyncVersion?) throws(PreferenceError) -> String {
    guard let version else { return "sync" }
    if version.device == account.device { return account.deviceName }
    return try changes.sql { (connection) throws(SQLiteError) in
      try connection.deviceName(of: version.device)
    } ?? "sync"
  }

  // MARK: - Comparing

  /// Makes of a difference between what is stored and what was last shown an edit: the log has not
  /// told of it.
  mutating func compare(_ name: PreferenceName) throws(PreferenceError) {
    guard rules.sends(name), Self.travels(name), try isLogged(name) else { return }
    let shown = try visible(name)
    let stored = try changes.storedValue(of: name).map { SyncValue($0) }
    guard stored != shown.value, shown.value.map({ $0.stored != nil }) ?? true else { return }
    try queue(stored, for: name, base: shown.version, madeAt: moment.wall)
  }

  /// The first meeting of what is here and what is on the server.
  mutating func meet(_ rule: SyncRule, _ name: PreferenceName) throws(PreferenceError) {
    guard Self.travels(name), try isLogged(name) else { return }
    let shown = try visible(name)
    let stored = try changes.storedValue(of: name).map { SyncValue($0) }
    guard let stored, stored != shown.value else { return }
    guard rule.mode == .include else { return try keepAside(stored, of: name) }
    // What is only here is sent, also where it was removed elsewhere once.
    guard shown.value != nil else {
      return try queue(stored, for: name, base: shown.version, madeAt: storedAt(name))
    }
    switch rule.prefer {
    case .local: try queue(stored, for: name, base: shown.version, madeAt: storedAt(name))
    case .newest:
      // It may be much older than the sync.
      try queue(stored, for: name, base: nil, madeAt: storedAt(name), notBefore: 0)
    case .server, nil: try keepAside(stored, of: name)
    }
  }

  /// Notes a value that gives way; the store's own history has it as well.
  private mutating func keepAside(
    _ value: SyncValue, of name: PreferenceName
  ) throws(PreferenceError) {
    let winner = try origin(of: visible(name).version)
    let (account, moment, madeAt) = (account, moment, try storedAt(name))
    try changes.sql { (connection) throws(SQLiteError) in
      let number = try connection.nextAsideNumber(of: account.device)
      let version = SyncVersion(device: account.device, number: number)
      try connection.insert(
        QueuedEdit(
          number: number, name: name, version: version, madeAt: madeAt,
          monotonic: moment.monotonic, boot: moment.boot, notBefore: 0, value: value, hash: "",
          sequence: 0),
        of: account.device)
      try connection.settle(version, as: "superseded", edited: nil, winner: winner)
    }
  }

  private func storedAt(_ name: PreferenceName) throws(PreferenceError) -> Int64 {
    try changes.sql { (connection) throws(SQLiteError) in try connection.storedAt(name) }
      ?? moment.wall
  }

  private func isLogged(_ name: PreferenceName) throws(PreferenceError) -> Bool {
    try changes.sql { (connection) throws(SQLiteError) in try connection.isLogged(name) }
  }

  /// Names that are set here, and those that the server has told of.
  func allNames() throws(PreferenceError) -> [PreferenceName] {
    try changes.sql { (connection) throws(SQLiteError) in try connection.syncNames() }
  }
}

extension Connection {
  fileprivate func nextAsideNumber(of device: String) throws(SQLiteError) -> Int64 {
    try withStatement("SELECT min(0, min(number)) - 1 FROM sync_edit WHERE device = ?1") {
      (row) throws(SQLiteError) in
      try row.bind(device, at: 1)
      return try row.step() && !row.isNull(at: 0) ? try row.integer(at: 0) : -1
    }
  }

  fileprivate func storedAt(_ name: PreferenceName) throws(SQLiteError) -> Int64? {
    try withStatement("SELECT updated_at FROM preference WHERE namespace = ?1 AND key = ?2") {
      (row) throws(SQLiteError) in
      try row.bind(name.namespace, at: 1)
      try row.bind(name.key, at: 2)
      return try row.step() ? try row.integer(at: 0) : nil
    }
  }

  /// Whether a key leaves its changes in the log; one that does not stays on its device.
  fileprivate func isLogged(_ name: PreferenceName) throws(SQLiteError) -> Bool {
    try withStatement(
      """
      SELECT coalesce((SELECT sequence FROM preference_key WHERE namespace = ?1 AND key = ?2),
        (SELECT sequence FROM preference WHERE namespace = ?1 AND key = ?2), 1) <> 0
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(name.namespace, at: 1)
      try row.bind(name.key, at: 2)
      return try row.step() ? try row.integer(at: 0) != 0 : true
    }
  }

  fileprivate func syncNames() throws(SQLiteError) -> [PreferenceName] {
    try withStatement(
      "SELECT namespace, key FROM preference UNION SELECT namespace, key FROM sync_shadow"
    ) { (row) throws(SQLiteError) in
      var names: [PreferenceName] = []
      while try row.step() { if let name = try row.name(at: 0) { names.append(name) } }
      return names
    }
  }
}
