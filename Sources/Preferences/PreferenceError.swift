/// What can go wrong with a store, a key or a value.
///
/// No case carries a stored value, so an error is safe to log even for secrets.
@nonexhaustive
public enum PreferenceError: Error, Hashable, Sendable {
  /// A namespace or key that the file cannot hold.
  case invalidName(String, reason: String)
  /// The stored value has another type than the key: kept as it is, read as the default.
  case typeMismatch(key: PreferenceName, expected: StoredType, found: StoredType)
  /// A key was asked for with another type than it was declared with.
  case declaredType(key: PreferenceName, declared: String, requested: String)
  /// The stored value has the right type but does not decode: kept, read as the default.
  case unreadable(key: PreferenceName, reason: String)
  /// The value cannot be stored (NaN, an integer above Int64.max, a nil inside a nil).
  case notRepresentable(key: PreferenceName, reason: String)
  /// A struct stored by a newer version of the app: kept, and not overwritten by `set`.
  case newerVersion(key: PreferenceName, supported: Int, found: Int)
  /// Two declarations claim one name with different types or defaults.
  case conflictingDeclarations(key: PreferenceName, first: String, second: String)
  /// A palette has no colour of this name; those that may have been meant are the suggestions.
  case unknownColor(String, palette: String, suggestions: [String])
  /// The history does not reach back to the change of this number, for these keys or for all: it
  /// was pruned, or a value in it was erased.
  case historyGap(sequence: Int64, keys: [PreferenceName])
  /// The key leaves nothing in the history (``PreferenceStore/Key/unlogged()``).
  case notLogged(key: PreferenceName)
  /// The history has no change set of this number.
  case unknownChangeSet(Int64)
  /// An undo would overwrite what was written after the change that it undoes; these are the keys.
  case overwrittenSince([PreferenceName])
  /// The file cannot be used now; nothing was written.
  case unavailable(StoreFailure)
  /// A transaction was begun, or the store written to, inside a transaction of the same thread.
  case transactionInProgress
}

/// Why a file cannot be used: what kind of trouble, and with which file.
public struct StoreFailure: Error, Hashable {
  /// The kind of trouble, to decide on.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable {
    /// Something else than a SQLite file: a picture, a text, a folder.
    case notADatabase
    /// A SQLite file of another program.
    case foreignDatabase
    /// A preferences file that is cut off or malformed.
    case damaged
    /// The file's schema is newer than this library, and not marked as compatible with it.
    case newerSchema
    /// The folder of the file does not exist.
    case missingFolder
    /// No permission to read or write the file or its folder.
    case noPermission
    /// The store was opened for reading, or the file system is read-only.
    case readOnly
    /// Another process held a lock beyond the timeout.
    case busy
    /// The disk or the quota is full.
    case full
    /// The file was replaced while it was in use, and the log of the old one is still beside it:
    /// SQLite would take the one for the other's.
    case replaced
    /// The process has forked since the store was opened; SQLite forbids using it in the child.
    case forked
    /// The store was closed.
    case closed
    /// A migration failed; the file is as it was.
    case migrationFailed
    /// An input/output error, or anything that SQLite reports besides.
    case inputOutput
  }

  /// The kind of trouble.
  public var kind: Kind
  /// The path that the caller gave, or `:memory:`.
  public var path: String
  /// One sentence for a person: expected and found.
  public var message: String

  package init(_ kind: Kind, path: String, _ message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }
}
