import Preferences

extension Failure {
  /// The one place that maps the library's errors to exit codes.
  init(_ error: PreferenceError) {
    self.init(Self.code(of: error), error.description)
  }

  private static func code(of error: PreferenceError) -> ExitCode {
    switch error {
    case .invalidName, .typeMismatch, .declaredType, .unreadable, .notRepresentable, .newerVersion,
      .unknownColor:
      .badData
    case .historyGap, .notLogged, .unknownChangeSet, .overwrittenSince: .no
    case .conflictingDeclarations, .transactionInProgress: .internalError
    case .unavailable(let failure): code(of: failure.kind)
    }
  }

  private static func code(of kind: StoreFailure.Kind) -> ExitCode {
    switch kind {
    case .notADatabase, .foreignDatabase, .damaged, .replaced: .badData
    case .newerSchema: .newerSchema
    case .migrationFailed: .migrationMismatch
    case .missingFolder: .cannotCreate
    case .noPermission, .readOnly: .noPermission
    case .busy: .tryAgain
    case .full, .inputOutput: .inputOutput
    case .forked, .closed: .internalError
    }
  }
}
