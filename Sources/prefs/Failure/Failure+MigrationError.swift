import SQLiteCore
import SchemaMigrations

extension Failure {
  /// Why migrations cannot be read or run.
  init(_ error: MigrationError) {
    self.init(Self.code(of: error), error.description.escapedForTerminal)
  }

  private static func code(of error: MigrationError) -> ExitCode {
    switch error {
    case .unknownTarget, .wrongDirection: .usage
    case .invalidComponent, .invalidFile, .duplicateVersion, .missingVersion, .notADatabase,
      .foreignDatabase:
      .badData
    case .newerDatabase: .newerSchema
    case .irreversible, .inUse, .ledgerMissing, .headerMismatch, .baseMissing, .checksumChanged,
      .outOfOrder, .drift, .alreadyRecorded, .refusedStatement, .code, .foreignKeys:
      .migrationMismatch
    case .busy: .tryAgain
    case .sql(_, let error): code(of: error) ?? .migrationMismatch
    case .sqlite(let error): code(of: error) ?? .inputOutput
    case .notPrepared: .inputOutput
    case .transactionOpen: .internalError
    }
  }

  /// The code of what is the machine's or the file's fault; nil when it is the statement's.
  private static func code(of error: SQLiteError) -> ExitCode? {
    switch error.code {
    case .readOnly, .permission: .noPermission
    case .full, .inputOutput: .inputOutput
    case .corrupt, .notADatabase: .badData
    case .busy, .locked: .tryAgain
    default: nil
    }
  }
}
