package import SQLiteCore

extension Migrator {
  /// Brings the file to a version: every step is committed, or none.
  ///
  /// The write lock is taken before the ledger is read, waiting up to the connection's timeout, so
  /// of two programs that start at once one migrates and the other finds nothing to do.
  ///
  /// - Parameters:
  ///   - target: the version to reach; nil: the latest, or one step down.
  ///   - dryRun: does everything and rolls it back; the file's bytes stay the same.
  ///   - prepare: called once when there is something to do, with the write lock held and nothing
  ///     changed yet: a backup made here, by another connection, misses no write of others.
  package func migrate(
    _ connection: Connection, to target: Int? = nil, direction: MigrationStep.Direction = .up,
    dryRun: Bool = false, prepare: (MigrationStatus) throws -> Void = { _ in }
  ) throws(MigrationError) -> MigrationReport {
    guard !connection.isInTransaction else { throw .transactionOpen(path: connection.path) }
    let build = try SchemaBuild(self)
    let before = try status(of: connection)
    // What can be refused is refused before the lock, and an up-to-date file is left alone.
    guard try !steps(before, to: target, direction, build: build).isEmpty else {
      return MigrationReport(
        component: set.component, from: before.current, to: before.current, steps: [],
        isDryRun: dryRun)
    }
    do throws(Ending) {
      return try withoutForeignKeys(connection) { () throws(Ending) in
        try withoutSpill(connection, dryRun) { () throws(Ending) in
          try connection.immediateTransaction(
            failure: { .failed(MigrationError($0, timeout: connection.busyTimeout)) }
          ) { () throws(Ending) in
            let report: MigrationReport
            do throws(MigrationError) {
              report = try run(
                connection, to: target, direction, build: build, dryRun: dryRun, prepare)
            } catch { throw .failed(error) }
            if dryRun { throw .rehearsed(report) }
            return report
          }
        }
      }
    } catch {
      switch error {
      case .rehearsed(let report): return report
      case .failed(let error): throw error
      }
    }
  }

  /// Why a transaction is rolled back.
  private enum Ending: Error {
    case failed(MigrationError)
    case rehearsed(MigrationReport)
  }

  /// Inside the transaction: nothing that was read before the lock counts any more.
  private func run(
    _ connection: Connection, to target: Int?, _ direction: MigrationStep.Direction,
    build: SchemaBuild, dryRun: Bool, _ prepare: (MigrationStatus) throws -> Void
  ) throws(MigrationError) -> MigrationReport {
    let status = try status(of: connection)
    var report = MigrationReport(
      component: set.component, from: status.current, to: status.current, steps: [],
      isDryRun: dryRun)
    let steps = try steps(status, to: target, direction, build: build)
    if !steps.isEmpty {
      do { try prepare(status) } catch {
        throw .notPrepared(path: connection.path, reason: "\(error)")
      }
    }
    for step in steps {
      let version = step.migration.version
      let start = ContinuousClock.now
      try run(step, in: connection, on: build.base)
      let duration = start.duration(to: .now) / .microseconds(1)
      report.to = step.direction == .up ? version : version - 1
      report.steps.append(
        .init(
          version: version, name: step.migration.name, direction: step.direction,
          duration: Int64(duration)))
      try record(step, duration: Int64(duration), in: connection, build: build)
    }
    guard !steps.isEmpty else { return report }
    try writeHeader(connection, version: report.to)
    try checkForeignKeys(connection)
    return report
  }

  /// Runs one step and nothing else.
  func run(
    _ step: MigrationStep, in connection: Connection, on base: Schema
  ) throws(MigrationError) {
    let action = step.direction == .up ? step.migration.up : step.migration.down
    guard let action else { throw .irreversible(file: step.file) }
    let rules = rules(protecting: base, for: action)
    let authorizer = Authorizer { rules.refusal($0) }
    try connection.withAuthorizer(authorizer) { () throws(MigrationError) in
      switch action {
      case .sql(let text):
        do throws(SQLiteError) {
          try connection.runScript(text.bytes) { (statement) throws(SQLiteError) in
            try around(connection, statement)
          }
        } catch {
          guard case .authorization = error.code, let reason = authorizer.refusal else {
            throw .sql(file: step.file, error)
          }
          throw .refusedStatement(file: step.file, error.position, reason: reason)
        }
      case .code(let code):
        do { try code(connection) } catch {
          throw .code(file: step.file, message: authorizer.refusal ?? "\(error)")
        }
      }
    }
    guard connection.isInTransaction else {
      throw .code(file: step.file, message: "a statement has rolled the migration back")
    }
  }

  /// The ledger row, after a look at whether the step has made here what it makes of a new file.
  private func record(
    _ step: MigrationStep, duration: Int64, in connection: Connection, build: SchemaBuild
  ) throws(MigrationError) {
    let version = step.migration.version
    let reached = step.direction == .up ? version : version - 1
    let schema = try sqlite(connection) { () throws(SQLiteError) in try Schema(of: connection) }
    let differences = build.differences(schema, at: reached).filter(\.preventsMigration)
    guard differences.isEmpty else {
      throw .drift(path: connection.path, version: reached, differences)
    }
    try sqlite(connection) { () throws(SQLiteError) in
      guard step.direction == .up else {
        return try Ledger.delete(version: version, of: set.component, in: connection)
      }
      try Ledger.create(in: connection)
      try Ledger.insert(
        step.migration, of: set.component, fingerprint: build.versions[version].fingerprint,
        duration: duration, tool: tool, in: connection)
    }
  }

  /// `application_id` and `user_version`, which are part of the transaction like any page.
  func writeHeader(_ connection: Connection, version: Int) throws(MigrationError) {
    guard ownsHeader else { return }
    var script = "PRAGMA main.user_version = \(version);"
    if let applicationID {
      script += "PRAGMA main.application_id = \(version == 0 ? 0 : applicationID);"
    }
    try sqlite(connection) { () throws(SQLiteError) in
      try connection.runScript(Array(script.utf8))
    }
  }

  private func checkForeignKeys(_ connection: Connection) throws(MigrationError) {
    let rows = try sqlite(connection) { () throws(SQLiteError) in
      try connection.withStatement("PRAGMA main.foreign_key_check") {
        (row) throws(SQLiteError) in
        var rows: [String] = []
        while try row.step(), rows.count < 10 {
          let id = row.isNull(at: 1) ? "" : " row \(try row.integer(at: 1))"
          rows.append("\(try row.text(at: 0))\(id) to \(try row.text(at: 2))")
        }
        return rows
      }
    }
    guard rows.isEmpty else { throw .foreignKeys(path: connection.path, rows) }
  }

  private func withoutForeignKeys<Result>(
    _ connection: Connection, _ body: () throws(Ending) -> Result
  ) throws(Ending) -> Result {
    let before: Bool
    do { before = try connection.setForeignKeys(false) } catch {
      throw .failed(.sqlite(error))
    }
    // Only a closed connection could refuse, and then there is nothing to restore.
    defer { _ = try? connection.setForeignKeys(before) }
    return try body()
  }

  /// In a dry run changed pages stay in memory, so that not a byte of the file moves
  /// (https://sqlite.org/pragma.html#pragma_cache_spill).
  private func withoutSpill<Result>(
    _ connection: Connection, _ dryRun: Bool, _ body: () throws(Ending) -> Result
  ) throws(Ending) -> Result {
    guard dryRun else { return try body() }
    do { try connection.runScript(Array("PRAGMA cache_spill=0".utf8)) } catch {
      throw .failed(.sqlite(error))
    }
    defer { try? connection.runScript(Array("PRAGMA cache_spill=1".utf8)) }
    return try body()
  }
}
