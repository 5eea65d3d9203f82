package import SQLiteCore

/// The table `schema_migration`: which migrations of which component a file has had.
///
/// The runner makes it in the transaction of the first migration. WITHOUT ROWID, so that its rows
/// leave `last_insert_rowid()` alone, in which a writer may keep a mark.
package enum Ledger {
  /// The largest `compatible` of a component: who knows that version may write to the file.
  ///
  /// - Returns: nil when the file has no ledger or the component is not in it.
  package static func compatible(
    of component: String, in connection: Connection
  ) throws(SQLiteError) -> Int? {
    try entries(of: component, in: connection)?.map(\.compatible).max()
  }

  /// The checksums of a component's applied migrations in their order; empty without a ledger.
  package static func checksums(
    of component: String, in connection: Connection
  ) throws(SQLiteError) -> [String] {
    try entries(of: component, in: connection)?.map(\.checksum) ?? []
  }

  /// The rows of a component in the order of their versions; nil when there is no ledger.
  static func entries(
    of component: String, in connection: Connection
  ) throws(SQLiteError) -> [LedgerEntry]? {
    guard try exists(in: connection) else { return nil }
    let sql: StaticString = """
      SELECT version, name, checksum, fingerprint, compatible, applied_at, duration_us, tool
      FROM main.schema_migration WHERE component = ?1 ORDER BY version
      """
    return try connection.withStatement(sql) { (row) throws(SQLiteError) in
      try row.bind(component, at: 1)
      var entries: [LedgerEntry] = []
      while try row.step() {
        entries.append(
          LedgerEntry(
            version: Int(clamping: try row.integer(at: 0)), name: try row.text(at: 1),
            checksum: try row.text(at: 2), fingerprint: try row.text(at: 3),
            compatible: Int(clamping: try row.integer(at: 4)), appliedAt: try row.integer(at: 5),
            duration: try row.integer(at: 6), tool: try row.text(at: 7)))
      }
      return entries
    }
  }

  /// The components in the ledger; empty without one.
  static func components(in connection: Connection) throws(SQLiteError) -> [String] {
    guard try exists(in: connection) else { return [] }
    let sql: StaticString =
      "SELECT DISTINCT component FROM main.schema_migration ORDER BY component"
    return try connection.withStatement(sql) { (row) throws(SQLiteError) in
      var components: [String] = []
      while try row.step() { components.append(try row.text(at: 0)) }
      return components
    }
  }

  static func exists(in connection: Connection) throws(SQLiteError) -> Bool {
    let sql: StaticString = """
      SELECT count(*) FROM main.sqlite_schema
      WHERE type = 'table' AND name = 'schema_migration' COLLATE NOCASE
      """
    return try connection.integer(sql) == 1
  }

  static func create(in connection: Connection) throws(SQLiteError) {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS main.schema_migration (
        component TEXT NOT NULL,
        version INTEGER NOT NULL,
        name TEXT NOT NULL,
        checksum TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        compatible INTEGER NOT NULL,
        applied_at INTEGER NOT NULL,
        duration_us INTEGER NOT NULL,
        tool TEXT NOT NULL,
        PRIMARY KEY (component, version)
      ) STRICT, WITHOUT ROWID
      """)
  }

  /// Records an applied migration at SQLite's present time.
  static func insert(
    _ migration: Migration, of component: String, fingerprint: String, duration: Int64,
    tool: String, in connection: Connection
  ) throws(SQLiteError) {
    let sql: StaticString = """
      INSERT INTO main.schema_migration VALUES (?1, ?2, ?3, ?4, ?5, ?6,
        CAST(julianday('now') * 864e5 - 210866759999999.5 AS INTEGER), ?7, ?8)
      """
    try connection.withStatement(sql) { (row) throws(SQLiteError) in
      try row.bind(component, at: 1)
      try row.bind(Int64(migration.version), at: 2)
      try row.bind(migration.name, at: 3)
      try row.bind(migration.checksum, at: 4)
      try row.bind(fingerprint, at: 5)
      try row.bind(Int64(migration.compatible), at: 6)
      try row.bind(duration, at: 7)
      try row.bind(tool, at: 8)
      try row.run()
    }
  }

  /// Forgets a migration that was taken back; an empty ledger goes with its last row.
  static func delete(
    version: Int, of component: String, in connection: Connection
  ) throws(SQLiteError) {
    let sql: StaticString =
      "DELETE FROM main.schema_migration WHERE component = ?1 AND version = ?2"
    try connection.withStatement(sql) { (row) throws(SQLiteError) in
      try row.bind(component, at: 1)
      try row.bind(Int64(version), at: 2)
      try row.run()
    }
    if try connection.integer("SELECT count(*) FROM main.schema_migration") == 0 {
      try connection.run("DROP TABLE main.schema_migration")
    }
  }
}
