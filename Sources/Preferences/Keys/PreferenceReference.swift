/// A key in a store: what `$property` of ``Preference`` gives.
public struct PreferenceReference<Value: Sendable>: Sendable {
  /// The key.
  public let key: PreferenceStore.Key<Value>
  /// The store that reads and writes go to.
  public let store: PreferenceStore

  /// A key in a store.
  public init(_ key: PreferenceStore.Key<Value>, in store: PreferenceStore = .current) {
    self.key = key
    self.store = store
  }

  /// The value: stored, or the default; see the store's subscript.
  public var value: Value {
    get { store[key] }
    nonmutating set { store[key] = newValue }
    nonmutating _modify { yield &store[key] }
  }

  /// See ``PreferenceStore/get(_:)-(Key<Value>)``.
  public func get() throws(PreferenceError) -> Value { try store.get(key) }

  /// See ``PreferenceStore/state(of:)``.
  public var state: PreferenceState<Value> {
    get throws(PreferenceError) { try store.state(of: key) }
  }

  /// See ``PreferenceStore/set(_:for:origin:durability:)-(Value,_,_,_)``.
  public func set(_ value: Value, origin: String? = nil) throws(PreferenceError) {
    try store.set(value, for: key, origin: origin)
  }

  /// See ``PreferenceStore/remove(_:origin:)-(Key<Value>,_)``.
  public func remove(origin: String? = nil) throws(PreferenceError) {
    try store.remove(key, origin: origin)
  }

  /// See ``PreferenceStore/update(_:origin:_:)``.
  @discardableResult
  public func update<Result>(
    origin: String? = nil, _ change: (inout Value) throws(PreferenceError) -> Result
  ) throws(PreferenceError) -> Result {
    try store.update(key, origin: origin, change)
  }
}
