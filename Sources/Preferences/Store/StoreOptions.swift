internal import SQLiteCore
package import Synchronization

/// How a store is opened.
public struct StoreOptions: Sendable {
  /// What a store may do to its file.
  public enum Access: Hashable, Sendable {
    /// Reads and writes; the file is created, and its schema upgraded, by the first write.
    case readWrite
    /// Only reads: nothing is created, nothing upgraded, every write is refused.
    case readOnly
  }

  /// How changes reach the file (https://sqlite.org/wal.html).
  public enum Journal: Hashable, Sendable {
    /// A write-ahead log beside the file: readers never wait. Not for network file systems.
    case writeAheadLog
    /// One file only, except during a write: for network file systems.
    case rollback
  }

  /// What a returned write has survived (https://sqlite.org/pragma.html#pragma_synchronous).
  public enum Durability: Hashable, Sendable {
    /// It is on disk: it survives a power failure.
    case full
    /// It survives a crash of the process; a power failure may take back the last writes, whole
    /// change sets at a time.
    case normal

    var synchronous: Synchronous { self == .full ? .full : .normal }
  }

  /// What the store may do; `.readWrite` unless said otherwise.
  public var access: Access = .readWrite
  /// The journal; nil: a write-ahead log for a new file, else what the file has.
  public var journal: Journal?
  /// What a returned write has survived.
  public var durability: Durability = .full
  /// How long a call waits for another process's write, or another store's, before it throws; 5
  /// seconds. Threads that share a store take turns, and wait for each other's transactions to end.
  public var busyTimeout: Duration = .seconds(5)
  /// The name that changes of this store carry in the history; the program's name by default.
  public var origin: String?
  /// How much history is kept: 10,000 changes or one year, whichever is less.
  public var retention = HistoryRetention()
  /// Bytes for values that were read, 4 MiB; 0: every read asks the database. What is kept beside each
  /// value, its name first, is counted with 200 bytes and takes about twice that.
  ///
  /// What is kept is always true, also when other processes write. Values of keys that are declared once
  /// are kept decoded as well. Nothing is kept of files with a rollback journal and of stores in memory.
  public var cacheLimit = 4 << 20
  /// The app's own migrations, run before the store is handed out.
  public var migrations: PreferenceMigrations?
  /// Whether a path may be a symbolic link, or a file with several names. Without, such a store is
  /// refused: for a path in a folder that others may write to.
  public var followsLinks = true
  /// How many copies of the file from before a migration are kept, each made before anything is
  /// changed; 0: none. They lie beside it, `FILE.migration-backup-1` being the newest.
  public var migrationBackups = 3

  /// The defaults.
  public init() {}

  /// The journal of new files where ``journal`` does not say: for the tests, which run in both.
  package static let rollbackByDefault = Atomic<Bool>(false)

  /// Whether nothing is cached whatever ``cacheLimit`` says: the tests run both ways.
  package static let cachesNothing = Atomic<Bool>(false)

  var bytesToCache: Int { Self.cachesNothing.load(ordering: .relaxed) ? 0 : max(0, cacheLimit) }

  /// Whether a new file gets a write-ahead log.
  var wantsLog: Bool {
    journal.map { $0 == .writeAheadLog } ?? !Self.rollbackByDefault.load(ordering: .relaxed)
  }

  var busyMilliseconds: Int32 {
    let (seconds, attoseconds) = busyTimeout.components
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return Int32(max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000))
  }
}
