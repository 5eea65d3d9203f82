internal import SQLiteCore
import Synchronization

/// How a cache stands to its file; in the hands of the reader's lock.
struct CacheStanding {
  /// Where the file's state stands; nil while nobody has asked.
  private(set) var header: FileStatePointer?
  private var hasNoHeader = false
  /// Whether the known state is one of this file.
  fileprivate var isStarted = false
  /// The end of the log in the known state.
  fileprivate var log = LogEnd()

  struct LogEnd {
    var sequence: Int64 = 0
    /// When its last row was written, by which another log is told from a longer one; nil: not known.
    var changedAt: Int64?
  }

  fileprivate mutating func findHeader(of connection: Connection) throws(SQLiteError) {
    guard header == nil, !hasNoHeader else { return }
    header = try connection.walIndexHeader().map(FileStatePointer.init)
    hasNoHeader = header == nil
  }
}

/// Going along with the file.
extension ReadCache {
  /// Makes the cache hold for a state of the file that is now or later than now; to be called before
  /// what will be kept is read.
  ///
  /// - Returns: where the state stands; nil when nothing can be kept.
  func follow(
    _ connection: Connection, _ standing: inout CacheStanding
  ) throws(SQLiteError) -> FileStatePointer? {
    guard let header = try header(of: connection, &standing) else { return nil }
    guard !standing.isStarted || !header.equals(known) else { return header }
    let (before, now) = (known.load(), header.load())
    let commits = now.commits &- before.commits
    let delta =
      standing.isStarted ? try connection.changes(after: standing.log, in: commits) : nil
    standing.log = if let delta { delta.end } else { try connection.logEnd() }
    standing.isStarted = true
    state.withLock { state in
      if let delta { state.forget(delta.names, andFleeting: true) } else { state.forgetAll() }
      state.header = header
      known.store(now)
    }
    return header
  }

  /// Where the file's state stands; nil where there is none, or nothing is to be kept.
  func header(
    of connection: Connection, _ standing: inout CacheStanding
  ) throws(SQLiteError) -> FileStatePointer? {
    guard isUsed else { return nil }
    try standing.findHeader(of: connection)
    return standing.header
  }

  /// Keeps a row that was read after ``follow(_:_:)`` under the same lock.
  ///
  /// - Returns: whether now is the time to read a small store as a whole.
  func keep(_ entry: CacheEntry?, _ name: PreferenceName, _ row: Connection.CacheableRow?) -> Bool {
    state.withLock { state in
      state.keep(
        row?.value, isLogged: row?.isLogged ?? false, in: entry ?? state.entry(for: name))
      state.misses += 1
      return state.misses == 8
    }
  }

  /// Reads a small store as a whole, once it is clear that it is read at all.
  func readAllIfSmall(_ connection: Connection) throws(SQLiteError) {
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
    state.withLock { state in state.isCurrent(known) ? state.header?.load() : nil }
  }

  /// After a commit of this store: adopts the new state, unless somebody else came between.
  ///
  /// - Returns: the new state, if it was adopted.
  func adoptCommit(
    of changes: CommittedChanges, after before: FileState, _ standing: inout CacheStanding
  ) -> FileState? {
    guard let now = standing.header?.load(), known.load() == before,
      now.commits == before.commits &+ 1
    else { return nil }
    if let sequences = changes.sequences {
      standing.log = CacheStanding.LogEnd(sequence: sequences.upperBound)
    }
    state.withLock { state in
      state.forget(changes.names, andFleeting: false)
      known.store(now)
    }
    return now
  }
}

extension Connection {
  /// A row, as far as a cache wants to know it.
  struct CacheableRow {
    var value: StoredValue
    /// Whether its changes are in the log.
    var isLogged: Bool
  }

  /// Rows of the log that a read looks at; behind more of them, to forget everything is cheaper.
  private static let longestDelta: Int64 = 256

  /// The names in the log behind an end of it that were changed by a number of commits; nil when the
  /// log does not tell all: rows are missing, it is another log, or a commit has left nothing in it.
  fileprivate func changes(
    after log: CacheStanding.LogEnd, in commits: UInt32
  ) throws(SQLiteError) -> (names: Set<PreferenceName>, end: CacheStanding.LogEnd)? {
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
        guard sequence == end.sequence + 1, sequence - log.sequence <= Self.longestDelta else {
          return nil
        }
        names.insert(statement.preferenceName(at: 0))
        end = CacheStanding.LogEnd(sequence: sequence, changedAt: try statement.integer(at: 3))
        if set == 0 { unsigned += 1 } else if set != latest { sets += 1 }
        latest = set
      }
      let least = sets + min(unsigned, 1)
      return least > 0 && (least...sets + unsigned).contains(Int(commits)) ? (names, end) : nil
    }
  }

  fileprivate func logEnd() throws(SQLiteError) -> CacheStanding.LogEnd {
    try withStatement(
      "SELECT sequence, changed_at FROM preference_change ORDER BY sequence DESC LIMIT 1"
    ) { (statement) throws(SQLiteError) in
      guard try statement.step() else { return CacheStanding.LogEnd() }
      return CacheStanding.LogEnd(
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
