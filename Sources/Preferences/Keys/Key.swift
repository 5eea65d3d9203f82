extension PreferenceStore {
  /// A typed key: a name, how its values are stored, and a default that is never stored.
  ///
  /// A value of one word, free to copy and to share. Declare keys once, as static members of a
  /// ``PreferenceNamespace`` or as properties of ``PreferenceKeys``; making one at each read works,
  /// but costs more than the read.
  public struct Key<Value: Sendable>: Sendable {
    @usableFromInline let box: KeyBox<Value>

    init(box: KeyBox<Value>) { self.box = box }

    /// A key from its parts.
    ///
    /// A name that no file can hold is not refused here: reads give the default and every throwing
    /// use throws ``PreferenceError/invalidName(_:reason:)``.
    ///
    /// - Parameter default: evaluated at first need, then kept; no part of the file.
    public init(
      _ name: String, in namespace: String = PreferenceStore.defaultNamespace,
      codec: PreferenceCodec<Value>, default: @autoclosure @escaping @Sendable () -> Value
    ) {
      box = KeyBox(
        namespace: namespace, key: name, codec: codec, makeDefault: `default`)
    }

    /// A key for a type that knows how it is stored.
    public init(
      _ name: String, in namespace: String = PreferenceStore.defaultNamespace,
      default: @autoclosure @escaping @Sendable () -> Value
    ) where Value: PreferenceValue {
      box = KeyBox(
        namespace: namespace, key: name, codec: Value.preferenceCodec, makeDefault: `default`)
    }

    /// A key for an optional value, nil by default.
    public init<Wrapped: PreferenceValue>(
      _ name: String, in namespace: String = PreferenceStore.defaultNamespace
    ) where Value == Wrapped? {
      box = KeyBox(
        namespace: namespace, key: name, codec: Value.preferenceCodec, makeDefault: { nil })
    }

    /// The namespace, as it was declared.
    public var namespace: String { box.namespace }
    /// The key within the namespace, as it was declared.
    public var name: String { box.key }
    /// What the key reads as while it is unset.
    public var defaultValue: Value { box.defaultValue }
    /// What the key is for; nil when nobody has said.
    public var documentation: String? { box.documentation }

    /// The same key with a text that says what it is for.
    public func documented(_ text: String) -> Self {
      Key(box: box.with(documentation: text))
    }

    /// The same key, read under an earlier name while it is not set under its own.
    ///
    /// Reading writes nothing; the first `set` stores under the new name and removes the old ones,
    /// in one change set. The value must decode with this key's type.
    ///
    /// - Parameter namespace: where the earlier names are; the key's own namespace by default.
    public func formerly(_ names: String..., in namespace: String? = nil) -> Self {
      let former = names.map { (namespace: namespace ?? box.namespace, key: $0) }
      return Key(box: box.with(formerNames: box.formerNames + former))
    }
  }

  /// The namespace of keys and wrappers that name none.
  public static var defaultNamespace: String { "Preferences" }
}

/// Keys are equal when their names are; codec and default do not count.
extension PreferenceStore.Key: Hashable {
  /// By name.
  public static func == (a: Self, b: Self) -> Bool {
    a.box === b.box || a.namespace == b.namespace && a.name == b.name
  }

  /// By name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(namespace)
    hasher.combine(name)
  }
}

extension PreferenceStore.Key: CustomStringConvertible {
  /// The written form of the name.
  public var description: String {
    (try? names[0].description) ?? "\(namespace).\(name)"
  }
}

// MARK: - Decoding and encoding

extension PreferenceStore.Key {
  var codec: PreferenceCodec<Value> { box.codec }

  /// The key's name, then its former names.
  var names: [PreferenceName] {
    get throws(PreferenceError) { try box.names.get() }
  }

  /// The value of what is stored; the default for nothing.
  @usableFromInline
  func value(of stored: StoredValue?) throws(PreferenceError) -> Value {
    guard let stored else { return defaultValue }
    do { return try box.decode(stored) } catch {
      throw error.preferenceError(try names[0], expected: codec.storedType)
    }
  }

  func state(of stored: StoredValue?) -> PreferenceState<Value> {
    guard let stored else { return .unset }
    do { return .set(try value(of: stored)) } catch { return .unreadable(stored, error) }
  }

  /// What to store for a value, over what is stored now.
  func encode(_ value: Value, over previous: StoredValue?) throws(PreferenceError) -> StoredValue {
    do { return try codec.encode(value, previous) } catch {
      throw error.preferenceError(try names[0], expected: codec.storedType)
    }
  }
}
