package import SQLiteCore
package import SchemaMigrations

/// The file of a store, for tools that look after the file itself: nothing is upgraded on the way.
package struct StoreFile: Sendable {
  let location: StoreLocation

  /// The file at a path; its folder must exist.
  package init(path: String) { location = .file(path: path, createsFolders: false) }

  /// The standard file of an app; its folder is made when the file is.
  ///
  /// - Throws: `invalidName` when the name cannot be a file's.
  package init(app name: String) throws(PreferenceError) {
    guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
      throw .invalidName(name, reason: "an app's name is a file name")
    }
    location = .file(path: StoreLocation.standardPath(of: name), createsFolders: true)
  }

  /// The path, as it was given.
  package var path: String { location.path }

  /// A connection to look at the file; nil when there is none. Not a byte of it is changed, and
  /// nothing is left beside it.
  ///
  /// - Parameter busyTimeout: milliseconds to wait for locks.
  package func openForReading(busyTimeout: Int32) throws(PreferenceError) -> Connection? {
    try wrapped { () throws(StoreFailure) in
      try FileIdentity().checkLength(location)
      return try location.openForReading(busyTimeout: busyTimeout)
    }
  }

  /// A connection to write to the file; a new file is for its owner alone and gets a write-ahead
  /// log.
  ///
  /// - Parameter busyTimeout: milliseconds to wait for locks.
  package func openForWriting(busyTimeout: Int32) throws(PreferenceError) -> Connection {
    try wrapped { () throws(StoreFailure) in
      try FileIdentity().checkLength(location)
      return try location.openForWriting(busyTimeout: busyTimeout)
    }
  }

  func wrapped<Result>(
    _ body: () throws(StoreFailure) -> Result
  ) throws(PreferenceError) -> Result {
    do throws(StoreFailure) { return try body() } catch { throw .unavailable(error) }
  }

  /// Signs what the statements of one run of migrations write: one change set, of this origin.
  package static func signing(origin: String) -> Migrator.Around {
    let signature = MigrationSignature(origin: origin)
    return { (connection, step) throws(SQLiteError) in
      var changes = try signature.changeSet(on: connection)
      try changes.marked { (_) throws(SQLiteError) in try step() }
    }
  }
}
