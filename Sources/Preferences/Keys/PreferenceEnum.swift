/// An enum whose cases are keys: the namespace is its type's name, a case's raw value its key.
///
/// ```swift
/// enum Editor: String, PreferenceEnum {
///   case tabWidth, wrapLines
///   var defaultValue: any PreferenceValue {
///     switch self {
///     case .tabWidth: 4
///     case .wrapLines: true
///     }
///   }
/// }
/// let width: Int = try Editor.tabWidth.get()
/// ```
///
/// With `any PreferenceValue` each case has a type of its own, checked when it is used; with one
/// type for all (`var defaultValue: PreferenceColor`) the compiler checks, and ``key`` is there.
public protocol PreferenceEnum: PreferenceNamespace, RawRepresentable, CaseIterable, Hashable,
  Sendable
where RawValue == String {
  /// The type of all cases, or `any PreferenceValue`.
  associatedtype DefaultValue
  /// What a case reads as while it is unset; never stored.
  var defaultValue: DefaultValue { get }
}

extension PreferenceEnum {
  /// Declares all cases in the store's registry.
  ///
  /// - Throws: ``PreferenceError/conflictingDeclarations(key:first:second:)``.
  public static func register(
    in store: PreferenceStore = .current
  ) throws(PreferenceError) {
    for preference in allCases {
      try preference.withDefault { (value) throws(PreferenceError) in
        try preference.register(value, in: store)
      }
    }
  }

  /// The value of this case: stored, or the default.
  ///
  /// - Throws: ``PreferenceError/declaredType(key:declared:requested:)`` when the case has another
  ///   type, ``PreferenceError/typeMismatch(key:expected:found:)`` when the stored value has.
  public func get<Value: PreferenceValue>(
    _ type: Value.Type = Value.self, from store: PreferenceStore = .current
  ) throws(PreferenceError) -> Value {
    try store.get(key(as: type))
  }

  /// Stores a value for this case.
  ///
  /// - Throws: ``PreferenceError/declaredType(key:declared:requested:)`` when the case has another
  ///   type, and what ``PreferenceStore/set(_:for:origin:durability:)-(Value,_,_,_)`` throws.
  public func set<Value: PreferenceValue>(
    _ value: Value, in store: PreferenceStore = .current
  ) throws(PreferenceError) {
    try store.set(value, for: key(as: Value.self))
  }

  /// Removes what is stored, so that the case reads as its default again.
  public func remove(from store: PreferenceStore = .current) throws(PreferenceError) {
    try withDefault { (value) throws(PreferenceError) in try remove(value, from: store) }
  }

  /// The typed key of this case.
  ///
  /// - Throws: ``PreferenceError/declaredType(key:declared:requested:)``.
  public func key<Value: PreferenceValue>(
    as type: Value.Type = Value.self
  ) throws(PreferenceError) -> PreferenceStore.Key<Value> {
    guard let value = defaultValue as? Value else {
      throw .declaredType(
        key: try PreferenceName(namespace: Self.namespace, key: rawValue),
        declared: "\(Swift.type(of: defaultValue as Any))", requested: "\(type)")
    }
    return PreferenceStore.Key(rawValue, in: Self.namespace, default: value)
  }

  private func withDefault(
    _ body: (any PreferenceValue) throws(PreferenceError) -> Void
  ) throws(PreferenceError) {
    guard let value = defaultValue as? any PreferenceValue else {
      throw .declaredType(
        key: try PreferenceName(namespace: Self.namespace, key: rawValue),
        declared: "\(DefaultValue.self)", requested: "any PreferenceValue")
    }
    try body(value)
  }

  private func register<Value: PreferenceValue>(
    _ value: Value, in store: PreferenceStore
  ) throws(PreferenceError) {
    try store.register(PreferenceStore.Key<Value>(rawValue, in: Self.namespace, default: value))
  }

  private func remove<Value: PreferenceValue>(
    _ value: Value, from store: PreferenceStore
  ) throws(PreferenceError) {
    try store.remove(PreferenceStore.Key<Value>(rawValue, in: Self.namespace, default: value))
  }
}

extension PreferenceEnum where DefaultValue: PreferenceValue {
  /// The typed key of this case, for enums with one type for all cases.
  public var key: PreferenceStore.Key<DefaultValue> {
    let preference = self
    return PreferenceStore.Key(
      rawValue, in: Self.namespace, default: preference.defaultValue)
  }
}
