import PreferencesSync

extension Failure {
  /// Why something could not be synced.
  init(_ error: SyncError) {
    if case .store(let error) = error {
      self.init(error)
      return
    }
    self.init(Self.code(of: error), error.description.escapedForTerminal)
    if case .notSignedIn = error { help = "prefs help sync login" }
  }

  private static func code(of error: SyncError) -> ExitCode {
    switch error {
    case .offline: .tryAgain
    case .refused: .noPermission
    case .schema: .migrationMismatch
    case .full: .inputOutput
    case .invalidAnswer: .badData
    case .notSignedIn: .no
    case .invalidRequest, .store: .badData
    }
  }
}
