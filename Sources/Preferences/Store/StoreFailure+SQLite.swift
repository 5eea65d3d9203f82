package import SQLiteCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension StoreFailure {
  /// The failure that an error of SQLite means for a store.
  package init(_ error: SQLiteError, path: String) {
    let (kind, message) = Self.meaning(of: error, path: path)
    self.init(kind, path: path, message)
  }

  /// The failure that an `errno` means, met while a file was created or looked at.
  init(systemError number: Int32, path: String) {
    let kind: Kind =
      switch number {
      case EACCES, EPERM: .noPermission
      case EROFS: .readOnly
      case ENOSPC, EDQUOT: .full
      case ENOENT, ENOTDIR: .missingFolder
      case EISDIR: .notADatabase
      default: .inputOutput
      }
    let message =
      kind == .missingFolder
      ? "the folder \(SystemCalls.folder(of: path)) does not exist"
      : SystemCalls.message(number)
    self.init(kind, path: path, message)
  }

  /// The failure of every use of a store after `close()`.
  static func closed(path: String) -> Self { Self(.closed, path: path, "the store was closed") }

  private static func meaning(of error: SQLiteError, path: String) -> (Kind, String) {
    switch error.code {
    case .notADatabase:
      (.notADatabase, "not a preferences file: it is no SQLite database, or cut off")
    case .corrupt:
      (.damaged, "the file is damaged (\(error.message)); nothing was changed" + logHint(path))
    // A log whose locks are never free ends as "locking protocol", after ten seconds of SQLite's own.
    case .busy, .locked, .lockingProtocol:
      (.busy, "locked by another process for longer than the timeout; try again")
    case .readOnly:
      (.noPermission, "no permission to write the file or its folder (\(error.message))")
    case .permission: (.noPermission, error.message)
    case .full: (.full, "the disk or quota is full; nothing was changed")
    case .cannotOpen: cannotOpen(error, path: path)
    case .error where error.message.hasPrefix("no such "):
      (.damaged, "the schema is damaged (\(error.message))")
    case .inputOutput where [ENOSPC, EDQUOT].contains(error.systemError):
      (.full, "the disk or quota is full; nothing was changed")
    case .interrupt:
      (.damaged, "the schema is damaged: a statement does not come to an end; nothing was changed")
    case .tooBig: (.inputOutput, "a value of more than \(Connection.largestValue >> 20) MiB")
    case .noMemory: (.inputOutput, "the memory that SQLite may use does not suffice")
    case .misuse where error.message.contains("fork()"): (.forked, error.message)
    default: (.inputOutput, error.message)
    }
  }

  /// A copy put in the place of the file beside the log of the old one looks damaged.
  private static func logHint(_ path: String) -> String {
    StoreLocation.isFilled(path + "-wal")
      ? "; if it was restored from a copy, \(path)-wal belongs to the old file: remove it" : ""
  }

  private static func cannotOpen(_ error: SQLiteError, path: String) -> (Kind, String) {
    switch SystemCalls.entry(at: path) {
    case .folder: (.notADatabase, "is a folder, expected a preferences file")
    case .missing where SystemCalls.entry(at: SystemCalls.folder(of: path)) != .folder:
      (.missingFolder, "the folder \(SystemCalls.folder(of: path)) does not exist")
    case .missing:
      SystemCalls.mayWriteFolder(of: path)
        ? (.inputOutput, "the file does not exist")
        : (.noPermission, "no permission to create a file in \(SystemCalls.folder(of: path))")
    default:
      [EACCES, EPERM, EROFS].contains(error.systemError)
        || access(path, R_OK) != 0 || !SystemCalls.mayWriteFolder(of: path)
        ? (.noPermission, "no permission to read the file, or to use its folder")
        : (.inputOutput, error.message)
    }
  }
}
