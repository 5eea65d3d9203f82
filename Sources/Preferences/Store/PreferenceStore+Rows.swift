internal import SQLiteCore

/// Untyped access by name, for tools, importers and migrations.
extension PreferenceStore {
  /// A preference as it stands in the file; nil when it is not set.
  package func row(of name: PreferenceName) throws(PreferenceError) -> PreferenceRow? {
    try read { (connection) throws(SQLiteError) in try connection.row(of: name) } ?? nil
  }

  /// All preferences, or those of one namespace, in the order of their names.
  package func rows(in namespace: String? = nil) throws(PreferenceError) -> [PreferenceRow] {
    try read { (connection) throws(SQLiteError) in try connection.rows(in: namespace) } ?? []
  }

  /// Whether there is a file with a schema in it.
  package func exists() throws(PreferenceError) -> Bool { try read { _ in true } ?? false }
}
