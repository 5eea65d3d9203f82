package import SQLiteCore

/// Something that a check of a file has found.
package enum MigrationFinding: Hashable, Sendable {
  /// What would keep migrations from running.
  case problem(MigrationError)
  case difference(SchemaDifference)
  /// The ledger's fingerprint of the last version is not the one that the migrations lead to.
  case fingerprint(version: Int, recorded: String, expected: String)
  /// The file has later migrations, so its schema cannot be compared.
  case notCompared(version: Int, latest: Int)

  /// False for what is only worth knowing.
  package var isFailure: Bool {
    switch self {
    case .problem, .fingerprint: true
    case .difference(let difference): difference.isFailure
    case .notCompared: false
    }
  }
}

extension MigrationFinding: CustomStringConvertible {
  package var description: String {
    switch self {
    case .problem(let error): error.description
    case .difference(let difference): difference.description
    case .fingerprint(let version, let recorded, let expected):
      "the ledger's fingerprint of version \(version) is \(recorded.prefix(12)), but its migrations "
        + "lead to \(expected.prefix(12))"
    case .notCompared(let version, let latest):
      "the file is at version \(version), this program knows up to \(latest): the schema is not "
        + "compared"
    }
  }
}

extension Migrator {
  /// Compares a file with its ledger and its schema with a fresh build; writes nothing.
  ///
  /// - Returns: findings; none is a failure when the file is as the migrations make it.
  /// - Throws: when the migrations are at fault or the file cannot be read at all.
  package func verify(_ connection: Connection) throws(MigrationError) -> [MigrationFinding] {
    let build = try SchemaBuild(self)
    let status = try status(of: connection)
    let problems = problems(status, build: build).filter {
      // Told object by object below.
      if case .drift = $0 { false } else { true }
    }
    var findings = problems.map(MigrationFinding.problem)
    guard !status.isNewer else {
      return findings + [.notCompared(version: status.current, latest: set.latest)]
    }
    // A foreign file or one without a ledger has nothing to compare with.
    guard !status.entries.isEmpty || problems.isEmpty else { return findings }
    findings += build.differences(status.schema, at: status.current)
      .map(MigrationFinding.difference)
    let expected = build.versions[status.current].fingerprint
    if let last = status.entries.last, last.fingerprint != expected {
      findings.append(
        .fingerprint(version: last.version, recorded: last.fingerprint, expected: expected))
    }
    return findings
  }
}
