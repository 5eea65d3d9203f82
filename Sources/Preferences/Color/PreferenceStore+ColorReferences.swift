internal import SQLiteCore

extension PreferenceStore {
  /// Makes a colour preference follow a named colour: it reads as that colour, whatever that
  /// becomes, until a colour of its own is set.
  ///
  /// ```swift
  /// try store.refer(AppSettings.accent, to: Brand.orange.key)
  /// ```
  ///
  /// - Throws: ``PreferenceError/notRepresentable(key:reason:)`` where the name leads back to the
  ///   preference itself, and what ``set(_:for:origin:durability:)-(Value,_,_,_)`` throws.
  public func refer<Value: ColorValue, Named: ColorValue>(
    _ key: Key<Value>, to named: Key<Named>, origin: String? = nil
  ) throws(PreferenceError) {
    try change(origin: origin) { (transaction) throws(PreferenceError) in
      try transaction.refer(key, to: named)
    }
  }

  /// The named colour that a preference follows; nil when it has a colour of its own, or none.
  ///
  /// - Throws: ``PreferenceError/unavailable(_:)``.
  public func reference<Value: ColorValue>(
    of key: Key<Value>
  ) throws(PreferenceError) -> ColorReference? {
    try row(of: key.names[0])?.value.color?.reference
  }
}

extension PreferenceTransaction {
  /// See ``PreferenceStore/refer(_:to:origin:)``.
  public mutating func refer<Value: ColorValue, Named: ColorValue>(
    _ key: PreferenceStore.Key<Value>, to named: PreferenceStore.Key<Named>
  ) throws(PreferenceError) {
    let target = try named.names[0]
    try refer(key.names[0], to: target, fallback: named.defaultValue.adaptive)
    for former in try key.names.dropFirst() { try remove(former) }
  }

  /// The same by name; the fallback is what the name stands for now, unless given.
  package mutating func refer(
    _ name: PreferenceName, to target: PreferenceName, fallback: AdaptiveColor? = nil
  ) throws(PreferenceError) {
    guard try !leads(from: target, to: name) else {
      throw .notRepresentable(key: name, reason: "\(target) would lead back to it")
    }
    let current = try storedValue(of: target)?.color ?? fallback
    let reference = ColorReference(target.description, fallback: current)
    guard let stored = StoredValue(color: AdaptiveColor(reference)) else {
      throw .notRepresentable(key: name, reason: "\(target) is no finite colour")
    }
    try set(stored, for: name)
  }

  /// Whether following the references of `start` comes to `end`.
  private func leads(
    from start: PreferenceName, to end: PreferenceName
  ) throws(PreferenceError) -> Bool {
    var seen: Set<PreferenceName> = []
    var open = [start]
    while let name = open.popLast() {
      if name == end { return true }
      guard seen.insert(name).inserted else { continue }
      open += try storedValue(of: name)?.color?.references.compactMap(\.preference) ?? []
    }
    return false
  }
}

extension PreferenceReference where Value: ColorValue {
  /// See ``PreferenceStore/refer(_:to:origin:)``.
  public func refer<Named: ColorValue>(
    to named: PreferenceStore.Key<Named>, origin: String? = nil
  ) throws(PreferenceError) {
    try store.refer(key, to: named, origin: origin)
  }
}
