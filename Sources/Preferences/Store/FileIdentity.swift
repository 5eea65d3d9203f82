internal import SQLiteCore

/// Which file a store has opened: its reader and writer must never be on two different ones, and
/// never take the log of the one for the other's.
final class FileIdentity: Sendable {
  private struct Known {
    var identity: SystemCalls.Identity
    /// Whether a schema has been seen in it.
    var hasContent = false
  }

  private let known = Lock<Known?>(nil)
  private let changes = Counter()
  private let followsLinks: Bool

  init(followsLinks: Bool = true) { self.followsLinks = followsLinks }

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
    try checkLength(location)
    if !followsLinks, SystemCalls.isLinked(path) {
      throw StoreFailure(
        .inputOutput, path: path, "is a symbolic link, or has several names (followsLinks is off)")
    }
    let now = SystemCalls.identity(of: path)
    let isMixed = known.withLock { known in
      if let known, let now, known.identity != now, StoreLocation.isFilled(path), location.hasLog {
        return true
      }
      guard known == nil || known?.identity != now else { return false }
      if known != nil { _ = changes.next() }
      known = now.map { Known(identity: $0) }
      return false
    }
    guard isMixed else { return }
    let log = SystemCalls.resolved(path)
    throw StoreFailure(
      .replaced, path: path,
      "the file was replaced while it was in use, and \(log)-wal beside it belongs to the old one; "
        + "stop the programs that use it, then remove \(log)-wal and \(log)-shm")
  }

  /// Called when a schema was seen in the file, or made.
  func noteContent(of location: StoreLocation) {
    guard case .file(let path, _) = location, let now = SystemCalls.identity(of: path) else {
      return
    }
    known.withLock { known in
      guard known == nil || known?.identity == now else { return }
      known = Known(identity: now, hasContent: true)
    }
  }

  /// Throws when a database has been cut off to nothing.
  ///
  /// SQLite would take it for a new one, and throw away the log beside it, which may hold all that is
  /// left, and which others go on writing to.
  func checkLength(_ location: StoreLocation) throws(StoreFailure) {
    guard case .file(let path, _) = location, case .file(0, _) = SystemCalls.entry(at: path) else {
      return
    }
    let now = SystemCalls.identity(of: path)
    let log = SystemCalls.resolved(path) + "-wal"
    let isCutOff = known.withLock { known in
      guard let known else { return StoreLocation.isFilled(log) }
      return known.identity == now && known.hasContent
    }
    guard isCutOff else { return }
    throw StoreFailure(
      .damaged, path: path,
      "the file was cut off to nothing while it was in use; put a backup in its place, or remove it "
        + "and \(log) to begin anew")
  }
}
