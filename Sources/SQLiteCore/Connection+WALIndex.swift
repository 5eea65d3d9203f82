import CSQLite

extension Connection {
  /// Where the header of the shared index of the write-ahead log stands in memory: 48 bytes that every
  /// commit of every process changes, and by which SQLite itself tells whether the pages that it has
  /// kept still hold (`WalIndexHdr`, https://sqlite.org/walformat.html#the_wal_index_header).
  ///
  /// It is the mapping that SQLite has made already, asked for through its own methods: a descriptor of
  /// ours on that file would drop SQLite's locks when it is closed. It ends with the connection.
  /// Nil where there is none: rollback journal, memory, an immutable or read-only medium, an index that
  /// is not laid out as documented. To be called once something has been read.
  package func walIndexHeader() throws(SQLiteError) -> UnsafeRawPointer? {
    guard access != .immutable, try journalMode() == "wal" else { return nil }
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2,
      let map = methods.pointee.xShmMap
    else { return nil }
    var region: UnsafeMutableRawPointer?
    guard map(file, 0, Self.walIndexRegion, 0, &region) == SQLITE_OK, let region else { return nil }
    let version = region.load(as: UInt32.self)
    let isInitialised = region.load(fromByteOffset: 12, as: UInt8.self)
    return version == Self.walIndexVersion && isInitialised == 1 ? UnsafeRawPointer(region) : nil
  }

  private static let walIndexRegion: Int32 = 32_768
  private static let walIndexVersion: UInt32 = 3_007_000
}
