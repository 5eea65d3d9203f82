import Preferences
import SQLiteCore
import SchemaMigrations

extension Failure {
  /// Why migrations cannot be read or run.
  init(_ error: MigrationError, path: String) {
    switch error {
    case .sqlite(let error): self.init(.unavailable(StoreFailure(error, path: path)))
    default: self.init(Self.code(of: error), error.description)
    }
  }

  private static func code(of error: MigrationError) -> ExitCode {
    switch error {
    case .unknownTarget, .wrongDirection, .invalidComponent: .usage
    case .invalidFile, .duplicateVersion, .missingVersion, .notADatabase, .foreignDatabase:
      .badData
    case .newerDatabase: .newerSchema
    case .irreversible, .inUse, .ledgerMissing, .headerMismatch, .baseMissing, .checksumChanged,
      .outOfOrder, .drift, .alreadyRecorded, .refusedStatement, .sql, .code, .foreignKeys:
      .migrationMismatch
    case .busy: .tryAgain
    case .sqlite: .inputOutput
    case .transactionOpen: .internalError
    }
  }
}
