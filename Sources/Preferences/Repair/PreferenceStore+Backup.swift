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
    do throws(StoreFailure) {
      try location.copy(to: path, busyTimeout: options.busyMilliseconds)
    } catch { throw .unavailable(error) }
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
}
