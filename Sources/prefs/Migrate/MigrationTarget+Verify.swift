import PreferencesSchema
import PreferencesSync
import SQLiteCore
import SchemaMigrations

extension MigrationTarget {
  /// Compares a file with its migrations; the tables of a store that roams are compared with theirs.
  func verify(_ connection: Connection) throws -> [MigrationFinding] {
    let findings = try migrator.verify(connection)
    let roaming = Migrator(
      try SyncSchema.migrations(), on: try PreferencesSchema.migrations(),
      applicationID: PreferencesSchema.applicationID, tool: "")
    guard try !roaming.status(of: connection).entries.isEmpty else { return findings }
    let others = try roaming.verify(connection)
    // Strange to both: somebody else's. Strange to the one alone: the other's own.
    let known = findings.filter { $0.isFailure || !$0.isUnexpected || others.contains($0) }
    return known
      + others.filter { ($0.isFailure || $0.isAttached) && !known.contains($0) }
  }
}

extension MigrationFinding {
  fileprivate var isUnexpected: Bool {
    if case .difference(.unexpected) = self { true } else { false }
  }

  fileprivate var isAttached: Bool {
    if case .difference(.unexpected(_, isAttached: true)) = self { true } else { false }
  }
}
