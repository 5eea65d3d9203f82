import PreferencesImport

extension Failure {
  /// Why a file cannot be imported.
  init(_ error: ImportError) {
    let code: ExitCode =
      switch error.kind {
      case .missing, .notAFile, .noPermission: .noInput
      case .inputOutput: .inputOutput
      case .tooLarge, .unknownFormat, .malformed, .notADomain, .invalidName: .badData
      }
    self.init(code, error.description)
  }
}
