internal import SQLiteCore

/// The changes of one transaction; lent to the body, it cannot escape.
///
/// Reads see the transaction's own changes. The subscript does not throw: the first change that
/// cannot be made is kept, and fails the transaction at its end; ``set(_:for:)-(Value,_)`` throws at once.
public struct PreferenceTransaction: ~Copyable {
  private(set) var changes: ChangeSet
  let path: String
  private let diagnostics: DiagnosticsLog
  private let registry: KeyRegistry
  private var failure: PreferenceError?
  /// Names whose value was asked for and could not be read: what was made of the default that the
  /// reader got instead must not replace it.
  private let unreadable = Lock<Set<String>>([])
  /// Why the file could not be read in the middle of the transaction. Whatever was made of the default
  /// that stood in, also of other keys, must not be stored.
  private let readFailure = Lock<PreferenceError?>(nil)

  init(
    _ changes: ChangeSet, path: String, diagnostics: DiagnosticsLog, registry: KeyRegistry
  ) {
    self.changes = changes
    self.path = path
    self.diagnostics = diagnostics
    self.registry = registry
  }

  /// The value of a key, with the changes so far; assigning stores.
  public subscript<Value>(key: PreferenceStore.Key<Value>) -> Value {
    get {
      do { return try get(key) } catch {
        diagnostics.report(error)
        unreadable.withLock { _ = $0.insert(key.description) }
        if case .unavailable = error { readFailure.withLock { $0 = $0 ?? error } }
        return key.defaultValue
      }
    }
    set {
      keep { (transaction) throws(PreferenceError) in
        if transaction.unreadable.withLock({ $0.contains(key.description) }) {
          _ = try transaction.get(key)
        }
        try transaction.set(newValue, for: key)
      }
    }
  }

  /// The value of a key named by a path.
  public subscript<Value>(path: KeyPath<PreferenceKeys, PreferenceStore.Key<Value>>) -> Value {
    get { self[PreferenceKeys()[keyPath: path]] }
    set { self[PreferenceKeys()[keyPath: path]] = newValue }
  }

  /// Whether a key is unset, set, or holds something that cannot be read.
  public func state<Value>(
    of key: PreferenceStore.Key<Value>
  ) throws(PreferenceError) -> PreferenceState<Value> {
    try currentState(of: key)
  }

  /// Removes what is stored, so that the key reads as its default again.
  public mutating func remove<Value>(_ key: PreferenceStore.Key<Value>) {
    keep { (transaction) throws(PreferenceError) in try transaction.removeValue(of: key) }
  }

  // MARK: - Throwing forms

  /// The value of a key, with the changes so far.
  ///
  /// - Throws: what the subscript only reports: a value of another type or that does not decode.
  public func get<Value>(_ key: PreferenceStore.Key<Value>) throws(PreferenceError) -> Value {
    try key.value(of: currentValue(ofFirst: key.names))
  }

  func currentState<Value>(
    of key: PreferenceStore.Key<Value>
  ) throws(PreferenceError) -> PreferenceState<Value> {
    key.state(of: try currentValue(ofFirst: key.names))
  }

  /// Stores a value, as the subscript does; what cannot be stored is thrown here and now.
  ///
  /// - Throws: what ``PreferenceStore/set(_:for:origin:durability:)-(Value,_,_,_)`` throws. Caught, it does not fail the
  ///   transaction.
  public mutating func set<Value>(
    _ value: Value, for key: PreferenceStore.Key<Value>
  ) throws(PreferenceError) {
    let names = try key.names
    let previous = key.codec.readsPrevious ? try currentValue(ofFirst: names) : nil
    let stored = try key.encode(value, over: previous)
    if !key.box.options.isEmpty { try note(key.box.options, for: names[0]) }
    try set(stored, for: names[0])
    for former in names.dropFirst() { try remove(former) }
  }

  mutating func removeValue<Value>(
    of key: PreferenceStore.Key<Value>
  ) throws(PreferenceError) {
    for name in try key.names { try remove(name) }
  }

  // MARK: - Untyped forms

  /// The stored value of a name, with the changes so far.
  package func storedValue(of name: PreferenceName) throws(PreferenceError) -> StoredValue? {
    do { return try changes.connection.storedValue(of: name) } catch {
      throw .unavailable(StoreFailure(error, path: path))
    }
  }

  /// The names in a namespace, with the changes so far.
  func names(in namespace: String) throws(PreferenceError) -> [PreferenceName] {
    do { return try changes.connection.rows(in: namespace).map(\.name) } catch {
      throw .unavailable(StoreFailure(error, path: path))
    }
  }

  /// Stores a value as it is; the file's CHECKs hold it to its type.
  package mutating func set(
    _ value: StoredValue, for name: PreferenceName
  ) throws(PreferenceError) {
    do { try changes.set(value, for: name) } catch {
      switch error.code {
      case .constraint, .mismatch:
        throw .notRepresentable(key: name, reason: error.message)
      default: throw .unavailable(StoreFailure(error, path: path))
      }
    }
  }

  /// Deletes a preference; says whether there was one.
  @discardableResult
  package mutating func remove(_ name: PreferenceName) throws(PreferenceError) -> Bool {
    do { return try changes.remove(name) } catch {
      throw .unavailable(StoreFailure(error, path: path))
    }
  }

  /// What was written so far.
  var committed: CommittedChanges { changes.committed }

  /// Throws the first failure; called by the store at the end.
  ///
  /// - Parameter retention: how much history to keep; nil: no look at it now.
  func finish(keeping retention: HistoryRetention? = nil) throws(PreferenceError) {
    if let failure = readFailure.withLock({ $0 }) ?? failure { throw failure }
    guard let retention, let sequences = changes.sequences else { return }
    try reading { (connection) throws(SQLiteError) in
      try connection.pruneIfDue(retention, after: sequences)
    }
  }

  private mutating func note(
    _ options: KeyOptions, for name: PreferenceName
  ) throws(PreferenceError) {
    do { try changes.note(options, for: name) } catch {
      throw .unavailable(StoreFailure(error, path: path))
    }
  }

  private func currentValue(
    ofFirst names: [PreferenceName]
  ) throws(PreferenceError) -> StoredValue? {
    do {
      return try changes.connection.currentValue(ofFirst: names, declared: registry)
    } catch {
      throw .unavailable(StoreFailure(error, path: path))
    }
  }

  private mutating func keep(
    _ body: (inout PreferenceTransaction) throws(PreferenceError) -> Void
  ) {
    guard failure == nil else { return }
    do { try body(&self) } catch { failure = error }
  }
}

// MARK: - For migrations

extension PreferenceTransaction {
  /// Gives a stored preference another name, type and value unchanged. Nothing happens when the old
  /// name is not set; what is stored under the new name is replaced.
  ///
  /// - Parameters: written names, `Settings.colour`.
  /// - Throws: ``PreferenceError/invalidName(_:reason:)``, ``PreferenceError/unavailable(_:)``.
  public mutating func rename(_ name: String, to newName: String) throws(PreferenceError) {
    let (old, new) = (try PreferenceName(name), try PreferenceName(newName))
    guard old != new, let stored = try storedValue(of: old) else { return }
    try set(stored, for: new)
    try remove(old)
  }
}
