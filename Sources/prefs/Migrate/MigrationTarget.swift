import Preferences
import PreferencesSchema
import SQLiteCore
import SchemaMigrations

/// What a verb of `prefs migrate` works on: a file, and whose migrations.
struct MigrationTarget {
  static let directory = Option.option(
    "directory", short: "d", "DIR", .file, "An app's migrations instead of the library's")
  static let component = Option.option(
    "component", short: "c", "NAME", .text, "The app, such as com.example.notes")
  static let version = Option.option("to", "VERSION", .text, "The version to reach")
  /// The options of every verb that looks at a file.
  static let options = [directory, component]

  let file: StoreFile
  /// Runs the migrations that were asked for.
  let migrator: Migrator
  /// Runs those of the library when the app's were asked for.
  let base: Migrator?
  let busyTimeout: Int32

  init(_ invocation: Invocation) throws {
    let path = try invocation.storePath()
    file = try invocation.standardApp.map { try StoreFile(app: $0) } ?? StoreFile(path: path)
    let seconds = invocation.value(of: .timeout).flatMap(RealText.parse) ?? 5
    busyTimeout = Int32(min(max(seconds, 0), 86_400) * 1000)
    let tool = "prefs \(toolVersion)"
    let applicationID = PreferencesSchema.applicationID
    let library = try PreferencesSchema.migrations()
    let directory = invocation.value(of: Self.directory)
    guard let component = invocation.value(of: Self.component) else {
      guard directory == nil else { throw invocation.mistake("--directory needs --component") }
      migrator = Migrator(library, applicationID: applicationID, tool: tool)
      base = nil
      return
    }
    guard let directory else { throw invocation.mistake("--component needs --directory") }
    guard component != library.component else {
      throw invocation.mistake("--component: \(component) is the library's own")
    }
    migrator = Migrator(
      try MigrationFolder(path: directory).migrations(of: component), on: library,
      applicationID: applicationID, tool: tool,
      around: StoreFile.signing(origin: invocation.value(of: .origin) ?? "prefs"))
    base = Migrator(library, applicationID: applicationID, tool: tool)
  }

  /// The version of `--to`; nil when it is not given.
  static func version(_ invocation: Invocation) throws(Failure) -> Int? {
    guard let text = invocation.value(of: version) else { return nil }
    guard let version = Int(text), version >= 0 else {
      throw invocation.mistake("--to: expected a version such as 2, found '\(text.shown)'")
    }
    return version
  }

  /// A connection that only looks; to an empty database in memory when there is no file, or nothing
  /// in it, with the library's schema for an app's migrations.
  func look() throws -> (connection: Connection, exists: Bool) {
    if let connection = try file.openForReading(busyTimeout: busyTimeout) {
      guard let base, try base.status(of: connection).isEmpty else { return (connection, true) }
    }
    let connection: Connection
    do throws(SQLiteError) {
      connection = try Connection(path: file.path, access: .create, inMemory: true)
    } catch { throw MigrationError(error, timeout: busyTimeout) }
    _ = try base?.migrate(connection)
    return (connection, false)
  }

  /// A connection to an existing file.
  ///
  /// - Throws: ``ExitCode/noInput``.
  func existing() throws -> Connection {
    guard let connection = try file.openForReading(busyTimeout: busyTimeout) else {
      throw Failure(.noInput, "\(file.path.shown): there is no file")
    }
    return connection
  }

  /// A connection that may write, to a file that is made when there is none.
  func writing() throws -> Connection { try file.openForWriting(busyTimeout: busyTimeout) }
}
