internal import PreferencesSchema
internal import SQLiteCore
internal import SchemaMigrations

/// Brings a file that is being opened for writing up to date: the library's schema, then the app's
/// own migrations.
struct SchemaUpgrade {
  let options: StoreOptions
  let path: String
  let diagnostics: DiagnosticsLog

  /// Whether a writer has nothing to do here, at the price of one PRAGMA (and one look-up when the app
  /// has migrations).
  func isUpToDate(_ connection: Connection) throws(SQLiteError) -> Bool {
    guard try connection.userVersion() >= PreferencesSchema.latest else {
      return false
    }
    guard let own = options.migrations else { return true }
    guard let set = try? migrations(own) else { return false }
    return try Ledger.checksums(of: own.component, in: connection)
      == set.migrations.map(\.checksum)
  }

  /// Runs what the file has not seen.
  ///
  /// - Throws: `newerSchema` for a file that this library is too old to write to, `migrationFailed`,
  ///   with the file as it was.
  func run(on connection: Connection) throws(StoreFailure) {
    do throws(SQLiteError) {
      let version = try connection.userVersion()
      // To whom the file may be written: its own version, or an older one that its ledger names.
      var needed = version
      if needed > PreferencesSchema.latest {
        needed = try Ledger.compatible(of: PreferencesSchema.component, in: connection) ?? needed
      }
      if needed <= PreferencesSchema.latest, try isUpToDate(connection) { return }
      // A newer file that may not be written to is refused by the runner, with all the numbers.
    } catch { throw StoreFailure(error, path: path) }
    // One copy for all that one opening changes.
    var isBackedUp = path == StoreLocation.memory(name: "").path
    let backUp = { () throws(PreferenceError) in
      guard !isBackedUp else { return }
      try StoreFile(path: path).backUpForMigration(
        keeping: options.migrationBackups, busyTimeout: options.busyMilliseconds)
      isBackedUp = true
    }
    do throws(MigrationError) {
      let library = try PreferencesSchema.migrations()
      _ = try Migrator(
        library, applicationID: PreferencesSchema.applicationID, tool: StoreLocation.processName
      ).migrate(connection, prepare: { _ in try backUp() })
      guard let own = options.migrations else { return }
      try run(own, on: library, connection, backUp)
    } catch { throw StoreFailure(error, path: path) }
  }

  private func run(
    _ own: PreferenceMigrations, on library: MigrationSet, _ connection: Connection,
    _ backUp: () throws(PreferenceError) -> Void
  ) throws(MigrationError) {
    let signature = MigrationSignature(origin: own.component)
    _ = try Migrator(
      try migrations(own, signature), on: library,
      applicationID: PreferencesSchema.applicationID, tool: StoreLocation.processName,
      around: { (connection, step) throws(SQLiteError) in
        var changes = try signature.changeSet(on: connection)
        try changes.marked { (_) throws(SQLiteError) in try step() }
      }
    ).migrate(connection, prepare: { _ in try backUp() })
  }

  private func migrations(
    _ own: PreferenceMigrations, _ signature: MigrationSignature? = nil
  ) throws(MigrationError) -> MigrationSet {
    let signature = signature ?? MigrationSignature(origin: own.component)
    var migrations: [Migration] = []
    for (index, step) in own.steps.enumerated() {
      migrations.append(try migration(step, version: index + 1, signature))
    }
    return try MigrationSet(component: own.component, migrations: migrations)
  }

  private func migration(
    _ step: PreferenceMigrations.Step, version: Int, _ signature: MigrationSignature
  ) throws(MigrationError) -> Migration {
    switch step.action {
    case .sql(let text):
      return try Migration(version: version, name: step.name, sql: Array(text.utf8))
    case .swift(let change):
      return Migration(version: version, name: step.name, identity: step.name) { connection in
        let changes = try signature.changeSet(on: connection)
        var transaction = PreferenceTransaction(
          changes, path: path, diagnostics: diagnostics, registry: KeyRegistry())
        try change(&transaction)
        try transaction.finish()
      }
    }
  }
}

/// Makes all changes of one run of an app's migrations one change set with the app as its origin.
final class MigrationSignature: Sendable {
  private let origin: String
  private let number = Lock<Int64?>(nil)

  init(origin: String) { self.origin = origin }

  func changeSet(on connection: Connection) throws(SQLiteError) -> ChangeSet {
    let changes = try ChangeSet(
      on: connection, origin: origin, number: number.withLock { $0 })
    number.withLock { $0 = changes.number }
    return changes
  }
}

extension StoreFailure {
  /// The failure that a migration's error means for a store.
  init(_ error: MigrationError, path: String) {
    let kind: Kind =
      switch error {
      case .sqlite(let error): Self(error, path: path).kind
      case .sql(_, let error) where error.code.primary == .full: .full
      case .busy: .busy
      case .newerDatabase: .newerSchema
      case .foreignDatabase: .foreignDatabase
      case .notADatabase: .notADatabase
      default: .migrationFailed
      }
    // Most of these messages begin with the path, which a failure puts in front by itself.
    let message = error.description
    let prefix = "\(path): "
    self.init(
      kind, path: path,
      message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message)
  }
}
