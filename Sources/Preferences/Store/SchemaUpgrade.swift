internal import PreferencesSchema
internal import SQLiteCore

/// Brings the schema of a file that is being opened for writing up to date.
struct SchemaUpgrade {
  static func isUpToDate(_ c: Connection, options: StoreOptions) throws(SQLiteError) -> Bool {
    true
  }
  let options: StoreOptions
  let path: String

  func run(on connection: Connection, found: SchemaVersion = .empty) throws(StoreFailure) {
    if found == .version(1) { return }
    do {
      try connection.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
        guard try connection.integer("PRAGMA user_version") == 0 else { return }
        for file in PreferencesSchema.files { try connection.runScript(file.text) }
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }
}
