internal import PreferencesSchema
internal import SQLiteCore

/// The connection that a store writes through, opened by the first write.
///
/// Kept behind a ``Lock`` that is held for the length of a transaction, user code included.
struct StoreWriter {
  private let location: StoreLocation
  private let identity: FileIdentity
  private let options: StoreOptions
  private let upgrade: SchemaUpgrade
  private var connection: Connection?
  private var isClosed = false
  /// Holds a snapshot while `connection` checkpoints; see Connection+Checkpoint.swift.
  private var guardian: Connection?
  private var commitsUntilCheckpoint = 0
  private var durableWrites = 0

  /// When readers may be waited for again, by the coarse clock.
  private var nextRestart: Int64 = 0

  /// Frames in the log at which a commit starts a checkpoint: 2 MB of 4 KiB pages.
  private static let checkpointFrames = 500
  /// Frames at which one waits for readers, and for how long and how often, in milliseconds.
  private static let longLog = 1000
  private static let restartWait: Int32 = 50
  private static let restartInterval: Int64 = 1000

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
    guard !isClosed else { throw .closed(path: location.path) }
    if let connection {
      guard connection.hasMoved else {
        try identity.checkLength(location)
        return connection
      }
      close()
    }
    guard options.access == .readWrite else {
      throw StoreFailure(.readOnly, path: location.path, "the store was opened for reading only")
    }
    let opened = try open()
    connection = opened
    return opened
  }

  /// Lets go of the file; the next write opens it again, unless this is the end.
  mutating func close(forGood: Bool = false) {
    isClosed = isClosed || forGood
    guardian = nil
    connection = nil
  }

  private func open() throws(StoreFailure) -> Connection {
    try identity.check(location)
    let connection = try location.openForWriting(
      busyTimeout: options.busyMilliseconds,
      synchronous: options.durability.synchronous, usingLog: options.wantsLog)
    // Before anything is written: whose file is it?
    _ = try SchemaVersion.read(from: connection, path: location.path)
    do {
      // A large transaction must not take the file for itself, or restart the log, before COMMIT.
      try connection.run("PRAGMA cache_spill=0")
      // What a log that had grown gives back when it starts again.
      try connection.run("PRAGMA journal_size_limit=4096000")
      // An old file that others are using keeps its journal: right for them, and so for us.
      if let journal = options.journal, !location.isMemory {
        _ = try connection.changeJournalMode(writeAheadLog: journal == .writeAheadLog)
      }
    } catch { throw StoreFailure(error, path: location.path) }
    try upgrade.run(on: connection)
    identity.noteContent(of: location)
    return connection
  }

  /// Rewrites the file without what was deleted, and empties the log; waits as long as for a lock.
  mutating func rewrite() throws(StoreFailure) {
    guard let connection else { return }
    do throws(SQLiteError) {
      try connection.run("VACUUM")
      guard try connection.journalMode() == "wal" else { return }
      let guardian = try guarding()
      for _ in 0...max(1, options.busyMilliseconds / Self.restartWait) {
        // Behind it readers need the log no more, unless somebody writes.
        _ = try connection.restartLog(guardedBy: guardian, waiting: Self.restartWait)
        if try connection.emptyLog(guardedBy: guardian) { return }
        SystemCalls.sleep(milliseconds: 5)
      }
    } catch { throw StoreFailure(error, path: location.path) }
    throw StoreFailure(
      .busy, path: location.path,
      "the value is removed, but its old bytes are in \(location.path)-wal while others use it; "
        + "try again")
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
      _ = try connection.checkpoint(guardedBy: guarding())
      guard connection.framesInLog >= Self.longLog, SystemCalls.coarseTime >= nextRestart else {
        return
      }
      _ = try connection.restartLog(guardedBy: guarding(), waiting: Self.restartWait)
      nextRestart = SystemCalls.coarseTime + Self.restartInterval
    } catch {
      throw StoreFailure(error, path: location.path)
    }
  }

  /// In a transaction whose commit waits for the disk: sees to it that it does not wait for more than
  /// that. Not for a program that writes once or twice, such as a command.
  mutating func makeRoomInLog() {
    guard let connection else { return }
    durableWrites += 1
    if durableWrites > 2 { _ = try? connection.makeRoomInLog() }
  }

  private mutating func guarding() throws(SQLiteError) -> Connection {
    if let guardian { return guardian }
    let new = try Connection(
      path: location.path, access: .readWrite, busyTimeout: options.busyMilliseconds)
    guardian = new
    return new
  }
}
