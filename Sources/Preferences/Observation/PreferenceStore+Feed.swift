internal import SQLiteCore
import Synchronization

/// Where a reader of the log is.
struct LogPosition: Hashable, Sendable {
  var sequence: Int64
  /// Which of the files that the path has named, for one that was replaced.
  var generation: Int
}

extension PreferenceStore {
  /// The end of the log now; begins to watch the file.
  func observedPosition() throws(PreferenceError) -> LogPosition {
    startFeed()
    return try endOfLog()
  }

  private func endOfLog() throws(PreferenceError) -> LogPosition {
    let last = try read { (connection) throws(SQLiteError) in try connection.lastSequence() }
    return LogPosition(sequence: last ?? 0, generation: identity.generation)
  }

  /// Changes after a position, oldest first.
  ///
  /// - Throws: ``PreferenceError/unavailable(_:)`` with ``StoreFailure/Kind/replaced`` when the log is
  ///   not the one that the position was taken in; the position is then at the end of the new one.
  func changes(
    after position: inout LogPosition, limit: Int
  ) throws(PreferenceError) -> [PreferenceChange] {
    let after = position.sequence
    let page = try read { (connection) throws(SQLiteError) in
      let changes = try connection.changes(after: after, limit: limit)
      return (last: changes.isEmpty ? try connection.lastSequence() : after, changes: changes)
    }
    let last = page?.last ?? 0
    guard last >= after, identity.generation == position.generation else {
      position = try endOfLog()
      throw .unavailable(
        StoreFailure(
          .replaced, path: path,
          "the file was deleted, replaced or restored: changes after #\(after) are not in it"))
    }
    guard let changes = page?.changes, let end = changes.last?.sequence else { return [] }
    // The numbering has no gaps, except where pruning has removed rows.
    position.sequence = end
    return marked(changes)
  }

  private func marked(_ changes: [PreferenceChange]) -> [PreferenceChange] {
    let generation = identity.generation
    return changes.map { change in
      var change = change
      change.isOwn = ownChanges.contains(change.sequence, of: generation)
      return change
    }
  }

  // MARK: - Telling

  /// Begins to look after changes: those of this store after each commit, those of others by a
  /// thread that sleeps until the file changes. Once begun, it goes on until the store ends.
  func startFeed() {
    guard !isFed.exchange(true, ordering: .sequentiallyConsistent) else { return }
    if let end = try? endOfLog() { feed.publishAll(at: end.sequence).resume() }
    guard case .file(let path, _) = location else { return }
    let watcher = StoreWatcher(path: SystemCalls.resolved(path)) { [weak self] in
      guard let self else { return .storeGone }
      return self.publishChanges()
    }
    self.watcher.withLock { $0 = watcher }
    watcher.start()
  }

  /// After a commit of this store: what it has written, and the state of the file that it has made,
  /// where that is known.
  func tellOf(_ changes: CommittedChanges, _ state: FileState?) {
    let sequences = changes.sequences
    ringBell()
    guard isFed.load(ordering: .acquiring) else { return }
    // Nobody else wrote since the last telling: no need to read what is known.
    let names = Set(changes.names)
    let woken = publishing.withLock(held: { nil }) { (position) -> ChangeFeed.Woken? in
      guard changes.isAll, let sequences, feed.published + 1 == sequences.lowerBound else {
        return nil
      }
      position?.tell(state)
      return feed.publish(names, from: feed.published, to: sequences.upperBound)
    }
    if let woken {
      woken.resume()
      return mutate(names)
    }
    publishChanges()
    guard sequences == nil else { return }
    // Of keys that leave nothing in the log, the log has not told.
    feed.publish(names, from: feed.published, to: feed.published).resume()
    mutate(names)
  }

  /// Wakes watchers of other processes: an event at a time at which the commit can be seen.
  ///
  /// The times of -shm mean nothing and are never synced; by its path, for a descriptor of it must
  /// never be closed while SQLite has the file open.
  private func ringBell() {
    guard case .file(let path, _) = location else { return }
    if !SystemCalls.touch(path + "-shm") { _ = SystemCalls.touch(path) }
  }

  /// Reads what is new in the log, and tells those who wait for it; says whether there was anything.
  ///
  /// One at a time, so that `published` only goes forward; everybody is told outside the lock.
  @discardableResult
  func publishChanges() -> StoreWatcher.Outcome {
    var outcome = StoreWatcher.Outcome.moved
    let told = publishing.withLock(held: { nil }) {
      (position) -> (woken: ChangeFeed.Woken, names: Set<PreferenceName>)? in
      let start = feed.published
      do throws(PreferenceError) {
        guard let delta = try delta(after: start, unless: position) else {
          // An own commit that was told of: the hint that it gave needs no further looks.
          outcome = position?.wasTold ?? false ? .own : .still
          position?.wasTold = false
          return nil
        }
        position = delta.state
        let woken =
          delta.isAnotherFile || delta.last < start
          ? feed.publishAll(at: delta.last)
          : feed.publish(delta.names, from: start, to: delta.last, read: delta.changes)
        return (woken, delta.names)
      } catch {
        // Those who wait find out by themselves what is wrong; once.
        guard position?.generation != PublishedState.unreadable else {
          outcome = .still
          return nil
        }
        position = PublishedState(generation: PublishedState.unreadable)
        return (feed.publishAll(at: start), [])
      }
    }
    if let told {
      told.woken.resume()
      mutate(told.names)
    }
    return outcome
  }

  /// What is new in the log.
  private struct Delta {
    var state: PublishedState
    /// Of a file that has taken the place of the one before: all that is in it is told.
    var isAnotherFile = false
    var last: Int64 = 0
    var names: Set<PreferenceName> = []
    var changes: ChangeFeed.ReadChanges?
  }

  /// What is new; nil where nothing was committed since `state`.
  private func delta(
    after start: Int64, unless state: PublishedState?
  ) throws(PreferenceError) -> Delta? {
    let read = try readWithState { (connection, file) throws(SQLiteError) -> Delta? in
      let version = file == nil ? try connection.version() : 0
      // What is read now is of this state or a later one.
      let new = PublishedState(
        generation: identity.generation, connection: file == nil ? connection.number : 0,
        version: version, file: file)
      if let state, new.isSame(as: state) { return nil }
      guard let state, state.generation != new.generation else {
        return try delta(after: start, in: new, connection)
      }
      return try deltaOfAnotherFile(in: new, connection)
    }
    if let read { return read }
    // No file, or nothing in it.
    let new = PublishedState(generation: identity.generation)
    return state.map { new.isSame(as: $0) } ?? false ? nil : Delta(state: new)
  }

  private func delta(
    after start: Int64, in state: PublishedState, _ connection: Connection
  ) throws(SQLiteError) -> Delta {
    // A few changes are handed to those who wait, which spares each of them a read of its own.
    if feed.hasWaiters {
      let changes = try connection.changes(after: start, limit: Self.mostHanded + 1)
      if let last = changes.last?.sequence, changes.count <= Self.mostHanded {
        return Delta(
          state: state, last: last, names: Set(changes.map(\.name)),
          changes: ChangeFeed.ReadChanges(
            changes: marked(changes), generation: state.generation))
      }
    }
    let last = try connection.lastSequence()
    return Delta(
      state: state, last: last,
      names: last > start ? try connection.namesChanged(after: start, to: last) : [])
  }

  private func deltaOfAnotherFile(
    in state: PublishedState, _ connection: Connection
  ) throws(SQLiteError) -> Delta {
    let last = try connection.lastSequence()
    return Delta(
      state: state, isAnotherFile: true, last: last,
      names: try connection.namesChanged(after: 0, to: last))
  }

  private static var mostHanded: Int { 16 }
}

/// What was seen at the last telling.
struct PublishedState {
  var generation: Int
  /// The connection that the version is one of: each begins to count anew.
  var connection = 0
  /// Moves with every commit. Asked where there is no state of the file that can be had for nothing.
  var version: Int64 = 0
  var file: FileState?
  /// Whether it is that of a commit of this store, told of at once.
  var wasTold = false

  /// The generation of a file that cannot be read: whatever can be read next is another one.
  static let unreadable = -1

  func isSame(as other: Self) -> Bool {
    generation == other.generation && connection == other.connection && version == other.version
      && file == other.file
  }

  mutating func tell(_ state: FileState?) {
    guard let state, file != nil else { return }
    (file, wasTold) = (state, true)
  }
}

extension Connection {
  /// `data_version` moves with the commits of other connections (https://sqlite.org/pragma.html), a
  /// store in memory has but this one.
  fileprivate func version() throws(SQLiteError) -> Int64 {
    try integer("SELECT data_version + total_changes() FROM pragma_data_version") ?? 0
  }

  /// The names in the log after a sequence, up to another: what comes meanwhile is told next time.
  fileprivate func namesChanged(
    after sequence: Int64, to last: Int64
  ) throws(SQLiteError) -> Set<PreferenceName> {
    try withStatement(
      "SELECT namespace, key FROM preference_change WHERE sequence > ?1 AND sequence <= ?2"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(sequence, at: 1)
      try statement.bind(last, at: 2)
      var names: Set<PreferenceName> = []
      while try statement.step() {
        names.insert(
          PreferenceName(unchecked: try statement.text(at: 0), key: try statement.text(at: 1)))
      }
      return names
    }
  }
}
