internal import PreferencesSync
internal import SchemaMigrations

/// The server's tables and functions: numbered migrations, embedded at build time.
enum ServerSchema {
  static let latest: Int64 = 1

  static func migrations() throws(SyncError) -> MigrationSet {
    do throws(MigrationError) {
      return try MigrationSet(
        component: "preferences.server",
        files: [
          ("V0001__create_preferences.sql", PackageResources.V0001__create_preferences_sql),
          (
            "V0001__create_preferences.down.sql",
            PackageResources.V0001__create_preferences_down_sql
          ),
        ])
    } catch { throw .schema(error.description) }
  }

  /// Whether a server can be talked to: it has our schema, and says that it is not too new for us.
  ///
  /// - Throws: `schema`.
  static func check(_ connection: PostgresConnection) throws(SyncError) {
    let row: PostgresResult
    do throws(SyncError) {
      row = try connection.run(
        "SELECT max(version), max(compatible) FROM preferences.schema_migration")
    } catch {
      guard case .schema = error else { throw error }
      throw .schema(
        "the database has no tables for preferences; 'prefs sync server migrate' makes them")
    }
    guard let version = row.integer(0, 0), let compatible = row.integer(0, 1) else {
      throw .schema(
        "the database has no tables for preferences; 'prefs sync server migrate' makes them")
    }
    guard compatible <= latest else {
      throw .schema(
        "the server is at version \(version), which asks for a program that knows version "
          + "\(compatible); this one knows up to \(latest)")
    }
  }
}
