import SQLiteCore

/// The schemas that the migrations make of an empty database, one for each version.
///
/// Built in memory before a file is touched, so a faulty script is found there first.
struct SchemaBuild {
  /// What the set underneath makes.
  private(set) var base = Schema([])
  /// What the set itself makes: at index 0 nothing, at N the schema after version N.
  private(set) var versions = [Schema([])]

  init(_ migrator: Migrator) throws(MigrationError) {
    let connection: Connection
    do {
      // A memory database belongs to the whole process by its name, hence the random one.
      connection = try Connection(
        path: "migrations-\(UInt64.random(in: 0...UInt64.max))", access: .create, inMemory: true)
      _ = try connection.setForeignKeys(false)
      // As in a file, so that a script that touches it is told the reason, not "no such table".
      try Ledger.create(in: connection)
    } catch { throw .sqlite(error) }
    if let set = migrator.base {
      let runner = Migrator(set, tool: "")
      for migration in set.migrations { try runner.build(migration, in: connection, on: base) }
      base = try Self.read(connection)
    }
    for migration in migrator.set.migrations {
      try migrator.build(migration, in: connection, on: base)
      versions.append(try Self.read(connection).subtracting(base))
    }
  }

  /// What `schema` of a file has of this component and what nobody else accounts for.
  func differences(_ schema: Schema, at version: Int) -> [SchemaDifference] {
    schema.subtracting(base).differences(from: versions[version])
  }

  private static func read(_ connection: Connection) throws(MigrationError) -> Schema {
    do { return try Schema(of: connection) } catch { throw .sqlite(error) }
  }
}

extension Migrator {
  fileprivate func build(
    _ migration: Migration, in connection: Connection, on base: Schema
  ) throws(MigrationError) {
    guard case .sql = migration.up else { return }
    let plain = Migrator(set, on: self.base, applicationID: applicationID, tool: tool)
    try connection.immediateTransaction(failure: { MigrationError.sqlite($0) }) {
      () throws(MigrationError) in
      try plain.run(MigrationStep(migration: migration, direction: .up), in: connection, on: base)
    }
  }
}
