internal import SQLiteCore

/// The file itself, and what is around it.
extension StoreExamination {
  /// The pages of the file; when all is read, also each value against its CHECK and storage class
  /// (https://sqlite.org/pragma.html#pragma_integrity_check).
  mutating func lookAtStructure(
    _ connection: Connection, _ depth: PreferenceStore.ExaminationDepth
  ) throws(SQLiteError) {
    let problems =
      switch depth {
      case .quick:
        try connection.texts("SELECT quick_check FROM pragma_quick_check LIMIT 20")
      case .full:
        try connection.texts("SELECT integrity_check FROM pragma_integrity_check LIMIT 20")
      }
    if problems == ["ok"] { return add(.fine, "integrity", "the file is well-formed") }
    for problem in problems { add(.trouble, "integrity", problem) }
  }

  /// The journal, and the fault of older libraries.
  mutating func lookAtJournal(_ connection: Connection) throws(SQLiteError) {
    let mode = try connection.journalMode()
    add(.fine, "journal", "journal mode \(mode)")
    guard mode == "wal" else { return }
    if Connection.hasResetBug {
      add(
        .note, "library",
        "SQLite \(Connection.libraryVersion) can lose commits when other programs checkpoint "
          + "(fixed in 3.51.3); this library's own checkpoints are safe")
    }
    if let system = SystemCalls.networkFileSystem(of: connection.path) {
      add(
        .trouble, "filesystem",
        "a write-ahead log on a network file system (\(system)) loses data as soon as two machines "
          + "use it: change to the rollback journal (PRAGMA journal_mode=DELETE)")
    }
  }

  /// What `stat` tells of the file and of those beside it.
  mutating func lookAround(_ path: String) {
    // SQLite follows a link and keeps its log beside the target.
    let path = SystemCalls.resolved(path)
    if let names = SystemCalls.nameCount(of: path), names > 1 {
      add(
        .trouble, "links",
        "the file has \(names) names (hard links): use one of them alone, since SQLite keeps the log "
          + "by name")
    }
    for file in [path, path + "-wal", path + "-shm", path + "-journal"] {
      guard let mode = SystemCalls.permissions(of: file), mode & 0o077 != 0 else { continue }
      let name = file == path ? "the file" : file
      add(
        .note, "permissions",
        "other users may read or write \(name) (mode \(String(mode, radix: 8)))")
    }
    if let mode = SystemCalls.permissions(of: SystemCalls.folder(of: path)),
      mode & 0o002 != 0, mode & 0o1000 == 0
    {
      add(.note, "permissions", "other users may replace the file: its folder is theirs to write")
    }
    if case .file(let bytes, _) = SystemCalls.entry(at: path + "-wal"), bytes > 16 << 20 {
      add(
        .note, "journal",
        "the log holds \(bytes >> 20) MiB: somebody has been reading for long, or was killed")
    }
  }
}

extension Connection {
  func texts(_ sql: StaticString) throws(SQLiteError) -> [String] {
    try withStatement(sql) { (statement) throws(SQLiteError) in
      var texts: [String] = []
      while try statement.step() { texts.append(try statement.text(at: 0)) }
      return texts
    }
  }
}
