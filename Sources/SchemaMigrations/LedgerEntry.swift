/// One applied migration, as the file's ledger tells it.
package struct LedgerEntry: Hashable, Sendable {
  package var version: Int
  package var name: String
  /// SHA-256 of the migration that was applied.
  package var checksum: String
  /// ``Schema/fingerprint`` of the component after it.
  package var fingerprint: String
  /// The oldest version whose library may still write to the file.
  package var compatible: Int
  /// Milliseconds since 1970 UTC.
  package var appliedAt: Int64
  /// Microseconds that it took; 0 for a baseline.
  package var duration: Int64
  /// The program that applied it.
  package var tool: String
}
