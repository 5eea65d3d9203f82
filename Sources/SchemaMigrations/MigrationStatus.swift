/// Where a file stands with one component: read in one snapshot, without writing.
package struct MigrationStatus: Hashable, Sendable {
  package var path: String
  package var component: String
  /// The header's `application_id`.
  package var applicationID: Int32
  /// The header's `user_version`.
  package var userVersion: Int32
  /// The component's ledger rows in the order of their versions.
  package var entries: [LedgerEntry]
  /// The components in the ledger.
  package var components: [String]
  /// Tables, indexes, triggers and views, without the ledger.
  package var schema: Schema
  /// The last version that the program knows.
  package var latest: Int
  /// The ledger rows of the component underneath, where there is one.
  var baseEntries: [LedgerEntry] = []

  /// The last applied version, 0 when none is.
  package var current: Int { entries.last?.version ?? 0 }
  /// The versions that an upgrade would apply.
  package var pending: [Int] { current < latest ? Array((current + 1)...latest) : [] }
  /// Whether the file has migrations that this program does not know.
  package var isNewer: Bool { current > latest }
  /// The version that a program must know to write to the file.
  package var compatible: Int { entries.map(\.compatible).max() ?? 0 }
  /// Whether there is nothing at all in the file, as in one of no bytes.
  package var isEmpty: Bool { schema.objects.isEmpty && components.isEmpty }
}
