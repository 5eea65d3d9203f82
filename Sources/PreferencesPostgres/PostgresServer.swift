public import PreferencesSync
internal import SchemaMigrations

/// Sets up a database for roaming, and tells how it is set up. For whoever runs the server, with a role
/// that may create a schema; devices need none of this.
public struct PostgresServer: Sendable {
  /// A migration of the server's schema.
  public struct Migration: Hashable, Sendable {
    /// 1, 2, 3, ….
    public var version: Int
    /// What it does.
    public var name: String
    /// When it was applied, as the server writes it; nil: pending.
    public var applied: String?
    /// Whether another text was applied than the one of this program.
    public var isChanged: Bool
  }

  private let parameters: PostgresParameters

  /// A server that is connected to at each call.
  ///
  /// - Parameter server: see ``PostgresEngine``.
  public init(_ server: String) throws(SyncError) { parameters = try PostgresParameters(server) }

  /// The migrations of this program, each with what the server knows of it; nothing is changed.
  public func status() throws(SyncError) -> [Migration] {
    try status(PostgresConnection(parameters))
  }

  private func status(_ connection: PostgresConnection) throws(SyncError) -> [Migration] {
    let set = try ServerSchema.migrations()
    let exists = try connection.run(
      "SELECT to_regclass('preferences.schema_migration') IS NOT NULL")
    var applied: [Int: (checksum: String, time: String, name: String)] = [:]
    if exists.text(0, 0) == "t" {
      let rows = try connection.run(
        "SELECT version, checksum, applied_at, name FROM preferences.schema_migration")
      for row in 0..<rows.count {
        guard let version = rows.integer(row, 0) else { continue }
        applied[Int(clamping: version)] = (
          rows.text(row, 1) ?? "", rows.text(row, 2) ?? "", rows.text(row, 3) ?? ""
        )
      }
    }
    let known = set.migrations.map { migration in
      let entry = applied[migration.version]
      return Migration(
        version: migration.version, name: migration.name, applied: entry?.time,
        isChanged: entry.map { $0.checksum != migration.checksum } ?? false)
    }
    let newer = applied.filter { $0.key > set.latest }.sorted { $0.key < $1.key }.map {
      Migration(version: $0.key, name: $0.value.name, applied: $0.value.time, isChanged: false)
    }
    return known + newer
  }

  /// Applies what is pending, all of it or nothing. Two at once are safe: one waits, and finds nothing
  /// to do.
  ///
  /// - Returns: what was applied.
  /// - Throws: `schema` when an applied migration is not the one of this program, or a statement failed.
  @discardableResult
  public func migrate() throws(SyncError) -> [Migration] {
    let connection = try PostgresConnection(parameters)
    try connection.runScript("BEGIN; SELECT pg_advisory_xact_lock(1347577170)")
    do throws(SyncError) {
      let applied = try apply(connection)
      try connection.runScript("COMMIT")
      return applied
    } catch {
      // The end of the connection takes it back.
      if case .invalidAnswer(let message) = error { throw .schema(message) }
      throw error
    }
  }

  private func apply(_ connection: PostgresConnection) throws(SyncError) -> [Migration] {
    let before = try status(connection)
    if let changed = before.first(where: \.isChanged) {
      throw .schema(
        "migration \(changed.version) (\(changed.name)) was applied with another text")
    }
    let pending = before.filter { $0.applied == nil }
    guard !pending.isEmpty else { return [] }
    try connection.runScript(
      """
      CREATE SCHEMA IF NOT EXISTS preferences;
      CREATE TABLE IF NOT EXISTS preferences.schema_migration (
        version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL,
        compatible integer NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
      GRANT SELECT ON preferences.schema_migration TO PUBLIC;
      """)
    let set = try ServerSchema.migrations()
    for entry in pending {
      guard let migration = set[entry.version], case .sql(let text) = migration.up else {
        continue
      }
      try connection.runScript(String(decoding: text.bytes, as: UTF8.self))
      _ = try connection.run(
        """
        INSERT INTO preferences.schema_migration (version, name, checksum, compatible)
        VALUES ($1, $2, $3, $4)
        """,
        [
          "\(migration.version)", migration.name, migration.checksum, "\(migration.compatible)",
        ])
    }
    return pending
  }
}
