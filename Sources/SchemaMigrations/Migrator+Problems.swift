extension Migrator {
  /// All that speaks against running migrations on a file, the weightiest first.
  func problems(_ status: MigrationStatus, build: SchemaBuild) -> [MigrationError] {
    if let problem = identityProblem(status) { return [problem] }
    if let base, status.baseEntries.isEmpty {
      return [.baseMissing(path: status.path, component: set.component, base: base.component)]
    }
    var problems: [MigrationError] = []
    if let base {
      problems += newer(status, base, entries: status.baseEntries)
    }
    if status.entries.isEmpty, let last = build.versions.last {
      let known = status.schema.subtracting(build.base).intersection(last)
      if !known.objects.isEmpty {
        return problems + [
          .ledgerMissing(
            path: status.path, component: set.component, objects: known.objects.map(\.name))
        ]
      }
    }
    problems += newer(status, set, entries: status.entries)
    if ownsHeader, Int(status.userVersion) != status.current {
      problems.append(
        .headerMismatch(
          path: status.path, field: "user_version", found: status.userVersion,
          expected: Int32(clamping: status.current)))
    }
    problems += ledgerProblems(status)
    if problems.isEmpty, !status.isNewer {
      let differences = build.differences(status.schema, at: status.current)
        .filter(\.preventsMigration)
      if !differences.isEmpty {
        problems.append(.drift(path: status.path, version: status.current, differences))
      }
    }
    return problems
  }

  /// Refuses another program's file, for those who only look at the ledger.
  ///
  /// - Throws: `foreignDatabase`; a lost header is no reason not to look.
  package func checkIdentity(_ status: MigrationStatus) throws(MigrationError) {
    if let problem = identityProblem(status), case .foreignDatabase = problem { throw problem }
  }

  private func identityProblem(_ status: MigrationStatus) -> MigrationError? {
    guard let applicationID, status.applicationID != applicationID else { return nil }
    if status.applicationID == 0 {
      if status.isEmpty { return nil }
      // As after `.dump`, which keeps the ledger but not the header.
      if status.components.contains((base ?? set).component) {
        return .headerMismatch(
          path: status.path, field: "application_id", found: 0, expected: applicationID)
      }
    }
    return .foreignDatabase(
      path: status.path, found: status.applicationID, expected: applicationID,
      objects: status.schema.objects.filter { $0.type == "table" }.map(\.name))
  }

  private func newer(
    _ status: MigrationStatus, _ set: MigrationSet, entries: [LedgerEntry]
  ) -> [MigrationError] {
    guard let compatible = entries.map(\.compatible).max(), compatible > set.latest,
      let found = entries.last?.version
    else { return [] }
    return [
      .newerDatabase(
        path: status.path, component: set.component, found: found, supported: set.latest,
        compatible: compatible)
    ]
  }

  private func ledgerProblems(_ status: MigrationStatus) -> [MigrationError] {
    let applied = Dictionary(status.entries.map { ($0.version, $0) }) { first, _ in first }
    return set.migrations.prefix(while: { $0.version <= status.current }).compactMap { migration in
      guard let entry = applied[migration.version] else {
        let later = status.entries.first { $0.version > migration.version }
        return .outOfOrder(file: migration.file, applied: later?.version ?? status.current)
      }
      guard entry.checksum != migration.checksum else { return nil }
      return .checksumChanged(
        file: migration.file, recordedName: entry.name, recorded: entry.checksum,
        found: migration.checksum)
    }
  }
}
