internal import SQLiteCore

extension StoreLocation {
  /// A connection to look at the file; nil when there is none.
  ///
  /// Not a byte of the file is changed, and nothing is left beside it. What the file is has not been
  /// looked at yet.
  func openForReading(busyTimeout: Int32) throws(StoreFailure) -> Connection? {
    guard case .file(let path, _) = self else {
      return try connect(.readWrite, busyTimeout: busyTimeout)
    }
    switch SystemCalls.entry(at: path) {
    case .missing: return nil
    case .folder:
      throw StoreFailure(.notADatabase, path: path, "is a folder, expected a preferences file")
    case .other(let number) where number != 0: throw StoreFailure(systemError: number, path: path)
    case .other: throw StoreFailure(.notADatabase, path: path, "is no regular file")
    case .file: break
    }
    do throws(StoreFailure) {
      // Opened for writing, since a connection that may not write cannot clean up -wal and -shm
      // when it is the last; SQLite falls back to reading when the file's permissions say so.
      let connection = try connect(.readWrite, busyTimeout: busyTimeout)
      connection.keepLogWhenClosing()
      return connection
    } catch {
      // WAL needs a -shm file beside the database. Where the folder forbids that, and no log is
      // there that could hold anything, the file itself is the whole truth: SQLite calls it
      // immutable (https://sqlite.org/wal.html#readonly).
      guard error.kind == .noPermission || error.kind == .inputOutput, !hasLog,
        !SystemCalls.mayWriteFolder(of: SystemCalls.resolved(path))
      else { throw error }
      return try connect(.immutable, busyTimeout: busyTimeout)
    }
  }

  /// A connection to write to the file. A new one is for its owner alone, and gets a write-ahead log
  /// unless told otherwise; an old one is not changed.
  func openForWriting(
    busyTimeout: Int32, synchronous: Synchronous = .full, usingLog: Bool = true
  ) throws(StoreFailure) -> Connection {
    if case .file(let path, _) = self, SystemCalls.isDanglingLink(path) {
      throw StoreFailure(
        .inputOutput, path: path, "is a symbolic link to a file that does not exist")
    }
    if case .file(let path, true) = self, SystemCalls.entry(at: path) == .missing {
      let number = SystemCalls.createFolders(at: SystemCalls.folder(of: path))
      guard number == 0 else { throw StoreFailure(systemError: number, path: path) }
    }
    let connection = try connect(.create, busyTimeout: busyTimeout, synchronous: synchronous)
    guard !connection.isReadOnly else {
      throw StoreFailure(.noPermission, path: path, "no permission to write the file")
    }
    if case .file = self, usingLog {
      do { try useLogWhenNew(connection) } catch { throw StoreFailure(error, path: path) }
    }
    return connection
  }

  /// SQLite does not wait where two change the mode at once; whoever comes second has it already.
  private func useLogWhenNew(_ connection: Connection) throws(SQLiteError) {
    for _ in 0...max(200, connection.busyTimeout / 5) {
      guard try connection.integer("PRAGMA page_count") == 0 else { return }
      if try connection.changeJournalMode(writeAheadLog: true) { return }
      SystemCalls.sleep(milliseconds: 5)
    }
  }

  private func connect(
    _ access: Connection.Access, busyTimeout: Int32, synchronous: Synchronous = .full
  ) throws(StoreFailure) -> Connection {
    do {
      let connection: Connection
      switch self {
      case .file(let path, _):
        connection = try Connection(
          path: path, access: access, busyTimeout: busyTimeout, synchronous: synchronous)
      case .memory(let name):
        connection = try Connection(
          path: name, access: access, inMemory: true, busyTimeout: busyTimeout)
      }
      // The first look at the file, so that one that cannot be used is found out here.
      _ = try connection.applicationID()
      return connection
    } catch { throw StoreFailure(error, path: path) }
  }

  /// Whether there is a log beside the file with something in it: commits that are not in the file
  /// yet (`-wal`), or what an interrupted write has to be undone with (`-journal`).
  var hasLog: Bool { Self.hasLog(beside: path) }

  /// - Parameter path: of the file, or a link to it: SQLite keeps its log beside the file itself.
  static func hasLog(beside path: String) -> Bool {
    let path = SystemCalls.resolved(path)
    return isFilled(path + "-wal") || isFilled(path + "-journal")
  }

  /// Whether there is a file with something in it.
  static func isFilled(_ path: String) -> Bool {
    guard case .file(let bytes, _) = SystemCalls.entry(at: path) else { return false }
    return bytes > 0
  }
}
