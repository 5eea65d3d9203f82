internal import SQLiteCore

/// The connection that a store reads through; it never writes, and creates nothing.
///
/// Kept behind a ``Lock`` that is never held while foreign code runs.
struct StoreReader {
  private let location: StoreLocation
  private let identity: FileIdentity
  private let busyTimeout: Int32
  private var connection: Connection?
  private var isClosed = false
  private var hasSchema = false
  private let cache: ReadCache
  private var standing = CacheStanding()
  private var lease = ReadLease()
  private var hasKeeper = false

  init(
    location: StoreLocation, identity: FileIdentity, busyTimeout: Int32, cache: ReadCache
  ) {
    self.location = location
    self.identity = identity
    self.busyTimeout = busyTimeout
    self.cache = cache
  }

  /// The connection; nil while there is no file, or no schema in it: then nothing is set.
  mutating func current() throws(StoreFailure) -> Connection? {
    guard !isClosed else { throw .closed(path: location.path) }
    if let connection {
      if !cache.isFreshlyLookedAt {
        cache.noteLook()
        if connection.hasMoved || changedUnderImmutable(connection) { close() }
        do { try identity.checkLength(location) } catch {
          close()
          throw error
        }
      }
    }
    if connection == nil { connection = try open() }
    guard let connection else { return nil }
    if !hasSchema {
      switch try SchemaVersion.read(from: connection, path: location.path) {
      case .empty: return nil
      case .version:
        hasSchema = true
        identity.noteContent(of: location)
      }
    }
    return connection
  }

  /// Lets go of the file; the next read opens it again, unless this is the end.
  mutating func close(forGood: Bool = false) {
    isClosed = isClosed || forGood
    forgetCachedValues()
    connection = nil
    hasSchema = false
    immutableState = nil
  }

  mutating func forgetCachedValues() {
    endLease()
    cache.empty()
    standing = CacheStanding()
  }

  /// Makes the cache hold for the file; see ``ReadCache/follow(_:_:)``. What is read next may be read
  /// under a lease.
  mutating func follow(_ connection: Connection) throws(SQLiteError) -> FileStatePointer? {
    if let header = standing.header, lease.holds(header, connection) { return header }
    let header = try cache.follow(connection, &standing)
    if let header { lease.beginIfCalm(connection, header, known: cache.known) }
    return header
  }

  /// What the file is like; nil where that is not to be had for nothing.
  mutating func state(of connection: Connection) throws(SQLiteError) -> FileState? {
    try cache.header(of: connection, &standing)?.load()
  }

  /// Before something that is not read for the cache, and when something has failed.
  mutating func endLease() {
    if let connection { lease.end(connection) }
  }

  /// Whether a lease is held and nobody is there yet to end it in time.
  var needsKeeper: Bool { lease.isHeld && !hasKeeper }

  var holdsLease: Bool { lease.isHeld }

  /// Says that somebody will call ``endLeaseInTime()`` until it is false.
  mutating func promiseKeeper() { hasKeeper = true }

  /// Ends the lease; false when there has been none, so that nobody is needed to do that.
  mutating func endLeaseInTime() -> Bool {
    hasKeeper = lease.isHeld
    endLease()
    return hasKeeper
  }

  /// After a commit of this store; see ``ReadCache/adoptCommit(of:after:_:)``.
  mutating func adoptCommit(of changes: CommittedChanges, after before: FileState) -> FileState? {
    cache.adoptCommit(of: changes, after: before, &standing)
  }

  private mutating func open() throws(StoreFailure) -> Connection? {
    try identity.check(location)
    cache.noteLook()
    let connection = try location.openForReading(busyTimeout: busyTimeout)
    if connection?.access == .immutable { immutableState = SystemCalls.entry(at: location.path) }
    return connection
  }

  /// Size and times of a file that was opened as immutable: nobody tells us when it changes.
  private var immutableState: SystemCalls.Entry?

  private func changedUnderImmutable(_ connection: Connection) -> Bool {
    guard connection.access == .immutable else { return false }
    return location.hasLog || SystemCalls.entry(at: location.path) != immutableState
  }
}
