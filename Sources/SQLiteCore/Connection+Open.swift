import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Connection {
  static func open(
    path: String, access: Access, inMemory: Bool
  ) throws(SQLiteError) -> OpaquePointer {
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var name = try literalName(path, .open)
    switch access {
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .immutable:
      // https://sqlite.org/c3ref/open.html#coreuriqueryparameters: only a URI can say it.
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      name = uri(name) + "?immutable=1"
    }
    if inMemory {
      // Shared by all connections of the process because of the slash.
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      name = "/" + path
    } else if access == .create {
      createForOwnerOnly(name)
    }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(name, &handle, flags, inMemory ? "memdb" : nil)
    guard code == SQLITE_OK, let handle else {
      // A handle comes back even from a failed open, and must be closed.
      defer { sqlite3_close_v2(handle) }
      let resultCode = ResultCode(rawValue: code)
      throw SQLiteError(
        code: resultCode,
        message: handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
          ?? resultCode.description,
        operation: .open, path: path, systemError: systemError(of: resultCode, handle))
    }
    return handle
  }

  /// The name under which SQLite takes a path literally: not as a URI, not as `:memory:`.
  static func literalName(
    _ path: String, _ operation: SQLiteError.Operation
  ) throws(SQLiteError) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SQLiteError(
        code: .cannotOpen, message: "not a path: empty, or with a NUL character",
        operation: operation, path: path)
    }
    return path.hasPrefix("file:") || path.hasPrefix(":") ? "./" + path : path
  }

  /// Creates an empty file that only its owner can read; SQLite would go by the umask, and gives
  /// -wal and -shm the rights of the database. Whatever stands in the way, SQLite will tell.
  private static func createForOwnerOnly(_ path: String) {
    #if os(Linux)
      // Not `open`: closing that descriptor could drop the locks of a connection that another thread
      // has opened meanwhile (https://sqlite.org/howtocorrupt.html).
      _ = mknod(path, S_IFREG | 0o600, 0)
    #else
      let descriptor = Darwin.open(path, O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
    #endif
  }

  /// Settings of a connection, each read back: SQLite ignores what it does not know in silence.
  func configure(synchronous: Synchronous) throws(SQLiteError) {
    patience.give(handle, milliseconds: busyTimeout)
    // A file may come from anywhere (https://sqlite.org/security.html): no schema tricks, no
    // functions with side effects from triggers and views, no "string" that is a misspelt column.
    try setFlag(SQLITE_DBCONFIG_DEFENSIVE, true)
    try setFlag(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    try setFlag(SQLITE_DBCONFIG_DQS_DML, false)
    try setFlag(SQLITE_DBCONFIG_DQS_DDL, false)
    try setFlag(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false)
    try setFlag(SQLITE_DBCONFIG_ENABLE_FKEY, true)
    limitStatements()
    // Our own hook replaces the automatic checkpoint, which can lose commits on SQLite before
    // 3.51.3 (see Connection+Checkpoint.swift). Before the first write.
    sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().framesInLog = Int(frames)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
    try set("PRAGMA cell_size_check=1", readBack: "PRAGMA cell_size_check", expect: 1)
    try sync(synchronous)
    // A memory-mapped file turns an input/output error into a signal (https://sqlite.org/mmap.html).
    // No answer where there is no file to map.
    guard try integer("PRAGMA mmap_size=0") ?? 0 == 0 else {
      throw SQLiteError(
        code: .misuse, message: "mmap_size stays on", operation: .configure, path: path)
    }
    // None of these is needed again.
    statements.removeAll()
  }

  /// How much commits wait for the disk from now on; not inside a transaction.
  package func sync(_ synchronous: Synchronous) throws(SQLiteError) {
    switch synchronous {
    case .normal: try set("PRAGMA synchronous=1", readBack: "PRAGMA synchronous", expect: 1)
    // EXTRA: in rollback mode FULL does not sync the folder after the journal is removed, and where
    // that was lost, the next start takes the commit back. In WAL mode the two are one.
    case .full: try set("PRAGMA synchronous=3", readBack: "PRAGMA synchronous", expect: 3)
    }
  }

  private func setFlag(_ option: Int32, _ on: Bool) throws(SQLiteError) {
    var result: Int32 = -1
    try check(csqlite_db_config_flag(handle, option, on ? 1 : 0, &result), .configure)
    guard result == (on ? 1 : 0) else {
      throw SQLiteError(
        code: .misuse, message: "db_config \(option) could not be set to \(on)",
        operation: .configure, path: path)
    }
  }

  private func set(
    _ pragma: StaticString, readBack: StaticString, expect: Int64
  ) throws(SQLiteError) {
    try run(pragma)
    let found = try integer(readBack)
    guard found != expect else { return }
    throw SQLiteError(
      code: .misuse, message: "is \(found.map { "\($0)" } ?? "unknown"), expected \(expect)",
      operation: .configure, path: path, sql: "\(pragma)")
  }

  private static func uri(_ path: String) -> String {
    // Two slashes before an absolute path: it may begin with two itself, which would name a host.
    var text = path.hasPrefix("/") ? "file://" : "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        text += hex.count == 1 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return text
  }
}
