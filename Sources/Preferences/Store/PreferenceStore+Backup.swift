internal import SQLiteCore

extension PreferenceStore {
  /// Writes a consistent, compact copy of the store to another file, while it is in use.
  ///
  /// The copy is one file without a log beside it, for its owner alone (0600), checked, on disk, and
  /// appears under its name only when it is complete.
  ///
  /// - Parameter overwriting: whether an existing file may be replaced.
  /// - Throws: ``PreferenceError/unavailable(_:)`` with the path that is to blame.
  public func backup(to path: String, overwriting: Bool = false) throws(PreferenceError) {
    if let reason = refusal(of: path, overwriting: overwriting) {
      throw .unavailable(StoreFailure(.inputOutput, path: path, reason))
    }
    let path = SystemCalls.resolved(path)
    // Also checks whose file it is.
    guard try exists() else {
      throw .unavailable(StoreFailure(.inputOutput, path: self.path, "the file does not exist"))
    }
    let partial = "\(path).\(SystemCalls.processID)-\(Self.backupCount.next()).partial"
    do throws(StoreFailure) {
      try writeCopy(to: partial)
      try Self.check(SystemCalls.synchronize(partial), path)
      try Self.check(SystemCalls.rename(partial, to: path), path)
      try Self.check(SystemCalls.synchronize(SystemCalls.folder(of: path)), path)
    } catch {
      for file in [partial, partial + "-journal"] { SystemCalls.removeFile(file) }
      throw .unavailable(error)
    }
  }

  private static let backupCount = Counter()

  /// A connection of its own, so that reads go on meanwhile.
  private func writeCopy(to partial: String) throws(StoreFailure) {
    guard let source = try location.openForReading(busyTimeout: options.busyMilliseconds) else {
      throw StoreFailure(.inputOutput, path: self.path, "the file does not exist")
    }
    let isSound: Bool
    do throws(SQLiteError) {
      // VACUUM INTO takes an empty file as well, and this one is for its owner alone.
      _ = try Connection(path: partial, access: .create)
      try source.vacuum(into: partial)
      let copy = try Connection(path: partial, access: .immutable)
      isSound = try copy.integer("SELECT quick_check = 'ok' FROM pragma_quick_check") == 1
    } catch { throw StoreFailure(error, path: path) }
    guard isSound else {
      throw StoreFailure(.damaged, path: path, "the file is damaged: its copy failed the check")
    }
  }

  /// Why a copy must not be put at a path.
  private func refusal(of path: String, overwriting: Bool) -> String? {
    if case .file(let own, _) = location, let identity = SystemCalls.identity(of: own),
      identity == SystemCalls.identity(of: path)
    {
      return "is the store itself"
    }
    switch SystemCalls.entry(at: path) {
    case .missing: break
    case .file where overwriting: break
    case .file: return "the file exists already"
    case .folder: return "is a folder"
    case .other: return "is no regular file"
    }
    // Whoever opens the copy would play the log of another database into it.
    guard !StoreLocation.hasLog(beside: SystemCalls.resolved(path)) else {
      return "is in use, or the log of another database is beside it (-wal or -journal)"
    }
    return nil
  }

  private static func check(_ number: Int32, _ path: String) throws(StoreFailure) {
    guard number == 0 else { throw StoreFailure(systemError: number, path: path) }
  }
}
