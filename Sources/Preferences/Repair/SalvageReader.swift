internal import SQLiteCore

/// Reads a file in which pages may be damaged: forward up to a damaged page, backward from the end,
/// and between by whatever leads there.
struct SalvageReader {
  let connection: Connection
  var content = SalvagedContent()
  /// How often a place between damaged pages is tried, so that a file cannot make it endless.
  var attempts = 20_000

  init(_ connection: Connection) { self.connection = connection }

  /// Reads everything, the log first: its names lead to rows that no scan reaches.
  mutating func read() throws(StoreFailure) -> SalvagedContent {
    try readLog()
    note("origins", "who made the changes is not known for all of them") {
      (reader) throws(SQLiteError) in try reader.readOrigins()
    }
    note("options", "which keys are redacted or unlogged is not known for all of them") {
      (reader) throws(SQLiteError) in try reader.readOptions()
    }
    try readRows()
    note("undos", "what was undone is not known: undo begins anew") {
      (reader) throws(SQLiteError) in try reader.readUndos()
    }
    note("ledger", "which of an app's migrations have run is not known") {
      (reader) throws(SQLiteError) in try reader.readLedger()
    }
    return content
  }

  /// Damage ends a loop, everything else the whole work.
  func isDamage(_ error: SQLiteError) throws(StoreFailure) -> Bool {
    switch error.code {
    case .corrupt, .mismatch, .notADatabase, .inputOutput, .error, .tooBig: return true
    default: throw StoreFailure(error, path: connection.path)
    }
  }

  private mutating func note(
    _ part: String, _ loss: String, _ body: (inout Self) throws(SQLiteError) -> Void
  ) {
    do throws(SQLiteError) { try body(&self) } catch {
      content.losses.append("\(loss) (\(part): \(error.message))")
    }
  }

  // MARK: - The small tables

  private mutating func readOrigins() throws(SQLiteError) {
    try connection.withStatement("SELECT id, name FROM preference_origin") {
      (statement) throws(SQLiteError) in
      while try statement.step() {
        content.origins[try statement.integer(at: 0)] = statement.anyText(at: 1)
      }
    }
  }

  private mutating func readOptions() throws(SQLiteError) {
    try connection.withStatement(
      """
      SELECT namespace, key, coalesce(sequence = 0, 0), redacted FROM preference_key
      WHERE sequence = 0 OR redacted
      """
    ) { (statement) throws(SQLiteError) in
      while try statement.step() {
        content.options[.init(statement.preferenceName(at: 0))] = KeyOptions(
          isUnlogged: try statement.integer(at: 2) != 0,
          isRedacted: try statement.integer(at: 3) != 0)
      }
    }
  }

  private mutating func readUndos() throws(SQLiteError) {
    guard try connection.userVersion() >= 3 else { return }
    try connection.withStatement(
      "SELECT change_set, undone, is_redo, is_partial FROM preference_undo ORDER BY change_set"
    ) { (statement) throws(SQLiteError) in
      while try statement.step() {
        content.undos.append(
          .init(
            changeSet: try statement.integer(at: 0), undone: try statement.integer(at: 1),
            isRedo: try statement.integer(at: 2), isPartial: try statement.integer(at: 3)))
      }
    }
  }

  /// What the library itself does not account for: an app's own tables stay behind, and without
  /// them its migrations must run again.
  private mutating func readLedger() throws(SQLiteError) {
    let foreign = try connection.texts(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'preference%'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'schema_migration'
      """)
    guard foreign.isEmpty else {
      let names = foreign.map(\.escapedForDisplay).joined(separator: ", ")
      return content.losses.append("tables of somebody else are not copied: \(names)")
    }
    try connection.withStatement(
      """
      SELECT component, version, name, checksum, fingerprint, compatible, applied_at, duration_us, tool
      FROM schema_migration WHERE component <> 'preferences'
      """
    ) { (statement) throws(SQLiteError) in
      while try statement.step() {
        content.ledger.append((0..<9).map { statement.value(at: $0) })
      }
    }
  }
}
