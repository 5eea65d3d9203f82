/// A group of keys under one namespace; best an enum without cases, with the keys as static members.
///
/// ```swift
/// enum AppSettings: PreferenceNamespace {
///   static let namespace = "Settings"
///   static let username = key("username", default: "guest")
///   static let accent = key("accent", default: PreferenceColor.white)
/// }
/// let name = store[AppSettings.username]
/// ```
///
/// `SendableMetatype` keeps the keys free in modules whose default isolation is the main actor.
public protocol PreferenceNamespace: SendableMetatype {
  /// The namespace in the file; the type's name unless given.
  ///
  /// Give it where the type is nested, generic or private: then its name is not unique or stable.
  static var namespace: String { get }
}

extension PreferenceNamespace {
  /// A key of any type of value.
  public typealias Key = PreferenceStore.Key

  /// The type's name.
  public static var namespace: String { String(describing: Self.self) }

  /// A key of this namespace.
  public static func key<Value: PreferenceValue>(
    _ name: String, default: @autoclosure @escaping @Sendable () -> Value
  ) -> PreferenceStore.Key<Value> {
    PreferenceStore.Key(
      box: KeyBox(
        namespace: namespace, key: name, codec: Value.preferenceCodec, makeDefault: `default`))
  }

  /// A key of this namespace whose values are stored in a way of your choice.
  public static func key<Value>(
    _ name: String, codec: PreferenceCodec<Value>,
    default: @autoclosure @escaping @Sendable () -> Value
  ) -> PreferenceStore.Key<Value> {
    PreferenceStore.Key(
      box: KeyBox(namespace: namespace, key: name, codec: codec, makeDefault: `default`))
  }

  /// A key of this namespace for an optional value, nil by default.
  public static func key<Value: PreferenceValue>(
    _ name: String, as type: Value.Type = Value.self
  ) -> PreferenceStore.Key<Value?> {
    PreferenceStore.Key(name, in: namespace)
  }
}
