import Preferences
import PreferencesSchema
import SQLiteCore
import SchemaMigrations

/// The file and the migrations that a command line of `prefs migrate` is about.
struct MigrationFile {
  let path: String
  let migrator: Migrator
  private let busyTimeout: Int32

  /// The migrations of the store itself, or those of `--migrations` that stand on them.
  init(_ invocation: Invocation) throws {
    path = try invocation.storePath()
    busyTimeout = Int32(clamping: Int64(invocation.timeout / .milliseconds(1)))
    let tool = "prefs \(toolVersion)"
    let base = try PreferencesSchema.migrations()
    let identity = PreferencesSchema.applicationID
    guard let folder = invocation.value(of: .migrations) else {
      migrator = Migrator(base, applicationID: identity, tool: tool)
      return
    }
    let component = invocation.value(of: .component) ?? Self.component(of: folder)
    let set = try MigrationSet(component: component, files: try Self.files(in: folder))
    migrator = Migrator(set, on: base, applicationID: identity, tool: tool)
  }

  /// The name of the folder, or of the one above where it is just called `migrations`.
  private static func component(of folder: String) -> String {
    let parts = folder.split(separator: "/").filter { $0 != "." }
    let name = parts.last == "migrations" ? parts.dropLast().last : parts.last
    return name.map(String.init) ?? "app"
  }

  /// The SQL files of a folder; others may lie there too.
  static func files(in folder: String) throws(Failure) -> [(name: String, text: [UInt8])] {
    var files: [(name: String, text: [UInt8])] = []
    for name in try File.names(in: folder) where name.hasSuffix(".sql") {
      files.append((name, try File.read("\(folder)/\(name)")))
    }
    return files
  }

  /// Lends a connection that changes nothing; a missing file is as good as an empty one.
  func reading<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try naming {
      guard File.exists(path) else {
        return try body(Connection(path: "missing-\(path)", access: .create, inMemory: true))
      }
      // Without write access SQLite could not tidy up -wal and -shm behind it; a log that somebody
      // has left is for a writer to copy.
      let connection = try Connection(path: path, access: .readWrite, busyTimeout: busyTimeout)
      if File.size("\(path)-wal") > 0 { connection.keepLogWhenClosing() }
      return try body(connection)
    }
  }

  /// Lends a connection that may change the file, and creates it if it is missing.
  func writing<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try naming {
      let isNew = !File.exists(path)
      let connection = try Connection(path: path, access: .create, busyTimeout: busyTimeout)
      guard !connection.isReadOnly else {
        throw Failure(.noPermission, "\(path.shown): no permission to write the file")
      }
      if isNew { _ = try connection.changeJournalMode(writeAheadLog: true) }
      return try body(connection)
    }
  }

  /// Errors get the path that the person gave.
  private func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as SQLiteError {
      throw PreferenceError.unavailable(StoreFailure(error, path: path))
    } catch let error as MigrationError {
      throw Failure(error, path: path)
    }
  }
}
