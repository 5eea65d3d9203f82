internal import SQLiteCore

/// A read transaction that stays open between reads, so that they find the pages that they share and
/// take no locks: a sixth of the time of a read by itself.
///
/// It holds for one state of the file, as the cache does, and ends with that. Since it keeps the log
/// from being started again, it begins only where nobody has written for some milliseconds and reads
/// follow each other, and lasts some milliseconds; those who wait for readers to pass wait longer.
struct ReadLease {
  /// What the file was like at the last read, since when, and how many reads ago it was not.
  private var state = FileState()
  private var since: Int64 = 0
  private var reads = 0
  private(set) var isHeld = false

  /// Milliseconds without a commit, and reads, before one begins.
  private static let calm: Int64 = 8
  private static let fewReads = 4
  /// For how many milliseconds it may be held.
  static let length: UInt32 = 10

  /// Before the file is read: whether it is read under the lease, and so for the state that the cache
  /// holds for. One that is not of the present any more ends here.
  mutating func holds(_ header: FileStatePointer, _ connection: Connection) -> Bool {
    let now = header.load()
    reads += 1
    guard now != state else { return isHeld }
    end(connection)
    (state, since) = (now, SystemCalls.coarseTime)
    return false
  }

  /// Begins one where that pays, when the cache holds for the present state.
  mutating func beginIfCalm(
    _ connection: Connection, _ header: FileStatePointer, known: FileStatePointer
  ) {
    guard !isHeld, reads >= Self.fewReads, SystemCalls.coarseTime - since >= Self.calm else {
      return
    }
    isHeld = true
    do {
      try connection.run("BEGIN")
      // The snapshot is taken here; that the state is the same before and after makes it the state's.
      _ = try connection.integer("SELECT 1 FROM sqlite_schema")
    } catch { return end(connection) }
    if header.load() != state || !header.equals(known) { end(connection) }
  }

  mutating func end(_ connection: Connection) {
    reads = 0
    guard isHeld else { return }
    isHeld = false
    // Fails only where there is none any more.
    try? connection.run("COMMIT")
  }
}
