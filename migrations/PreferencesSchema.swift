/// The schema of a preferences file: the SQL files of this folder, embedded at build time.
package enum PreferencesSchema {
  /// `PREF`, the `application_id` of every preferences file (https://sqlite.org/pragma.html).
  package static let applicationID: Int32 = 0x5052_4546

  /// File name and text of every migration, in the order of their numbers.
  package static let files: [(name: String, text: [UInt8])] = [
    (
      "V0001__create_preferences.sql",
      PackageResources.V0001__create_preferences_sql
    )
  ]
}
