internal import SQLiteCore

extension StoreFile {
  /// Puts a copy that ``PreferenceStore/backup(to:overwriting:)`` has made in the place of the file,
  /// all at once; the file that was there is kept under another name, with its log.
  ///
  /// The copy itself is only read, checked in full first, and may stay where it is. Nobody may have
  /// the file open meanwhile, neither other programs, which are named in the error, nor this process.
  ///
  /// - Parameter time: when it is done, for the name of the old file; milliseconds since 1970 UTC.
  /// - Returns: the name under which the old file is kept; nil when there was none.
  /// - Throws: `unavailable`, with the file as it was: `busy` when somebody uses it. Only when the
  ///   system cannot say that the folder is on disk, the copy may be in its place already.
  package func restore(
    from backup: String, busyTimeout: Int32, at time: Int64? = nil
  ) throws(PreferenceError) -> String? {
    let path = SystemCalls.resolved(path)
    guard
      SystemCalls.identity(of: backup) == nil
        || SystemCalls.identity(of: backup) != SystemCalls.identity(of: path)
    else {
      throw .unavailable(StoreFailure(.inputOutput, path: backup, "is the store itself"))
    }
    try Self.check(backup)
    let new = StoreLocation.partialName(of: path)
    return try wrapped { () throws(StoreFailure) in
      if case .file(let given, true) = location, SystemCalls.entry(at: given) == .missing {
        try StoreLocation.check(SystemCalls.createFolders(at: SystemCalls.folder(of: given)), given)
      }
      do throws(StoreFailure) {
        try StoreLocation.file(path: backup, createsFolders: false)
          .copy(to: new, busyTimeout: busyTimeout)
        return try Self.exchange(path, for: new, busyTimeout, time ?? SystemCalls.now)
      } catch {
        SystemCalls.removeFile(new)
        throw error.naming(path, insteadOf: new)
      }
    }
  }

  /// Whether a file is a whole store.
  private static func check(_ backup: String) throws(PreferenceError) {
    var options = StoreOptions()
    options.access = .readOnly
    let store = try PreferenceStore(path: backup, options: options)
    guard try store.exists() else {
      throw .unavailable(StoreFailure(.inputOutput, path: backup, "there is no store in it"))
    }
    for finding in try store.examine()
    where finding.severity == .trouble && finding.subject == "integrity" {
      throw .unavailable(StoreFailure(.damaged, path: backup, finding.message))
    }
  }

  /// Moves the old file aside and the new one into its place, while nobody can connect.
  private static func exchange(
    _ path: String, for new: String, _ busyTimeout: Int32, _ time: Int64
  ) throws(StoreFailure) -> String? {
    switch SystemCalls.entry(at: path) {
    case .file: break
    case .missing:
      // A log without its file would be taken for the new one's.
      guard !StoreLocation.hasLog(beside: path) else {
        throw StoreFailure(
          .replaced, path: path,
          "there is no file, but \(path)-wal or -journal of one: move it away")
      }
      for end in endings { SystemCalls.removeFile(path + end) }
      try StoreLocation.useLog(true, new)
      try StoreLocation.publish(new, as: path)
      return nil
    default: throw StoreFailure(.notADatabase, path: path, "is no regular file")
    }
    let usesLog = try foldLog(of: path, busyTimeout)
    // A copy has the rollback journal, whatever the store has.
    try StoreLocation.useLog(usesLog, new)
    let lock = try ExclusiveFile(path)
    let aside = asideName(of: path, time)
    // Second names first: until the last step the old file is there, whole and with its log.
    try StoreLocation.check(SystemCalls.addName(aside, to: path), path)
    var kept = [aside]
    do throws(StoreFailure) {
      for end in ["-wal", "-journal"] where SystemCalls.entry(at: path + end) != .missing {
        try StoreLocation.check(SystemCalls.addName(aside + end, to: path + end), path)
        kept.append(aside + end)
      }
    } catch {
      for name in kept { SystemCalls.removeFile(name) }
      throw error
    }
    for end in endings { SystemCalls.removeFile(path + end) }
    do throws(StoreFailure) { try StoreLocation.publish(new, as: path) } catch {
      // It may have its name already, and only the folder not be on disk: then the old file has but
      // the one aside.
      guard SystemCalls.identity(of: path) == SystemCalls.identity(of: aside) else { throw error }
      for end in endings { _ = SystemCalls.addName(path + end, to: aside + end) }
      for name in kept { SystemCalls.removeFile(name) }
      throw error
    }
    _ = consume lock
    return aside
  }

  private static let endings = ["-wal", "-shm", "-journal"]

  /// Copies the log of an old file into it, as its last connection does when it closes, so that no
  /// moment is left in which the one is there without the other. A damaged file keeps its log.
  ///
  /// - Returns: whether the file has a write-ahead log; a new one would.
  private static func foldLog(
    of path: String, _ busyTimeout: Int32
  ) throws(StoreFailure) -> Bool {
    let location = StoreLocation.file(path: path, createsFolders: false)
    do throws(StoreFailure) {
      try FileIdentity().checkLength(location)
      let found = try state(of: location, busyTimeout)
      // The reader is closed by now: only the last connection folds the log.
      if found.isSound {
        _ = try location.openForWriting(busyTimeout: busyTimeout, usingLog: false)
      }
      return found.usesLog
    } catch {
      switch error.kind {
      case .damaged, .notADatabase, .replaced, .inputOutput: return true
      default: throw error
      }
    }
  }

  /// Looks through a connection that reads, which leaves a log as it is, whatever is in it.
  private static func state(
    of location: StoreLocation, _ busyTimeout: Int32
  ) throws(StoreFailure) -> (usesLog: Bool, isSound: Bool) {
    guard let reader = try location.openForReading(busyTimeout: busyTimeout),
      try SchemaVersion.read(from: reader, path: location.path) != .empty
    else { return (true, false) }
    do throws(SQLiteError) {
      let check: StaticString = "SELECT quick_check = 'ok' FROM pragma_quick_check"
      return (try reader.journalMode() == "wal", try reader.integer(check) == 1)
    } catch { throw StoreFailure(error, path: location.path) }
  }

  /// `FILE.replaced-20260301T123000Z`, with a number when there is one already.
  private static func asideName(of path: String, _ time: Int64) -> String {
    let moment = ISO8601.text(milliseconds: time)?.prefix(19).filter { $0 != "-" && $0 != ":" }
    let name = "\(path).replaced-\(moment ?? "0")Z"
    var free = name
    var number = 2
    while SystemCalls.entry(at: free) != .missing {
      free = "\(name)-\(number)"
      number += 1
    }
    return free
  }
}
