internal import SQLiteCore

extension PreferenceStore {
  /// The value of a key: what is stored, else its default.
  ///
  /// Reading is total: a value that cannot be read gives the default, stays in the file and is
  /// reported in ``diagnostics``. Assigning is a convenience for ``set(_:for:origin:durability:)-(Value,_,_,_)`` whose errors
  /// go to ``diagnostics``. A change in place, `store[key] += 1`, is made of what was read: where that
  /// fails, or the change throws, nothing is written. It is two steps; ``update(_:origin:_:)`` is one.
  @inlinable
  public subscript<Value>(key: Key<Value>) -> Value {
    get {
      if let value = cached(key) { return value }
      return readOrDefault(key)
    }
    set { setOrReport(newValue, for: key) }
    _modify {
      var (value, isRead) = readForChange(key)
      yield &value
      if isRead { setOrReport(value, for: key) }
    }
  }

  /// The value that a change in place begins with; what is made of a default that only stands in for
  /// what cannot be read must not be stored.
  @usableFromInline
  func readForChange<Value>(_ key: Key<Value>) -> (value: Value, isRead: Bool) {
    do { return (try get(key), true) } catch {
      diagnosticsLog.report(error)
      return (key.defaultValue, false)
    }
  }

  @usableFromInline
  func readOrDefault<Value>(_ key: Key<Value>) -> Value {
    do { return try read(key) } catch {
      diagnosticsLog.report(error)
      return key.defaultValue
    }
  }

  @usableFromInline
  func setOrReport<Value>(_ value: Value, for key: Key<Value>) {
    report { () throws(PreferenceError) in try set(value, for: key) }
  }

  /// The value of a key named by a path: `store[\.accent]`, see ``PreferenceKeys``.
  @inlinable
  public subscript<Value>(path: KeyPath<PreferenceKeys, Key<Value>>) -> Value {
    get { self[keys[keyPath: path]] }
    set { self[keys[keyPath: path]] = newValue }
    _modify { yield &self[keys[keyPath: path]] }
  }

  /// The keys of ``PreferenceKeys``, for calls that take a key: `store.set(5, for: store.keys.size)`.
  @inlinable
  public var keys: PreferenceKeys { PreferenceKeys() }

  /// The value of a key: what is stored, else its default.
  ///
  /// - Throws: what the subscript only reports: a value of another type or that does not decode, a
  ///   file that cannot be read now.
  @inlinable
  public func get<Value>(_ key: Key<Value>) throws(PreferenceError) -> Value {
    if let value = cached(key) { return value }
    return try read(key)
  }

  /// Whether a key is unset, set, or holds something that cannot be read.
  ///
  /// - Throws: ``PreferenceError/unavailable(_:)`` when the file cannot be read now.
  public func state<Value>(of key: Key<Value>) throws(PreferenceError) -> PreferenceState<Value> {
    access(key.box.observed)
    return key.state(of: try stored(for: key))
  }

  /// Stores a value. It is on disk when the call returns; an equal value writes nothing.
  ///
  /// A struct keeps fields that a newer version of the app has added.
  ///
  /// - Parameters:
  ///   - origin: the name of this change in the history; the store's by default.
  ///   - durability: what it has survived when the call returns; as ``StoreOptions/durability`` by
  ///     default.
  /// - Throws: ``PreferenceError/notRepresentable(key:reason:)`` (NaN, a nil in a nil),
  ///   ``PreferenceError/newerVersion(key:supported:found:)`` and
  ///   ``PreferenceError/unavailable(_:)``; the old value stays.
  public func set<Value>(
    _ value: Value, for key: Key<Value>, origin: String? = nil,
    durability: StoreOptions.Durability? = nil
  ) throws(PreferenceError) {
    if try isKnown(value, for: key) { return }
    let hasChanged = try transaction(origin: origin, durability: durability) {
      (transaction) throws(PreferenceError) in
      try transaction.set(value, for: key)
      return !transaction.committed.names.isEmpty
    }
    // The next equal write is answered by the cache.
    if !hasChanged { _ = try? lookUp(key.names) }
  }

  /// Removes what is stored, so that the key reads as its default again.
  public func remove<Value>(_ key: Key<Value>, origin: String? = nil) throws(PreferenceError) {
    try change(origin: origin) { (transaction) throws(PreferenceError) in
      try transaction.removeValue(of: key)
    }
  }

  /// Changes a value in one step that no other writer can come between.
  ///
  /// - Parameter change: gets the stored value, or the default; runs once, inside the transaction.
  /// - Throws: also when the stored value cannot be read: it is not overwritten.
  @discardableResult
  public func update<Value, Result>(
    _ key: Key<Value>, origin: String? = nil,
    _ change: (inout Value) throws(PreferenceError) -> Result
  ) throws(PreferenceError) -> Result {
    try self.change(origin: origin) { (transaction) throws(PreferenceError) in
      var value = try transaction.get(key)
      let result = try change(&value)
      try transaction.set(value, for: key)
      return result
    }
  }

  /// Stores a value if the key's state still is the one expected (compare-and-set).
  ///
  /// - Returns: whether it was; if not, nothing is written.
  public func set<Value: Equatable>(
    _ value: Value, for key: Key<Value>, ifStateIs expected: PreferenceState<Value>,
    origin: String? = nil
  ) throws(PreferenceError) -> Bool {
    try change(origin: origin) { (transaction) throws(PreferenceError) in
      guard try transaction.currentState(of: key) == expected else { return false }
      try transaction.set(value, for: key)
      return true
    }
  }
}
