import CSQLite

extension Connection {
  /// Makes the write-ahead log longer than it need be when its end is near; says by how many bytes.
  ///
  /// A commit that waits for the disk waits longer where the file grows: its new size is written as
  /// well, elsewhere (fdatasync(2)). So the file grows once for many commits. What it grows by are
  /// zeros, which are no frames: those carry the salts of the log's header
  /// (https://sqlite.org/walformat.html#wal_file_format).
  ///
  /// To be called inside a write transaction: nobody else writes, restarts or truncates the log then. A
  /// disk that has no room for it leaves everything as it is.
  @discardableResult
  package func makeRoomInLog() throws(SQLiteError) -> Int64 {
    guard let index = try walIndexHeader() else { return 0 }
    let frames = Int64(index.load(fromByteOffset: 16, as: UInt32.self))
    let pageSize = Int64(index.load(fromByteOffset: 14, as: UInt16.self))
    var file: UnsafeMutablePointer<sqlite3_file>?
    // Of a page size of 65536 the index says 1.
    guard pageSize >= 512, frames < Self.longLog,
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) == SQLITE_OK,
      let file, let methods = file.pointee.pMethods
    else { return 0 }
    let used = 32 + frames * (pageSize + 24)
    var size: Int64 = 0
    // A log shorter than its frames was cut off by somebody: zeros in their place would hide that.
    guard methods.pointee.xFileSize(file, &size) == SQLITE_OK, frames == 0 || size >= used,
      size - used < Self.littleRoom
    else { return 0 }
    // Whole blocks of every file system.
    let room = (max(size, used) + Self.room) & ~4095 - size
    let zeros = [UInt8](repeating: 0, count: Int(room))
    return methods.pointee.xWrite(file, zeros, Int32(room), size) == SQLITE_OK ? room : 0
  }

  /// SQLite's writing on Unix takes 17 bits of a length, and no more.
  private static let room: Int64 = 124 << 10
  private static let littleRoom: Int64 = 24 << 10
  /// Frames behind which the log will be started again soon, and be long enough.
  private static let longLog: Int64 = 1000
}
