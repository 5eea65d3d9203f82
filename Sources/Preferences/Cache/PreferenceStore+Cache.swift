internal import SQLiteCore

extension PreferenceStore {
  /// The value of a key that was read before, if it still holds. In the caller's module, or generics
  /// would cost ten times what the read does.
  @inlinable
  func cached<Value>(_ key: Key<Value>) -> Value? {
    guard beginRead(key.box.observed), let pointer = key.box.slot.cell(of: cache.id) else {
      return nil
    }
    return Unmanaged<ValueCell<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { cell in
      cell.value(ifStill: cache.known)
    }
  }

  /// Notes a read for observation; says whether cells may be used without a look at the file.
  @usableFromInline
  func beginRead(_ paths: ObservedPaths) -> Bool {
    guard forkGeneration == ForkGuard.generation else { return false }
    access(paths)
    return cache.isFreshlyLookedAt
  }

  /// The value of a key from what is stored; keeps it for the next time.
  @usableFromInline
  func read<Value>(_ key: Key<Value>) throws(PreferenceError) -> Value {
    try checkFork()
    let names = try key.names
    // Taken before the file is read.
    let cell = cache.cell(of: key.box, names)
    let ticket = cell?.ticket
    let found = try lookUp(names)
    let value = try key.value(of: found.value)
    if let cell, let ticket { cache.fill(cell, value, found, ticket: ticket) }
    return value
  }

  /// What is stored under the first of some names that is set; references followed.
  // Not generic over the key's value: the look-up of generic metadata would cost a tenth of a read.
  func lookUp(_ names: [PreferenceName]) throws(PreferenceError) -> ReadCache.Found {
    try checkFork()
    if cache.isFreshlyLookedAt, let found = cache.find(names) { return found }
    return try read { (connection) throws(SQLiteError) in
      let header = try cache.bringUpToDate(with: connection)
      var found = ReadCache.Found(header: header)
      for name in names {
        let row = try connection.cacheableRow(of: name)
        if header != nil { cache.keep(name, row) }
        guard let value = row?.value else { continue }
        found.isFollowed = value.refersToOthers
        found.value =
          found.isFollowed ? try connection.followed(value, declared: registry) : value
        break
      }
      if header != nil { try cache.readAllIfSmall(connection) }
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
    try checkFork()
    if let (value, observed) = cache.find(text), cache.isFreshlyLookedAt {
      access(observed)
      return value
    }
    let name = try PreferenceName(text)
    let observed = cache.observed(name, as: text)
    access(observed)
    return try lookUp([name]).value
  }

  /// Forgets what was read, so that the next read of each key is its first.
  package func forgetCachedValues() { reader.withLock { _ in cache.empty() } }
}
