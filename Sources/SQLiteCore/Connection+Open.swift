import CSQLite

extension Connection {
  static func open(
    path: String, access: Access, inMemory: Bool
  ) throws(SQLiteError) -> OpaquePointer {
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var name = path
    switch access {
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .immutable:
      // https://sqlite.org/c3ref/open.html#coreuriqueryparameters: only a URI can say it.
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      name = "file:" + percentEncoded(path) + "?immutable=1"
    }
    guard !path.utf8.contains(0), !path.isEmpty else {
      throw SQLiteError(
        code: .cannotOpen, message: "not a path: empty, or with a NUL character", operation: .open,
        path: path)
    }
    // A literal path must not be taken for a URI where SQLite was built to look for them.
    if access != .immutable, name.hasPrefix("file:") { name = "./" + name }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      inMemory ? "/" + name : name, &handle, flags, inMemory ? "memdb" : nil)
    guard code == SQLITE_OK, let handle else {
      // A handle comes back even from a failed open, and must be closed.
      let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
      let systemError = handle.map { sqlite3_system_errno($0) } ?? 0
      sqlite3_close_v2(handle)
      let resultCode = ResultCode(rawValue: code)
      throw SQLiteError(
        code: resultCode, message: message ?? resultCode.description, operation: .open, path: path,
        systemError: systemError)
    }
    return handle
  }

  /// Settings of a connection, each read back: SQLite ignores what it does not know in silence.
  func configure(synchronous: Synchronous) throws(SQLiteError) {
    try check(sqlite3_busy_timeout(handle, busyTimeout), .configure)
    // A file may come from anywhere (https://sqlite.org/security.html): no schema tricks, no
    // functions with side effects from triggers and views, no "string" that is a misspelt column.
    try setFlag(SQLITE_DBCONFIG_DEFENSIVE, true)
    try setFlag(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    try setFlag(SQLITE_DBCONFIG_DQS_DML, false)
    try setFlag(SQLITE_DBCONFIG_DQS_DDL, false)
    try setFlag(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false)
    try setFlag(SQLITE_DBCONFIG_ENABLE_FKEY, true)
    // Our own hook replaces the automatic checkpoint, which can lose commits on SQLite before
    // 3.51.3 (see Connection+Checkpoint.swift). Before the first write.
    sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().framesInLog = Int(frames)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
    try setPragma("PRAGMA cell_size_check=1", readBack: "PRAGMA cell_size_check", expect: 1)
    switch synchronous {
    case .normal: try setPragma("PRAGMA synchronous=1", readBack: "PRAGMA synchronous", expect: 1)
    case .full: try setPragma("PRAGMA synchronous=2", readBack: "PRAGMA synchronous", expect: 2)
    }
    // A memory-mapped file turns an input/output error into a signal (https://sqlite.org/mmap.html).
    try setPragma("PRAGMA mmap_size=0", readBack: nil, expect: 0)
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

  private func setPragma(
    _ set: StaticString, readBack: StaticString?, expect: Int64
  ) throws(SQLiteError) {
    let echoed = try integer(set)
    guard let found = try readBack.map({ (sql) throws(SQLiteError) in try integer(sql) }) ?? echoed,
      found != expect
    else { return }
    throw SQLiteError(
      code: .misuse, message: "is \(found), expected \(expect)", operation: .configure, path: path,
      sql: "\(set)")
  }

  private static func percentEncoded(_ path: String) -> String {
    var text = ""
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
