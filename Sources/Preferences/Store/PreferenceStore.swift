import Observation
internal import SQLiteCore
import Synchronization

/// A preferences file: typed values by key, every change logged, one SQLite database.
///
/// Reading never writes: a store whose file does not exist yields defaults and creates nothing; the
/// first write creates it. Every write is a transaction of its own, on disk when it returns
/// (see ``StoreOptions/durability``). A store may be used from any thread; several stores, in one
/// process or many, may share a file. Writes block their thread until the disk has answered, or
/// until ``StoreOptions/busyTimeout`` when another process writes.
public final class PreferenceStore: Sendable {
  let location: StoreLocation
  let options: StoreOptions
  let origin: String
  let diagnosticsLog = DiagnosticsLog()
  let registry = KeyRegistry()
  private let upgrade: SchemaUpgrade
  // A reader and a writer, so that a read never waits for a transaction of this store.
  let reader: Lock<StoreReader>
  @usableFromInline let cache: ReadCache
  let writer: Lock<StoreWriter>
  /// The one connection of a store in memory.
  private let memory = Lock<Connection?>(nil)
  let forkGeneration = ForkGuard.watch()
  let identity: FileIdentity
  // Observation
  let registrar = ObservationRegistrar()
  let pathOfNoKey = ObservedPaths([PreferenceName(unchecked: "", key: "")])
  let feed = ChangeFeed()
  let ownChanges = OwnChanges()
  let isFed = Atomic<Bool>(false)
  let isTracked = Atomic<Bool>(false)
  let publishing = Lock<PublishedState?>(nil)
  let watcher = Lock<StoreWatcher?>(nil)

  /// Opens the store in a file.
  ///
  /// An existing file is checked, and its schema upgraded unless the store only reads; the app's
  /// own migrations run before the store is handed out. A missing file is created by the first
  /// write, for its owner alone (mode 0600); its folder must exist.
  ///
  /// - Throws: ``PreferenceError/unavailable(_:)``, with nothing written.
  public convenience init(
    path: String, options: StoreOptions = StoreOptions()
  ) throws(PreferenceError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .unavailable(
        StoreFailure(.inputOutput, path: path, "not a path: empty, or with a NUL character"))
    }
    guard path.utf8.last != UInt8(ascii: "/") else {
      throw .unavailable(
        StoreFailure(.notADatabase, path: path, "is the path of a folder, expected that of a file"))
    }
    // A program may change its current folder, and must not change its store with it.
    self.init(
      location: .file(path: SystemCalls.absolute(path), createsFolders: false), options: options)
    try prepare()
  }

  /// The standard store of an app: `NAME/preferences.db` in the user's configuration folder.
  ///
  /// - Throws: ``PreferenceError/unavailable(_:)``, with nothing written.
  public convenience init(
    app name: String, options: StoreOptions = StoreOptions()
  ) throws(PreferenceError) {
    guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
      throw .invalidName(name, reason: "an app's name is a file name")
    }
    let path = StoreLocation.standardPath(of: name)
    self.init(location: .file(path: path, createsFolders: true), options: options)
    try prepare()
  }

  /// A store in memory, for tests and previews; it ends with the object.
  ///
  /// Unlike one in a file, it lets a read of the store inside its own transaction see the changes so
  /// far, and reads of other threads wait for the transaction's end.
  public static func inMemory(options: StoreOptions = StoreOptions()) -> PreferenceStore {
    var options = options
    options.journal = .rollback
    let store = PreferenceStore(
      location: .memory(name: "preferences-\(memoryCount.next())"), options: options)
    // It lives as long as somebody is connected to it.
    store.report { () throws(PreferenceError) in
      try store.withWriter(wrap: { $0 }) { (_, connection) throws(PreferenceError) in
        store.memory.withLock { $0 = connection }
      }
    }
    return store
  }

  private static let memoryCount = Counter()

  init(location: StoreLocation, options: StoreOptions) {
    self.location = location
    self.options = options
    origin = options.origin ?? StoreLocation.processName
    let identity = FileIdentity(followsLinks: options.followsLinks)
    self.identity = identity
    let cache = ReadCache(limit: options.bytesToCache)
    self.cache = cache
    reader = Lock(
      StoreReader(
        location: location, identity: identity, busyTimeout: options.busyMilliseconds,
        cache: cache))
    upgrade = SchemaUpgrade(options: options, path: location.path, diagnostics: diagnosticsLog)
    writer = Lock(
      StoreWriter(location: location, identity: identity, options: options, upgrade: upgrade))
  }

  deinit { watcher.withLock { $0?.stop() } }

  /// The absolute path of the file; `:memory:` for a store in memory.
  public var path: String { location.path }

  /// What went wrong where nothing could be thrown, each trouble once, the latest hundred.
  ///
  /// Values that could not be decoded (they read as their defaults and stay in the file), failed
  /// assignments through a subscript, a checkpoint that failed.
  public var diagnostics: [PreferenceError] { diagnosticsLog.all }

  /// Forgets the diagnostics so far.
  public func clearDiagnostics() { diagnosticsLog.clear() }

  /// Closes the file; every later use throws `closed`. Not needed: the store closes with its end.
  ///
  /// - Throws: ``PreferenceError/transactionInProgress`` inside a transaction of this thread.
  public func close() throws(PreferenceError) {
    try writer.withLock(held: { () throws(PreferenceError) in throw .transactionInProgress }) {
      (writer) throws(PreferenceError) in
      memory.withLock { $0 = nil }
      reader.withLock { $0.close(forGood: true) }
      writer.close(forGood: true)
    }
  }

  /// Looks at an existing file, and opens it for writing when its schema or the app's values have
  /// to be brought up to date.
  private func prepare() throws(PreferenceError) {
    let isUpToDate = try read { (connection) throws(SQLiteError) in
      try upgrade.isUpToDate(connection)
    }
    guard isUpToDate == false, options.access == .readWrite else { return }
    try openForWriting()
  }

  // MARK: - Access to the file

  /// Runs `body` with the reading connection; nil when there is no file, or nothing in it yet.
  func read<Result>(
    _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(PreferenceError) -> Result? {
    try checkFork()
    if location.isMemory, let connection = memory.withLock({ $0 }) {
      return try read(connection, body)
    }
    return try withReader { (reader, connection) throws(SQLiteError) in
      reader.endLease()
      return try body(connection)
    }
  }

  /// The same after the cache was made to hold for the file; with where the file's state stands, if
  /// what is read may be kept.
  func readFollowed<Result>(
    _ body: (Connection, FileStatePointer?) throws(SQLiteError) -> Result
  ) throws(PreferenceError) -> Result? {
    if location.isMemory {
      return try read { (connection) throws(SQLiteError) in try body(connection, nil) }
    }
    return try withReader { (reader, connection) throws(SQLiteError) in
      let header = try reader.follow(connection)
      if reader.needsKeeper { endLeaseSoon(&reader) }
      return try body(connection, header)
    }
  }

  /// As ``read(_:)``, with what the file was like before; nil where that is not to be had for nothing.
  func readWithState<Result>(
    _ body: (Connection, FileState?) throws(SQLiteError) -> Result
  ) throws(PreferenceError) -> Result? {
    if location.isMemory {
      return try read { (connection) throws(SQLiteError) in try body(connection, nil) }
    }
    return try withReader { (reader, connection) throws(SQLiteError) in
      reader.endLease()
      return try body(connection, try reader.state(of: connection))
    }
  }

  /// Has a thread end the lease, and those after it for as long as there is always another one.
  private func endLeaseSoon(_ reader: inout StoreReader) {
    let isStarted = DetachedThread.start { [weak self] in
      repeat {
        DetachedThread.sleep(milliseconds: ReadLease.length)
      } while self?.reader.withLock { $0.endLeaseInTime() } ?? false
    }
    if isStarted { reader.promiseKeeper() } else { reader.endLease() }
  }

  private func withReader<Result>(
    _ body: (inout StoreReader, Connection) throws(SQLiteError) -> Result
  ) throws(PreferenceError) -> Result? {
    try checkFork()
    return try reader.withLock { (reader) throws(PreferenceError) -> Result? in
      let current: Connection?
      do throws(StoreFailure) { current = try reader.current() } catch { throw .unavailable(error) }
      guard let current else { return nil }
      do throws(SQLiteError) { return try body(&reader, current) } catch {
        reader.endLease()
        throw .unavailable(StoreFailure(error, path: path))
      }
    }
  }

  /// A database in memory has one connection, because a second one would have to wait for the
  /// transactions of the first: reads wait for those of other threads, and see their own thread's.
  private func read<Result>(
    _ connection: Connection, _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(PreferenceError) -> Result {
    func run() throws(PreferenceError) -> Result {
      do throws(SQLiteError) { return try body(connection) } catch {
        throw .unavailable(StoreFailure(error, path: path))
      }
    }
    return try writer.withLock(held: run) { (_) throws(PreferenceError) in try run() }
  }

  /// A lock that another thread held when the process forked stays locked in the child for ever, so
  /// the child is turned away before it meets one.
  func checkFork() throws(PreferenceError) {
    guard forkGeneration == ForkGuard.generation else {
      throw .unavailable(
        StoreFailure(
          .forked, path: path, "opened before fork(); open the store anew in the child"))
    }
  }

  /// Opens the file for writing, so that its schema and the app's values are up to date.
  func openForWriting() throws(PreferenceError) {
    try withWriter(wrap: { $0 }) { (_, _) throws(PreferenceError) in }
  }

  /// Runs `body` with the writing connection, the schema in place.
  func withWriter<Result, Failure: Error>(
    wrap: (PreferenceError) -> Failure,
    _ body: (inout StoreWriter, Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(PreferenceError) { try checkFork() } catch { throw wrap(error) }
    return try writer.withLock(
      held: { () throws(Failure) in throw wrap(.transactionInProgress) }
    ) { (writer) throws(Failure) in
      let connection: Connection
      do throws(StoreFailure) { connection = try writer.current() } catch {
        throw wrap(.unavailable(error))
      }
      // A ROLLBACK that found no memory: the end of the connection does it, or nobody could write.
      defer { if connection.isInTransaction { writer.close() } }
      return try body(&writer, connection)
    }
  }

  /// Runs `body`; what it throws goes to the diagnostics.
  func report(_ body: () throws(PreferenceError) -> Void) {
    do { try body() } catch { diagnosticsLog.report(error) }
  }
}
