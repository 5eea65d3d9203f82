internal import PreferencesSchema
internal import SQLiteCore

/// What the header of a file says that it is.
enum SchemaVersion: Hashable {
  /// No schema yet: a new file, or one whose creation was interrupted before anything was in it.
  case empty
  /// A preferences file with this `user_version`.
  case version(Int)

  /// Reads the identity of a file, before anything else is read or written.
  ///
  /// - Throws: `foreignDatabase` for the database of another program; `notADatabase` and `damaged`.
  static func read(
    from connection: Connection, path: String
  ) throws(StoreFailure) -> SchemaVersion {
    var application: Int64 = 0
    do {
      // Twice, should another process create the schema between the first look and the last.
      for _ in 1...2 {
        application = try connection.applicationID()
        let version = try connection.userVersion()
        if application == Int64(PreferencesSchema.applicationID) {
          guard try connection.hasOnlyTables() else { break }
          return .version(version)
        }
        let objects = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
        if application == 0, version == 0, objects == 0 { return .empty }
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
    guard application != Int64(PreferencesSchema.applicationID) else {
      throw StoreFailure(
        .damaged, path: path, "the schema is damaged: a view stands in the place of a table")
    }
    throw StoreFailure(
      .foreignDatabase, path: path,
      "a SQLite database of another program (application_id \(application), expected "
        + "\(PreferencesSchema.applicationID))")
  }
}

extension Connection {
  /// Whether nothing stands in the place of a table of ours that could run somebody's SQL when it is
  /// read: no view, no virtual table.
  fileprivate func hasOnlyTables() throws(SQLiteError) -> Bool {
    try integer(
      """
      SELECT count(*) FROM sqlite_schema
      WHERE (type = 'view' OR type = 'table' AND rootpage = 0) AND name COLLATE NOCASE IN
        ('preference', 'preference_change', 'preference_key', 'preference_origin',
        'preference_undo', 'schema_migration')
      """) == 0
  }

  /// The number in the header that says whose file it is.
  func applicationID() throws(SQLiteError) -> Int64 {
    try integer("PRAGMA application_id") ?? 0
  }

  /// The number in the header that says which version of the schema is in it.
  func userVersion() throws(SQLiteError) -> Int {
    Int(clamping: try integer("PRAGMA user_version") ?? 0)
  }
}
