internal import SQLiteCore

extension StoreLocation {
  /// Writes a consistent, compact copy of the database: for its owner alone, checked, on disk, and
  /// under its name only when it is complete; what had the name is replaced.
  func copy(to path: String, busyTimeout: Int32) throws(StoreFailure) {
    let partial = Self.partialName(of: path)
    do throws(StoreFailure) {
      try writeCopy(to: partial, busyTimeout)
      try Self.publish(partial, as: path)
    } catch {
      for file in [partial, partial + "-journal"] { SystemCalls.removeFile(file) }
      throw error
    }
  }

  /// A name beside a file that nobody else uses.
  static func partialName(of path: String) -> String {
    "\(path).\(SystemCalls.processID)-\(partialCount.next()).partial"
  }

  private static let partialCount = Counter()

  /// Waits until a file is on disk, and gives it its name.
  static func publish(_ partial: String, as path: String) throws(StoreFailure) {
    try check(SystemCalls.synchronize(partial), path)
    try check(SystemCalls.rename(partial, to: path), path)
    try check(SystemCalls.synchronize(SystemCalls.folder(of: path)), path)
  }

  /// Gives a file that nobody else uses a write-ahead log, where it is to have one.
  static func useLog(_ usesLog: Bool, _ path: String) throws(StoreFailure) {
    guard usesLog else { return }
    do throws(SQLiteError) {
      let connection = try Connection(path: path, access: .readWrite)
      _ = try connection.changeJournalMode(writeAheadLog: true)
    } catch { throw StoreFailure(error, path: path) }
  }

  static func check(_ number: Int32, _ path: String) throws(StoreFailure) {
    guard number == 0 else { throw StoreFailure(systemError: number, path: path) }
  }

  /// A connection of its own, so that reads go on meanwhile.
  private func writeCopy(to partial: String, _ busyTimeout: Int32) throws(StoreFailure) {
    guard let source = try openForReading(busyTimeout: busyTimeout) else {
      throw StoreFailure(.inputOutput, path: path, "the file does not exist")
    }
    let isSound: Bool
    do throws(SQLiteError) {
      // VACUUM INTO takes an empty file as well, and this one is for its owner alone.
      let target = try Connection(path: partial, access: .create)
      if isMemory { try source.copy(into: target) } else { try source.vacuum(into: partial) }
      let copy = try Connection(path: partial, access: .immutable)
      isSound = try copy.integer("SELECT quick_check = 'ok' FROM pragma_quick_check") == 1
    } catch { throw StoreFailure(error, path: path) }
    guard isSound else {
      throw StoreFailure(.damaged, path: path, "the file is damaged: its copy failed the check")
    }
  }
}

extension StoreFailure {
  /// The same of the file that the caller knows: a partial one is nobody's business.
  func naming(_ path: String, insteadOf partial: String) -> StoreFailure {
    StoreFailure(
      kind, path: self.path == partial ? path : self.path,
      message.replacing(partial, with: path))
  }
}
