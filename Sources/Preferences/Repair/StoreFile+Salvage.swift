internal import SQLiteCore

extension StoreFile {
  /// Copies all that can be read of the file, however damaged, into a new store, row by row.
  ///
  /// The file is never opened as a database: its bytes and those of its log are copied, and the copy
  /// is what is repaired and read. Nobody may have it open in this process.
  ///
  /// - Parameter target: a file that does not exist; it appears when it is complete and on disk.
  /// - Throws: `unavailable`; then there is no new file. `damaged` when nothing could be read.
  package func salvage(
    into target: String, busyTimeout: Int32
  ) throws(PreferenceError) -> SalvageReport {
    guard SystemCalls.entry(at: target) == .missing, !StoreLocation.hasLog(beside: target) else {
      throw .unavailable(
        StoreFailure(.inputOutput, path: target, "the file, or the log of one, is there already"))
    }
    let path = SystemCalls.resolved(path)
    let copy = StoreLocation.partialName(of: target)
    let new = StoreLocation.partialName(of: target)
    // A run that was killed may have left files under these names.
    for path in [copy, new] { Self.remove(path) }
    defer { for path in [copy, new] { Self.remove(path) } }
    var (content, unreadable) = (SalvagedContent(), 0)
    try wrapped { () throws(StoreFailure) in
      unreadable = try Self.copy(path, to: copy)
      content = try Self.read(copy, busyTimeout, named: path)
    }
    if unreadable > 0 {
      content.losses.append("\(unreadable) places of the disk cannot be read")
    }
    do throws(PreferenceError) {
      let report = try Self.write(content, to: new)
      try wrapped { () throws(StoreFailure) in
        try StoreLocation.useLog(StoreOptions().wantsLog, new)
        try StoreLocation.publish(new, as: target)
      }
      return report
    } catch {
      guard case .unavailable(let failure) = error else { throw error }
      throw .unavailable(failure.naming(target, insteadOf: new))
    }
  }

  private static func remove(_ path: String) {
    for end in ["", "-wal", "-shm", "-journal"] { SystemCalls.removeFile(path + end) }
  }

  /// Copies the file with what belongs to it; how many places the disk would not give.
  private static func copy(_ path: String, to copy: String) throws(StoreFailure) -> Int {
    guard case .file = SystemCalls.entry(at: path) else {
      throw StoreFailure(.inputOutput, path: path, "there is no such file")
    }
    let ends = ["", "-wal", "-journal"]
    for _ in 1...5 {
      let before = ends.map { SystemCalls.entry(at: path + $0) }
      var unreadable = 0
      // A log of an earlier attempt does not belong to this copy.
      remove(copy)
      for (end, entry) in zip(ends, before) {
        guard case .file = entry else { continue }
        switch SystemCalls.copyBytes(of: path + end, to: copy + end) {
        case .success(let places): unreadable += places
        case .failure(let number): throw StoreFailure(systemError: number.number, path: path + end)
        }
      }
      if ends.map({ SystemCalls.entry(at: path + $0) }) == before { return unreadable }
    }
    throw StoreFailure(.busy, path: path, "is being written to all the time: end those who do")
  }

  private static func read(
    _ copy: String, _ busyTimeout: Int32, named path: String
  ) throws(StoreFailure) -> SalvagedContent {
    do throws(StoreFailure) {
      let location = StoreLocation.file(path: copy, createsFolders: false)
      try FileIdentity().checkLength(location)
      let connection = try location.openForWriting(busyTimeout: busyTimeout, usingLog: false)
      guard try SchemaVersion.read(from: connection, path: copy) != .empty else {
        throw StoreFailure(.inputOutput, path: copy, "there is no store in it")
      }
      var reader = SalvageReader(connection)
      return try reader.read()
    } catch {
      // No schema, no tables: the rows may still be there. Damage alone is no reason to guess about
      // another program's file.
      if error.kind == .damaged || error.kind == .notADatabase,
        let content = SalvagedContent(records: copy)
      {
        return content
      }
      throw error.naming(path, insteadOf: copy)
    }
  }

  private static func write(
    _ content: SalvagedContent, to path: String
  ) throws(PreferenceError) -> SalvageReport {
    // Without a log, of which something could be left that is not in the file.
    var options = StoreOptions()
    options.journal = .rollback
    let store = try PreferenceStore(path: path, options: options)
    func failure(_ error: SQLiteError) -> PreferenceError {
      .unavailable(StoreFailure(error, path: path))
    }
    let report = try store.withWriter(wrap: { $0 }) { (_, connection) throws(PreferenceError) in
      try connection.immediateTransaction(failure: failure) { () throws(PreferenceError) in
        do throws(SQLiteError) {
          var writer = try SalvageWriter(content, to: connection)
          try writer.write()
          return writer.report
        } catch { throw failure(error) }
      }
    }
    try store.close()
    return report
  }
}
