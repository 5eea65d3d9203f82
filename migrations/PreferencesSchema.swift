package import SchemaMigrations

/// The schema of a preferences file: the SQL files of this folder, embedded at build time.
package enum PreferencesSchema {
  /// `PREF`, the `application_id` of every preferences file (https://sqlite.org/pragma.html).
  package static let applicationID: Int32 = 0x5052_4546

  /// The component's name in the ledger.
  package static let component = "preferences"

  /// The last version, which an up-to-date file has as its `user_version`; a constant, so that
  /// opening such a file reads no migration.
  package static let latest = 4

  /// File name and text of every migration, in the order of their numbers.
  package static let files: [(name: String, text: [UInt8])] = [
    (
      "V0001__create_preferences.sql",
      PackageResources.V0001__create_preferences_sql
    ),
    (
      "V0001__create_preferences.down.sql",
      PackageResources.V0001__create_preferences_down_sql
    ),
    ("V0002__color_text.sql", PackageResources.V0002__color_text_sql),
    ("V0002__color_text.down.sql", PackageResources.V0002__color_text_down_sql),
    ("V0003__undo.sql", PackageResources.V0003__undo_sql),
    ("V0003__undo.down.sql", PackageResources.V0003__undo_down_sql),
    ("V0004__lighter_update.sql", PackageResources.V0004__lighter_update_sql),
    ("V0004__lighter_update.down.sql", PackageResources.V0004__lighter_update_down_sql),
  ]

  /// The migrations, read and checked.
  package static func migrations() throws(MigrationError) -> MigrationSet {
    try MigrationSet(component: component, files: files, reservedPrefixes: ["preference"])
  }
}
