/// A property that lives in a store: `@Preference("bgColor") var background = PreferenceColor.black`.
///
/// Reads and writes go to the store given, else to ``PreferenceStore/current``, looked up at each
/// access. Assigning is the convenience of the store's subscript: errors go to its diagnostics; use
/// `$background.set(…)` to have them thrown. `$background` is a ``PreferenceReference``.
///
/// A change in place, `count += 1`, is to Swift a read and an assignment: of a value that cannot be read
/// it stores what it has made of the default. `$count.value += 1` does not, `$count.update` throws.
@propertyWrapper
public struct Preference<Value: Sendable>: Sendable {
  @usableFromInline let key: PreferenceStore.Key<Value>
  @usableFromInline let store: PreferenceStore?

  /// A property over a declared key.
  public init(_ key: PreferenceStore.Key<Value>, store: PreferenceStore? = nil) {
    self.key = key
    self.store = store
  }

  /// A property over a key named by a path: `@Preference(\.accent) var accent`.
  public init(
    _ path: KeyPath<PreferenceKeys, PreferenceStore.Key<Value>>, store: PreferenceStore? = nil
  ) {
    self.init(PreferenceKeys()[keyPath: path], store: store)
  }

  /// A property that declares its key: the initial value is the default and is never stored.
  public init(
    wrappedValue: @autoclosure @escaping @Sendable () -> Value, _ name: String,
    in namespace: String = PreferenceStore.defaultNamespace, store: PreferenceStore? = nil
  ) where Value: PreferenceValue {
    self.init(
      PreferenceStore.Key(
        box: KeyBox(
          namespace: namespace, key: name, codec: Value.preferenceCodec, makeDefault: wrappedValue)),
      store: store)
  }

  /// A property that declares its key in a namespace: `@Preference("size", in: AppSettings.self)`.
  public init<Namespace: PreferenceNamespace>(
    wrappedValue: @autoclosure @escaping @Sendable () -> Value, _ name: String,
    in namespace: Namespace.Type, store: PreferenceStore? = nil
  ) where Value: PreferenceValue {
    self.init(wrappedValue: wrappedValue(), name, in: namespace.namespace, store: store)
  }

  /// A property that declares its key, stored in a way of your choice.
  public init(
    wrappedValue: @autoclosure @escaping @Sendable () -> Value, _ name: String,
    in namespace: String = PreferenceStore.defaultNamespace, codec: PreferenceCodec<Value>,
    store: PreferenceStore? = nil
  ) {
    self.init(
      PreferenceStore.Key(
        box: KeyBox(namespace: namespace, key: name, codec: codec, makeDefault: wrappedValue)),
      store: store)
  }

  /// An optional property that is nil by default: `@Preference("nickname") var nickname: String?`.
  public init<Wrapped: PreferenceValue>(
    _ name: String, in namespace: String = PreferenceStore.defaultNamespace,
    store: PreferenceStore? = nil
  ) where Value == Wrapped? {
    self.init(PreferenceStore.Key<Wrapped?>(name, in: namespace), store: store)
  }

  /// The value: stored, or the default.
  @inlinable
  public var wrappedValue: Value {
    get { (store ?? .current)[key] }
    nonmutating set { (store ?? .current)[key] = newValue }
  }

  /// Key and store, with the calls that throw.
  public var projectedValue: PreferenceReference<Value> {
    PreferenceReference(key, in: store ?? .current)
  }
}
