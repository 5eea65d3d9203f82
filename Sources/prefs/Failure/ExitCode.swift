/// What the command tells the shell, after `sysexits.h`.
///
/// The numbers are part of the interface: scripts decide on them.
enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case no = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case newerSchema = 69
  case internalError = 70
  case cannotCreate = 73
  case inputOutput = 74
  case tryAgain = 75
  case noPermission = 77
  case migrationMismatch = 78

  /// One line for `prefs help exit-codes`, the man page and the reader of a script.
  var meaning: String {
    switch self {
    case .done: "done"
    case .no:
      "the answer is no: a name is not set, a condition did not hold, an import or an export "
        + "left something out, migrations are pending, doctor found trouble"
    case .usage: "usage: an unknown verb or option, a missing or superfluous argument"
    case .badData:
      "bad data: a name, a value, an import file, a foreign or damaged database"
    case .noInput: "an input file is missing or cannot be read"
    case .newerSchema: "the file's schema is newer than this tool"
    case .internalError: "an internal error: please report it"
    case .cannotCreate: "a file or folder cannot be created"
    case .inputOutput: "an input/output error, or the disk is full"
    case .tryAgain: "another process holds a lock: try again"
    case .noPermission: "no permission, or the file is read-only"
    case .migrationMismatch: "the schema and the migrations disagree, or a migration failed"
    }
  }

  /// The word that stands for the code in JSON.
  var word: String {
    switch self {
    case .done: "done"
    case .no: "no"
    case .usage: "usage"
    case .badData: "bad-data"
    case .noInput: "no-input"
    case .newerSchema: "newer-schema"
    case .internalError: "internal-error"
    case .cannotCreate: "cannot-create"
    case .inputOutput: "input-output"
    case .tryAgain: "try-again"
    case .noPermission: "no-permission"
    case .migrationMismatch: "migration-mismatch"
    }
  }
}
