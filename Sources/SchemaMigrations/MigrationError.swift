package import SQLiteCore

/// Why migrations cannot be read or run; after each of them the file is as it was.
package enum MigrationError: Error, Hashable, Sendable {
  // What was given is not right.
  case invalidComponent(String)
  /// A file whose name or text cannot be a migration.
  case invalidFile(String, line: Int?, reason: String)
  case duplicateVersion(Int, [String])
  /// A gap in the numbers: the version that is not there, and the next file that is.
  case missingVersion(Int, next: String)
  /// A target outside of what the set has.
  case unknownTarget(Int, latest: Int)
  /// Up to a version below the present one, or down to one above.
  case wrongDirection(MigrationStep.Direction, current: Int, target: Int)
  /// There is no way back from this version.
  case irreversible(file: String)
  /// Other components would lose the schema that they stand on.
  case inUse(path: String, component: String, by: [String])
  case transactionOpen(path: String)
  /// The caller's preparation failed, for a reason that it knows.
  case notPrepared(path: String, reason: String)

  // The file is not what it should be.
  case notADatabase(path: String)
  /// Another program's file; `objects` are the tables that it has.
  case foreignDatabase(path: String, found: Int32, expected: Int32, objects: [String])
  /// The component's tables are there, but no record of how they came about.
  case ledgerMissing(path: String, component: String, objects: [String])
  /// A number in the header that does not agree with the ledger.
  case headerMismatch(path: String, field: String, found: Int32, expected: Int32)
  /// The component underneath is not there yet.
  case baseMissing(path: String, component: String, base: String)
  case newerDatabase(path: String, component: String, found: Int, supported: Int, compatible: Int)
  case checksumChanged(file: String, recordedName: String, recorded: String, found: String)
  /// A version that is not applied although a later one is.
  case outOfOrder(file: String, applied: Int)
  case drift(path: String, version: Int, [SchemaDifference])
  /// A baseline for a component that has applied migrations.
  case alreadyRecorded(path: String, component: String, version: Int)

  // A step went wrong.
  /// A statement that does not belong into a migration.
  case refusedStatement(file: String, ScriptPosition?, reason: String)
  case sql(file: String, SQLiteError)
  case code(file: String, message: String)
  /// Rows without the row they refer to: table, row and the table referred to.
  case foreignKeys(path: String, [String])
  /// Another connection held the file longer than the timeout, in milliseconds.
  case busy(path: String, milliseconds: Int32)
  case sqlite(SQLiteError)
}
