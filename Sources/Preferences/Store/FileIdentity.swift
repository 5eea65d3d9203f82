internal import SQLiteCore

/// Which file a store has opened: its reader and writer must never be on two different ones, and
/// never take the log of the one for the other's.
final class FileIdentity: Sendable {
  private let known = Lock<SystemCalls.Identity?>(nil)
  private let changes = Counter()

  /// How often the path has come to name another file.
  var generation: Int { changes.last }

  /// Called before the path is opened.
  ///
  /// A database that was put in the place of one that is in use finds the old one's log beside it, and
  /// SQLite would play that into the new file: there is nothing in either by which it could tell
  /// (https://sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use). An
  /// empty file is safe: there SQLite removes the log.
  func check(_ location: StoreLocation) throws(StoreFailure) {
    guard case .file(let path, _) = location else { return }
    let now = SystemCalls.identity(of: path)
    let isMixed = known.withLock { known in
      if let known, let now, known != now, StoreLocation.isFilled(path), location.hasLog {
        return true
      }
      if known != nil, known != now { _ = changes.next() }
      known = now
      return false
    }
    guard isMixed else { return }
    throw StoreFailure(
      .replaced, path: path,
      "the file was replaced while it was in use, and \(path)-wal beside it belongs to the old one; "
        + "stop the programs that use it, then remove \(path)-wal and \(path)-shm")
  }
}
