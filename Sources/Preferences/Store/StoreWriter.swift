internal import PreferencesSchema
internal import SQLiteCore

/// The connection that a store writes through, opened by the first write.
///
/// Kept behind a ``Lock`` that is held for the length of a transaction, user code included.
struct StoreWriter {
  private let location: StoreLocation
  private let options: StoreOptions
  private var connection: Connection?
  /// Holds a snapshot while `connection` checkpoints; see Connection+Checkpoint.swift.
  private var guardian: Connection?
  private var commitsUntilCheckpoint = 0
  /// Ids of preference_origin, for names whose row is committed.
  private var originIDs: [String: Int64] = [:]

  /// Frames in the log at which a commit starts a checkpoint: 4 MB of 4 KiB pages.
  private static let checkpointFrames = 1000

  private let identity: FileIdentity
  private let upgrade: SchemaUpgrade

  init(
    location: StoreLocation, identity: FileIdentity, options: StoreOptions, upgrade: SchemaUpgrade
  ) {
    self.location = location
    self.identity = identity
    self.options = options
    self.upgrade = upgrade
  }

  /// The connection to the file that the path names now, with the schema in it.
  mutating func current() throws(StoreFailure) -> Connection {
    if let connection {
      guard connection.hasMoved else { return connection }
      close()
    }
    guard options.access == .readWrite else {
      throw StoreFailure(.readOnly, path: location.path, "the store was opened for reading only")
    }
    let opened = try open()
    connection = opened
    return opened
  }

  /// Lets go of the file; the next write opens it again.
  mutating func close() {
    guardian = nil
    connection = nil
    originIDs = [:]
  }

  // MARK: - Opening

  private func open() throws(StoreFailure) -> Connection {
    let connection = try opened()
    guard !location.isMemory else {
      try upgrade.run(on: connection)
      return connection
    }
    guard !connection.isReadOnly else {
      throw StoreFailure(
        .noPermission, path: location.path, "no permission to write the file")
    }
    let found = try SchemaVersion.read(from: connection, path: location.path)
    try setJournal(connection, isNew: found == .empty)
    try upgrade.run(on: connection)
    return connection
  }

  private func opened() throws(StoreFailure) -> Connection {
    if case .file(let path, createsFolders: true) = location {
      let number = SystemCalls.createFolders(at: SystemCalls.folder(of: path))
      guard number == 0 else { throw StoreFailure(systemError: number, path: path) }
    }
    if !location.isMemory { try identity.check(location.path) }
    do {
      let connection = try Connection(
        path: location.memoryName, access: .create, inMemory: location.isMemory,
        busyTimeout: options.busyMilliseconds,
        synchronous: options.durability == .full ? .full : .normal)
      // A large transaction must not take the file for itself, or restart the log, before COMMIT.
      try connection.run("PRAGMA cache_spill=0")
      return connection
    } catch {
      throw StoreFailure(error, path: location.path)
    }
  }

  /// A new file gets the journal asked for, WAL by default; an old one keeps its own unless told.
  ///
  /// Changing it needs the file alone for a moment.
  private func setJournal(_ connection: Connection, isNew: Bool) throws(StoreFailure) {
    guard let wanted = options.journal ?? (isNew ? .writeAheadLog : nil) else { return }
    do {
      let name = wanted == .writeAheadLog ? "wal" : "delete"
      for _ in 0..<(isNew ? max(200, options.busyMilliseconds / 5) : 1) {
        if try connection.journalMode() == name { return }
        if try connection.changeJournalMode(writeAheadLog: wanted == .writeAheadLog) { return }
        // Others are using the file. An old one keeps its journal then: right for them, and so for
        // us; a new one is being created by somebody else, with the same wish.
        if isNew { SystemCalls.sleep(milliseconds: 5) }
      }
    } catch { throw StoreFailure(error, path: location.path) }
  }

  // MARK: - Origins

  /// The number of an origin, its row inserted when new; call inside the transaction.
  func originID(
    of name: String, on connection: Connection
  ) throws(SQLiteError) -> Int64 {
    if let known = originIDs[name] { return known }
    return try connection.originID(of: name)
  }

  /// Remembers an origin whose row is committed.
  mutating func remember(origin name: String, id: Int64) {
    // Names that an app makes up per call must not grow the table in memory without end.
    if originIDs.count >= 64 { originIDs = [:] }
    originIDs[name] = id
  }

  // MARK: - Checkpoints

  /// After a commit: copies a long log into the database file. Busy or incomplete: again soon.
  mutating func checkpointIfDue() throws(StoreFailure) {
    guard let connection, connection.framesInLog >= Self.checkpointFrames else { return }
    guard commitsUntilCheckpoint == 0 else {
      commitsUntilCheckpoint -= 1
      return
    }
    commitsUntilCheckpoint = 8
    do {
      if guardian == nil {
        guardian = try Connection(
          path: location.path, access: .readWrite, busyTimeout: options.busyMilliseconds)
      }
      guard let guardian else { return }
      _ = try connection.checkpoint(guardedBy: guardian)
    } catch {
      throw StoreFailure(error, path: location.path)
    }
  }
}
