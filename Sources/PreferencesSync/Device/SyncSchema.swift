package import SchemaMigrations

/// The tables of a device, embedded at build time: a component of its own in the ledger of the file,
/// installed at the first sign-in.
package enum SyncSchema {
  static let component = "preferences.sync"

  /// The migrations, read and checked.
  package static func migrations() throws(MigrationError) -> MigrationSet {
    try MigrationSet(
      component: component,
      files: [
        ("V0001__create_sync.sql", PackageResources.V0001__create_sync_sql),
        ("V0001__create_sync.down.sql", PackageResources.V0001__create_sync_down_sql),
      ])
  }
}
