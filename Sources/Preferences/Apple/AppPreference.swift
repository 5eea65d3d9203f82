#if canImport(SwiftUI)
  public import SwiftUI

  /// A preference as a property of a view: `@AppPreference(AppSettings.accent) private var accent`.
  ///
  /// The view's body runs again when the value has changed, wherever the change comes from, and for
  /// no other key. Reads and writes go to the store given, else to that of the environment
  /// (``SwiftUI/EnvironmentValues/preferenceStore``). Assigning is the convenience of the store's
  /// subscript: errors go to its diagnostics. `$accent` is a binding, for pickers and toggles.
  ///
  /// Outside views there is ``Preference``, whose `$property` has the calls that throw.
  @propertyWrapper
  public struct AppPreference<Value: Sendable> {
    @Environment(\.preferenceStore) private var environmentStore
    private let key: PreferenceStore.Key<Value>
    private let ownStore: PreferenceStore?

    /// A property over a declared key.
    public init(_ key: PreferenceStore.Key<Value>, store: PreferenceStore? = nil) {
      self.key = key
      ownStore = store
    }

    /// A property over a key named by a path: `@AppPreference(\.accent) private var accent`.
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
        PreferenceStore.Key(name, in: namespace, default: wrappedValue()), store: store)
    }

    /// A property that declares its key in a namespace: `@AppPreference("size", in: AppSettings.self)`.
    public init<Namespace: PreferenceNamespace>(
      wrappedValue: @autoclosure @escaping @Sendable () -> Value, _ name: String,
      in namespace: Namespace.Type, store: PreferenceStore? = nil
    ) where Value: PreferenceValue {
      self.init(wrappedValue: wrappedValue(), name, in: namespace.namespace, store: store)
    }

    /// An optional property that is nil by default: `@AppPreference("nickname") var nickname: String?`.
    public init<Wrapped: PreferenceValue>(
      _ name: String, in namespace: String = PreferenceStore.defaultNamespace,
      store: PreferenceStore? = nil
    ) where Value == Wrapped? {
      self.init(PreferenceStore.Key<Wrapped?>(name, in: namespace), store: store)
    }

    private var store: PreferenceStore { ownStore ?? environmentStore }

    /// The value: stored, or the default.
    public var wrappedValue: Value {
      get { store[key] }
      nonmutating set { store[key] = newValue }
    }

    /// A binding to the value; see ``PreferenceStore/binding(for:)``.
    public var projectedValue: Binding<Value> { store.binding(for: key) }
  }

  // Not in the declaration, which would take on whatever isolation SwiftUI gives the protocol.
  extension AppPreference: DynamicProperty {}
#endif
