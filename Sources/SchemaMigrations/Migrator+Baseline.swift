package import SQLiteCore

extension Migrator {
  /// Records migrations as applied without running them, and sets the header.
  ///
  /// For a file whose tables are there but not their record, and for one restored from `.dump`,
  /// which loses the header. Only when the schema is exactly as the migrations make it.
  ///
  /// - Parameter target: the version that the file has; nil: the highest one that fits.
  /// - Throws: `drift` when the schema is not of that version, `alreadyRecorded`, and all that a
  ///   run would be refused for besides the missing record.
  @discardableResult
  package func baseline(
    _ connection: Connection, to target: Int? = nil
  ) throws(MigrationError) -> MigrationReport {
    guard !connection.isInTransaction else { throw .transactionOpen(path: connection.path) }
    let build = try SchemaBuild(self)
    if let target, !(1...max(1, set.latest)).contains(target) || set.latest == 0 {
      throw .unknownTarget(target, latest: set.latest)
    }
    // Before the lock, so that a foreign file is not even locked.
    _ = try baselineVersion(try status(of: connection), target, build)
    return try connection.immediateTransaction(failure: {
      MigrationError($0, timeout: connection.busyTimeout)
    }) {
      () throws(MigrationError) in
      let status = try status(of: connection)
      let version = try baselineVersion(status, target, build)
      if status.entries.isEmpty {
        try sqlite(connection) { () throws(SQLiteError) in
          try Ledger.create(in: connection)
          for migration in set.migrations.prefix(version) {
            try Ledger.insert(
              migration, of: set.component,
              fingerprint: build.versions[migration.version].fingerprint, duration: 0, tool: tool,
              in: connection)
          }
        }
      }
      try writeHeader(connection, version: version)
      return MigrationReport(
        component: set.component, from: status.current, to: version, steps: [], isDryRun: false)
    }
  }

  private func baselineVersion(
    _ status: MigrationStatus, _ target: Int?, _ build: SchemaBuild
  ) throws(MigrationError) -> Int {
    for problem in problems(status, build: build) {
      switch problem {
      case .ledgerMissing, .headerMismatch: break
      // Without id, yet with every table of ours: a file made from the scripts by hand.
      case .foreignDatabase(_, 0, _, _) where ownsHeader && fits(status, build) != nil: break
      default: throw problem
      }
    }
    guard let version = target ?? fits(status, build) else {
      throw drift(status, build, at: set.latest)
    }
    let later = status.schema.subtracting(build.base).subtracting(build.versions[version])
      .intersection(build.versions[set.latest])
    guard differences(status, build, at: version).isEmpty, later.objects.isEmpty else {
      throw drift(status, build, at: version, later)
    }
    let isIntact =
      !ownsHeader
      || (Int(status.userVersion) == status.current
        && (applicationID ?? status.applicationID) == status.applicationID)
    guard status.entries.isEmpty || (!isIntact && status.current == version) else {
      throw .alreadyRecorded(
        path: status.path, component: set.component, version: status.current)
    }
    return version
  }

  /// The highest version whose schema the file has.
  private func fits(_ status: MigrationStatus, _ build: SchemaBuild) -> Int? {
    (1...max(1, set.latest)).last {
      $0 <= set.latest && differences(status, build, at: $0).isEmpty
    }
  }

  private func differences(
    _ status: MigrationStatus, _ build: SchemaBuild, at version: Int
  ) -> [SchemaDifference] {
    build.differences(status.schema, at: version).filter(\.preventsMigration)
  }

  private func drift(
    _ status: MigrationStatus, _ build: SchemaBuild, at version: Int, _ later: Schema = Schema([])
  ) -> MigrationError {
    .drift(
      path: status.path, version: version,
      differences(status, build, at: version)
        + later.objects.map { .unexpected($0, isAttached: false) })
  }
}
