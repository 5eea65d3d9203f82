internal import SQLiteCore

extension PreferenceStore {
  /// The value of a key that was read before, if it still holds. In the caller's module, or generics
  /// would cost ten times what the read does.
  @inlinable
  func cached<Value>(_ key: Key<Value>) -> Value? {
    access(key.box.observed)
    guard cache.isFreshlyLookedAt, let pointer = key.box.slot.cell(of: cache.id) else {
      return nil
    }
    return Unmanaged<ValueCell<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { cell in
      cell.value(ifStill: cache.known)
    }
  }

  /// The value of a key from what is stored; keeps it for the next time.
  @inlinable
  func read<Value>(_ key: Key<Value>) throws(PreferenceError) -> Value {
    let read = try lookUp(key.box)
    let value = try key.value(of: read.value)
    if let cell = read.cell, let header = read.header {
      unsafeDowncast(cell, to: ValueCell<Value>.self).fill(value, header, ticket: read.ticket)
    }
    return value
  }

  /// What is stored for a key, and where its decoded value may be kept.
  @usableFromInline
  struct Read {
    @usableFromInline var value: StoredValue?
    @usableFromInline var cell: AnyCell?
    @usableFromInline var ticket = 0
    @usableFromInline var header: FileStatePointer?
  }

  @usableFromInline
  func lookUp(_ box: AnyKeyBox) throws(PreferenceError) -> Read {
    try checkFork()
    let names = try box.names.get()
    let cell = cache.cell(of: box, names)
    // Taken before the file is read: what changes from then on must not be overwritten.
    let ticket = cell?.ticket ?? 0
    let found = try lookUp(names, cell?.entries)
    guard let cell, cache.mayKeep(found, in: cell) else { return Read(value: found.value) }
    return Read(value: found.value, cell: cell, ticket: ticket, header: found.header)
  }

  /// What is stored under the first of some names that is set; references followed.
  ///
  /// - Parameter entries: what is known of the names, for who has it at hand.
  func lookUp(
    _ names: [PreferenceName], _ entries: [CacheEntry]? = nil
  ) throws(PreferenceError) -> ReadCache.Found {
    try checkFork()
    if cache.isFreshlyLookedAt,
      let found = if let entries { cache.find(entries) } else { cache.find(names) }
    {
      return found
    }
    return try readFollowed { (connection, header) throws(SQLiteError) in
      var found = ReadCache.Found(header: header)
      var isTimeToReadAll = false
      for index in names.indices {
        let row = try connection.cacheableRow(of: names[index])
        if header != nil, cache.keep(entries?[index], names[index], row) { isTimeToReadAll = true }
        guard let value = row?.value else { continue }
        found.isFollowed = value.refersToOthers
        found.value =
          found.isFollowed ? try connection.followed(value, declared: registry) : value
        break
      }
      if isTimeToReadAll { try cache.readAllIfSmall(connection) }
      return found
    } ?? ReadCache.Found()
  }

  /// Whether the cache knows that a key holds just this value, so that there is nothing to write.
  func isKnown<Value>(_ value: Value, for key: Key<Value>) throws(PreferenceError) -> Bool {
    guard options.access == .readWrite, key.box.options.isEmpty else { return false }
    try checkFork()
    let names = try key.names
    // Behind the writers of this store, as a write would be.
    return try writer.withLock(
      held: { () throws(PreferenceError) in throw .transactionInProgress }
    ) { (_) throws(PreferenceError) in
      guard names.count == 1, cache.isFreshlyLookedAt, let stored = cache.find(names)?.value
      else { return false }
      return try key.encode(value, over: stored) == stored
    }
  }

  /// What is stored under a written name, such as `Settings.accent`; nil when nothing is.
  ///
  /// For tools and for names that are not known when the program is written; a declared key knows its
  /// type and its default. References to colours are followed.
  ///
  /// - Throws: ``PreferenceError/invalidName(_:reason:)``, ``PreferenceError/unavailable(_:)``.
  public func storedValue(named text: String) throws(PreferenceError) -> StoredValue? {
    // In a forked child no look is fresh.
    if cache.isFreshlyLookedAt, let (value, entry) = cache.find(text) {
      if isTracking { access(ObservedPaths([entry.name])) }
      return value
    }
    try checkFork()
    let name = try PreferenceName(text)
    if isTracking { access(ObservedPaths([name])) }
    cache.remember(text, of: name)
    return try lookUp([name]).value
  }

  /// Makes the cache hold for the file after a commit of this store, where the commit's names are all
  /// that has changed; else the next read finds out.
  ///
  /// - Returns: the new state of the file, if it is known.
  func adopt(_ changes: CommittedChanges, after before: FileState?) -> FileState? {
    guard let before, changes.isAll, !changes.names.isEmpty else { return nil }
    return reader.withLock { $0.adoptCommit(of: changes, after: before) }
  }

  /// Forgets what was read, so that the next read of each key is its first.
  package func forgetCachedValues() { reader.withLock { $0.forgetCachedValues() } }
}
