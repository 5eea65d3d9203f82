internal import SQLiteCore

/// The connection that a store reads through; it never writes, and creates nothing.
///
/// Kept behind a ``Lock`` that is never held while foreign code runs.
struct StoreReader {
  private let location: StoreLocation
  private let identity: FileIdentity
  private let busyTimeout: Int32
  private var connection: Connection?
  private var hasSchema = false
  private var lookedAt: Int64 = 0

  /// How long a moved, deleted or replaced file may go unnoticed by reads, in milliseconds. Looking
  /// costs a `stat`, a third of a point read; writes look every time.
  private static let lookInterval: Int64 = 100

  init(location: StoreLocation, identity: FileIdentity, busyTimeout: Int32) {
    self.location = location
    self.identity = identity
    self.busyTimeout = busyTimeout
  }

  /// The connection; nil while there is no file, or no schema in it: then nothing is set.
  mutating func current() throws(StoreFailure) -> Connection? {
    if let connection {
      let now = SystemCalls.coarseTime
      if now - lookedAt >= Self.lookInterval {
        lookedAt = now
        if connection.hasMoved || changedUnderImmutable(connection) { close() }
      }
    }
    if connection == nil { connection = try open() }
    guard let connection else { return nil }
    if !hasSchema {
      switch try SchemaVersion.read(from: connection, path: location.path) {
      case .empty: return nil
      case .version: hasSchema = true
      }
    }
    return connection
  }

  /// Lets go of the file; the next read opens it again.
  mutating func close() {
    connection = nil
    hasSchema = false
    immutableState = nil
  }

  // MARK: - Opening

  private mutating func open() throws(StoreFailure) -> Connection? {
    guard case .file(let path, _) = location else {
      return try opened(path: location.memoryName, .readWrite, inMemory: true)
    }
    switch SystemCalls.entry(at: path) {
    case .missing: return nil
    case .folder:
      throw StoreFailure(.notADatabase, path: path, "is a folder, expected a preferences file")
    case .other(let number) where number != 0: throw StoreFailure(systemError: number, path: path)
    case .other:
      throw StoreFailure(.notADatabase, path: path, "is no regular file")
    case .file: break
    }
    try identity.check(path)
    lookedAt = SystemCalls.coarseTime
    let leftoverLog = location.logHasFrames
    do throws(StoreFailure) {
      // Opened for writing, since a connection that may not write cannot clean up -wal and -shm
      // when it is the last; SQLite falls back to reading when the file's permissions say so.
      let opened = try opened(path: path, .readWrite)
      _ = try SchemaVersion.read(from: opened, path: path)
      // The log of a process that died stays as it is: copying it is for a writer to do.
      if leftoverLog { opened.keepLogWhenClosing() }
      return opened
    } catch {
      // WAL needs a -shm file beside the database. Where the folder forbids that, and no log is
      // there that could hold anything, the file itself is the whole truth: SQLite calls it
      // immutable (https://sqlite.org/wal.html#readonly).
      guard error.kind == .noPermission || error.kind == .inputOutput, !location.logHasFrames,
        !SystemCalls.mayWriteFolder(of: path)
      else { throw error }
      let immutable = try opened(path: path, .immutable)
      _ = try SchemaVersion.read(from: immutable, path: path)
      immutableState = SystemCalls.entry(at: path)
      return immutable
    }
  }

  private func opened(
    path: String, _ access: Connection.Access, inMemory: Bool = false
  ) throws(StoreFailure) -> Connection {
    do {
      return try Connection(
        path: path, access: access, inMemory: inMemory, busyTimeout: busyTimeout)
    } catch {
      throw StoreFailure(error, path: location.path)
    }
  }

  // MARK: - Read-only places

  /// Size and times of a file that was opened as immutable.
  private var immutableState: SystemCalls.Entry?

  private func changedUnderImmutable(_ connection: Connection) -> Bool {
    guard connection.access == .immutable else { return false }
    return location.logHasFrames || SystemCalls.entry(at: location.path) != immutableState
  }
}

extension StoreLocation {
  /// Whether there is a write-ahead log beside the file with something in it.
  var logHasFrames: Bool { Self.isFilled(path + "-wal") }

  /// Whether there is a file with something in it.
  static func isFilled(_ path: String) -> Bool {
    guard case .file(let bytes, _) = SystemCalls.entry(at: path) else { return false }
    return bytes > 0
  }

  var isMemory: Bool {
    if case .memory = self { true } else { false }
  }

  /// The name of the shared memory database; the path for a file.
  var memoryName: String {
    switch self {
    case .file(let path, _): path
    case .memory(let name): name
    }
  }
}
