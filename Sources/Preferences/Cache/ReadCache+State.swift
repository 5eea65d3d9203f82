internal import SQLiteCore

/// Going along with the file.
extension ReadCache {
  /// Makes the cache hold for a state of the file that is now or later than now; to be called by the
  /// holder of the reader's lock, before it reads what it will keep.
  ///
  /// - Returns: where the state stands; nil when nothing can be kept.
  func bringUpToDate(with connection: Connection) throws(SQLiteError) -> FileStatePointer? {
    guard let header = try header(of: connection) else { return nil }
    let now = header.load()
    let (isStarted, log) = state.withLock { ($0.isStarted, $0.log) }
    let before = known.load()
    guard !isStarted || before != now else { return header }
    let commits = now.commits &- before.commits
    let delta = isStarted ? try connection.changes(after: log, in: commits) : nil
    let end = if let delta { delta.end } else { try connection.logEnd() }
    state.withLock { state in
      if let delta { state.forget(delta.names, andFleeting: true) } else { state.forgetAll() }
      (state.log, state.isStarted) = (end, true)
      known.store(now)
    }
    return header
  }

  private func header(of connection: Connection) throws(SQLiteError) -> FileStatePointer? {
    let (header, mustAsk) = state.withLock {
      ($0.header, $0.header == nil && !$0.hasNoHeader && $0.limit > 0)
    }
    guard mustAsk else { return header }
    let found = try connection.walIndexHeader().map(FileStatePointer.init)
    state.withLock { ($0.header, $0.hasNoHeader) = (found, found == nil) }
    return found
  }

  /// Keeps a row that was read after ``bringUpToDate(with:)`` under the same lock.
  func keep(_ name: PreferenceName, _ row: Connection.CacheableRow?) {
    state.withLock { state in
      state.keep(row?.value, isLogged: row?.isLogged ?? false, in: state.entry(for: name))
    }
  }

  /// Reads a small store as a whole, once it is clear that it is read at all.
  func readAllIfSmall(_ connection: Connection) throws(SQLiteError) {
    let isDue = state.withLock { state in
      state.misses += 1
      return state.misses == 8
    }
    guard isDue else { return }
    let limit = Int64(state.withLock(\.limit))
    let pages = try connection.integer("PRAGMA page_count") ?? 0
    let size = try connection.integer("PRAGMA page_size") ?? 0
    guard pages * size <= limit,
      let count = try connection.integer(
        "SELECT count(*) FROM (SELECT 1 FROM preference LIMIT 1001)"), count <= 1000
    else { return }
    let rows = try connection.rows(in: nil)
    state.withLock { state in
      for row in rows {
        state.keep(row.value, isLogged: row.sequence > 0, in: state.entry(for: row.name))
      }
      state.isComplete = true
    }
  }

  // MARK: - Own commits

  /// The state inside a write transaction, before its commit; nil when the cache does not hold for it.
  func stateBeforeCommit() -> FileState? {
    state.withLock { state in
      guard let header = state.header, state.isStarted, header.equals(known) else { return nil }
      return header.load()
    }
  }

  /// After a commit of this store: adopts the new state, unless somebody else came between.
  func adoptCommit(
    after before: FileState?, _ names: [PreferenceName], _ sequences: ClosedRange<Int64>?
  ) {
    guard let before else { return }
    state.withLock { state in
      guard let now = state.header?.load(), known.load() == before,
        now.commits == before.commits &+ 1
      else { return }
      state.forget(names, andFleeting: false)
      if let sequences { state.log = LogEnd(sequence: sequences.upperBound) }
      known.store(now)
    }
  }
}

extension Connection {
  /// A row, as far as a cache wants to know it.
  struct CacheableRow {
    var value: StoredValue
    /// Whether its changes are in the log.
    var isLogged: Bool
  }

  /// The names in the log behind an end of it that were changed by a number of commits; nil when the
  /// log does not tell all: rows are missing, it is another log, or a commit has left nothing in it.
  fileprivate func changes(
    after log: ReadCache.LogEnd, in commits: UInt32
  ) throws(SQLiteError) -> (names: Set<PreferenceName>, end: ReadCache.LogEnd)? {
    try withStatement(
      """
      SELECT namespace, key, sequence, changed_at, change_set FROM preference_change
      WHERE sequence >= ?1 ORDER BY sequence
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(log.sequence, at: 1)
      var names: Set<PreferenceName> = []
      var end = log
      if log.sequence > 0 {
        guard try statement.step(), try statement.integer(at: 2) == log.sequence else { return nil }
        let changedAt = try statement.integer(at: 3)
        guard log.changedAt == nil || log.changedAt == changedAt else { return nil }
      }
      // Rows of one change set follow each other; other programs' rows carry no number, and may be
      // one commit or as many as there are.
      var (sets, unsigned, latest) = (0, 0, Int64(0))
      while try statement.step() {
        let sequence = try statement.integer(at: 2)
        let set = try statement.integer(at: 4)
        guard sequence == end.sequence + 1, names.count < 256 else { return nil }
        names.insert(statement.preferenceName(at: 0))
        end = ReadCache.LogEnd(sequence: sequence, changedAt: try statement.integer(at: 3))
        if set == 0 { unsigned += 1 } else if set != latest { sets += 1 }
        latest = set
      }
      let least = sets + min(unsigned, 1)
      return least > 0 && (least...sets + unsigned).contains(Int(commits)) ? (names, end) : nil
    }
  }

  fileprivate func logEnd() throws(SQLiteError) -> ReadCache.LogEnd {
    try withStatement(
      "SELECT sequence, changed_at FROM preference_change ORDER BY sequence DESC LIMIT 1"
    ) { (statement) throws(SQLiteError) in
      guard try statement.step() else { return ReadCache.LogEnd() }
      return ReadCache.LogEnd(
        sequence: try statement.integer(at: 0), changedAt: try statement.integer(at: 1))
    }
  }
}

extension StoredValue {
  /// Whether what it stands for depends on other names.
  var refersToOthers: Bool {
    type == .colorBlob && color.map { !$0.references.isEmpty } ?? false
  }
}
