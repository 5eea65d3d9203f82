package import Preferences
internal import SQLiteCore

/// A store as a device of an account: the steps of a round, each a call of the engine and then one
/// transaction. Nothing is held locked while the server is waited for.
package final class SyncDevice: Sendable {
  package let store: PreferenceStore
  private let account: String?
  private let clock: SyncClock
  private let memory = Lock(Memory())

  /// What is known as long as the process runs.
  private struct Memory {
    /// The server's time at a moment of the monotonic clock.
    var server: (time: Int64, monotonic: Int64)?
    /// When all edits so far were last collected, by the server's clock.
    var checkedAt: Int64 = 0
    var isGreeted = false
    var problems: [PreferenceError] = []
  }

  /// - Parameter account: whose device it is; nil: of whoever is signed in. While somebody else is,
  ///   which another process can bring about at any time, it is nobody's.
  package init(_ store: PreferenceStore, account: String? = nil, clock: SyncClock = .system) {
    self.store = store
    self.account = account
    self.clock = clock
  }

  /// Values of the server that could not be stored here; they stay there.
  package var problems: [PreferenceError] { memory.withLock { $0.problems } }

  /// Another connection may be one to another server: the next round begins with an introduction.
  package func forgetGreeting() { memory.withLock { $0.isGreeted = false } }

  /// Queues what was edited since the last look, and runs `body` in the same transaction.
  ///
  /// - Throws: `notSignedIn`, `store`.
  @discardableResult
  func update<Result>(
    _ body: (inout SyncUpdate) throws(PreferenceError) -> Result
  ) throws(SyncError) -> Result {
    let moment = clock.now()
    let (server, checkedAt) = memory.withLock { ($0.server, $0.checkedAt) }
    let time = server.map { $0.time + moment.monotonic - $0.monotonic }
    let outcome: (Result, [PreferenceError])?
    do throws(PreferenceError) {
      outcome = try store.changeForOthers { (changes) throws(PreferenceError) in
        let found = try changes.sql { (connection) throws(SQLiteError) in
          guard try connection.hasSyncTables() else { return nil as (SyncAccount, [SyncRule])? }
          return try connection.activeAccount().map { (account) throws(SQLiteError) in
            (account, try connection.syncRules())
          }
        }
        guard let (account, rules) = found,
          self.account.map({ $0 == account.account }) ?? true
        else { return nil }
        var update = SyncUpdate(
          changes, account, SyncRules(rules), moment: moment, serverTime: time,
          checkedAt: checkedAt)
        try update.collect()
        let result = try body(&update)
        // What was shown is no edit.
        update.account.collected = try update.changes.lastSequence()
        if update.account != account {
          update.account.checkedAt = time ?? update.account.checkedAt
          let new = update.account
          try update.changes.sql { (connection) throws(SQLiteError) in
            try connection.save(new)
            if new.lastNumber / 1024 != account.lastNumber / 1024
              || new.cursor.revision / 1024 != account.cursor.revision / 1024
            {
              try connection.pruneSync(new)
            }
          }
        }
        if update.signsOut {
          try update.changes.sql { (connection) throws(SQLiteError) in try connection.signOut() }
        }
        changes = update.changes
        return (result, update.problems)
      }
    } catch { throw .store(error) }
    guard let (result, problems) = outcome else { throw .notSignedIn }
    memory.withLock { memory in
      if let time { memory.checkedAt = time }
      for problem in problems where !memory.problems.contains(problem) {
        memory.problems.append(problem)
      }
    }
    return result
  }

  /// Queues what was edited, so that the time of the edit is known well; how many edits are waiting.
  @discardableResult
  package func collect() throws(SyncError) -> Int {
    try update { (update) throws(PreferenceError) in
      let (device, sent) = (update.account.device, update.account.sent)
      return try update.changes.sql { (connection) throws(SQLiteError) in
        try connection.pendingCount(of: device, after: sent)
      }
    }
  }

  /// Signs out, with what was edited queued for the account.
  func signOut() throws(SyncError) {
    try update { (update) throws(PreferenceError) in update.signsOut = true }
  }

  // MARK: - A round

  /// Most changes in a page, and edits in a push.
  private static let pageSize = 200
  private static let batchSize = 100

  /// Brings device and server together. After an error all that was done holds, and the next round
  /// goes on from there.
  package func round(_ engine: some SyncEngine) async throws(SyncError) {
    // A server that is put back again and again would keep us here.
    for _ in 0..<1000 {
      if !memory.withLock(\.isGreeted) { try await greet(engine) }
      guard try await pull(engine) else {
        // What the server has of this device is to be settled, if it is of this file.
        try await greet(engine)
        let snapshot = try await engine.snapshot()
        try update { (update) throws(PreferenceError) in try update.take(snapshot) }
        forgetGreeting()
        continue
      }
      try compare()
      switch try await push(engine) {
      case .nothing: return
      case .all: continue
      case .stopped: forgetGreeting()
      }
    }
    throw .invalidAnswer("the server never comes to rest")
  }

  private func greet(_ engine: some SyncEngine) async throws(SyncError) {
    for _ in 0..<3 {
      let greeting = try update { (update) throws(PreferenceError) in
        SyncGreeting(device: update.account.device, name: update.account.deviceName)
      }
      let welcome = try await engine.hello(greeting)
      let now = clock.now()
      memory.withLock { $0.server = (welcome.time, now.monotonic) }
      let isOurs = try update { (update) throws(PreferenceError) in
        guard greeting.device == update.account.device else { return false }
        guard try update.take(welcome) else {
          try update.becomeNewDevice()
          return false
        }
        return true
      }
      guard isOurs else { continue }
      memory.withLock { $0.isGreeted = true }
      return
    }
    throw .invalidAnswer("the server knows more edits of a new device than there are")
  }

  /// - Returns: false when the cursor is not on the server's log.
  private func pull(_ engine: some SyncEngine) async throws(SyncError) -> Bool {
    while true {
      let account = try update { (update) throws(PreferenceError) in update.account }
      guard
        case .changes(let changes, let head) = try await engine.pull(
          after: account.cursor, limit: Self.pageSize)
      else { return false }
      // A new device takes what there is, not all that ever was.
      let isNew = account.cursor == .start && account.sent == 0
      if isNew, head.revision > Int64(Self.pageSize) { return false }
      if !changes.isEmpty {
        let isSame = try update { (update) throws(PreferenceError) in
          // Another process may have synced the same file meanwhile.
          guard update.account.cursor == account.cursor else { return false }
          try update.take(changes)
          return true
        }
        guard isSame else { continue }
      }
      if changes.isEmpty || changes.last?.cursor == head { return true }
    }
  }

  /// What rules were given since: the first meeting of what is here and there.
  private func compare() throws(SyncError) {
    try update { (update) throws(PreferenceError) in
      let open = update.rules.rules.contains { $0.prefer != nil }
      guard open else { return }
      var names: [PreferenceName] = []
      for name in try update.allNames() {
        guard let rule = update.rules.rule(for: name), rule.prefer != nil else { continue }
        try update.meet(rule, name)
        names.append(name)
      }
      let rules = try update.changes.sql { (connection) throws(SQLiteError) in
        try connection.finishComparing()
        return try connection.syncRules()
      }
      update.rules = SyncRules(rules)
      for name in names { try update.show(name) }
    }
  }

  private enum Pushed { case nothing, all, stopped }

  private func push(_ engine: some SyncEngine) async throws(SyncError) -> Pushed {
    var hasPushed = false
    while true {
      let batch = try batch()
      guard !batch.edits.isEmpty else { return hasPushed ? .all : .nothing }
      let receipt = try await engine.push(batch.edits, from: batch.device)
      hasPushed = true
      try update { (update) throws(PreferenceError) in
        guard update.account.device == batch.device else { return }
        try update.take(refused: receipt.refused)
        if receipt.stop == .fork { return try update.becomeNewDevice() }
        if receipt.stop == nil {
          update.account.sent = max(update.account.sent, receipt.lastNumber)
        }
      }
      if receipt.stop != nil { return .stopped }
    }
  }

  /// The next edits, at most 256 KiB of them.
  private func batch() throws(SyncError) -> (device: String, edits: [SyncEdit]) {
    try update { (update) throws(PreferenceError) in
      let account = update.account
      let time = update.serverTime ?? update.moment.wall
      let queue = try update.changes.sql { (connection) throws(SQLiteError) in
        try connection.queue(
          of: account.device, after: account.sent, limit: SyncDevice.batchSize)
      }
      guard let first = queue.first else { return (account.device, []) }
      var previous =
        try update.changes.sql { (connection) throws(SQLiteError) in
          try connection.hash(of: SyncVersion(device: account.device, number: first.number - 1))
        } ?? ""
      var edits: [SyncEdit] = []
      var bytes = 0
      for edit in queue {
        let size = edit.value?.bytes.count ?? 0
        // Excluded since: the number is used up, the value stays here.
        let isWithheld = update.withholds(edit)
        let isTooLarge = isWithheld || size > account.valueLimit
        bytes += isTooLarge ? 0 : size
        if !edits.isEmpty, bytes > 262_144 { break }
        edits.append(
          SyncEdit(
            number: edit.number, name: edit.name, version: edit.version, base: edit.base,
            value: isTooLarge ? nil : edit.value,
            edited: try update.claim(edit, at: time), previousHash: previous,
            hash: edit.hash, isTooLarge: isTooLarge))
        previous = edit.hash
      }
      return (account.device, edits)
    }
  }
}

extension Connection {
  fileprivate func pendingCount(of device: String, after sent: Int64) throws(SQLiteError) -> Int {
    try withStatement(
      """
      SELECT count(*) FROM sync_edit
      WHERE device = ?1 AND number > max(?2, 0) OR device = ?1 AND number > 0 AND state = 'refused'
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(device, at: 1)
      try row.bind(sent, at: 2)
      return try row.step() ? Int(clamping: try row.integer(at: 0)) : 0
    }
  }

  /// Lets go of what is settled, but for the newest: they are what heals a server that was put back.
  fileprivate func pruneSync(_ account: SyncAccount) throws(SQLiteError) {
    try withStatement(
      """
      DELETE FROM sync_edit WHERE device = ?1 AND number < ?2 AND state NOT IN ('pending', 'refused')
      """
    ) { (row) throws(SQLiteError) in
      try row.bind(account.device, at: 1)
      try row.bind(account.lastNumber - 10_000, at: 2)
      try row.run()
    }
    try withStatement("DELETE FROM sync_remote WHERE revision < ?1") { (row) throws(SQLiteError) in
      try row.bind(account.cursor.revision - 10_000, at: 1)
      try row.run()
    }
  }
}
