import Preferences
import PreferencesImport
import PreferencesSync
import SchemaMigrations

/// Why a verb did not do what it was asked for: a code for the shell and a sentence for a person.
struct Failure: Error, Equatable {
  var code: ExitCode
  var message: String
  /// How the verb would have been written, for a mistake on the command line.
  var usage: String?
  /// The command that tells more.
  var help: String?

  init(_ code: ExitCode, _ message: String, usage: String? = nil, help: String? = nil) {
    self.code = code
    self.message = message
    self.usage = usage
    self.help = help
  }

  /// Whatever a verb threw.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as PreferenceError: self.init(error)
    case let error as ImportError: self.init(error)
    case let error as SyncError: self.init(error)
    case let error as MigrationError: self.init(error)
    case let error as ExportError: self.init(.badData, error.description)
    default: self.init(.internalError, "\(error)")
    }
  }
}
