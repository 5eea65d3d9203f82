internal import SQLiteCore

/// A colour that is kept in three or four number keys of its own: `Color1R`, `Color1G`, `Color1B`
/// and, if it has one, `Color1A`.
///
/// ```swift
/// let color1 = ComponentColorKey("Color1", in: "Settings", alpha: true, default: .white)
/// let color = store[color1]
/// try store.set(.red, for: color1)
/// ```
///
/// For files in which other code reads and writes such keys. All components are read in one snapshot
/// and written in one change set. The numbers are sRGB from 0 to 1, or 0 to 255 with the scale
/// ``Scale/bytes``. To leave that behind, ``PreferenceTransaction/join(_:into:)``.
public struct ComponentColorKey: Hashable, Sendable {
  /// What the numbers mean.
  public enum Scale: Hashable, Sendable {
    /// 0 to 1.
    case unit
    /// 0 to 255, written as whole numbers: a colour is rounded, and cut to sRGB.
    case bytes
  }

  /// The namespace of the keys.
  public var namespace: String
  /// The keys of red, green and blue.
  public var red, green, blue: String
  /// The key of alpha; nil for colours that are always opaque.
  public var alpha: String?
  /// What the numbers mean.
  public var scale: Scale
  /// The colour while one of red, green and blue is not set.
  public var defaultValue: PreferenceColor

  /// A colour over keys that are called `NAME` + `R`, `G`, `B` and `A`.
  public init(
    _ name: String, in namespace: String = PreferenceStore.defaultNamespace, alpha: Bool = false,
    scale: Scale = .unit, default defaultValue: PreferenceColor
  ) {
    self.init(
      red: name + "R", green: name + "G", blue: name + "B", alpha: alpha ? name + "A" : nil,
      in: namespace, scale: scale, default: defaultValue)
  }

  /// A colour over keys of any names.
  public init(
    red: String, green: String, blue: String, alpha: String? = nil,
    in namespace: String = PreferenceStore.defaultNamespace, scale: Scale = .unit,
    default defaultValue: PreferenceColor
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.namespace = namespace
    self.scale = scale
    self.defaultValue = defaultValue
  }

  fileprivate var names: [PreferenceName] {
    get throws(PreferenceError) {
      var names: [PreferenceName] = []
      for key in [red, green, blue, alpha] {
        guard let key else { continue }
        names.append(try PreferenceName(namespace: namespace, key: key))
      }
      return names
    }
  }

  /// The colour of what is stored; nil when red, green or blue is not. A missing alpha is opaque.
  fileprivate func color(
    _ stored: [StoredValue?]
  ) throws(PreferenceError) -> PreferenceColor? {
    var parts: [Double?] = []
    for (name, value) in zip(try names, stored) {
      switch value?.storage {
      case nil: parts.append(nil)
      case .real(let number) where value?.type == .real: parts.append(number)
      case .integer(let number) where value?.type == .int: parts.append(Double(number))
      default: throw .typeMismatch(key: name, expected: .real, found: value?.type ?? .null)
      }
    }
    guard let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
    let unit = scale == .unit ? 1.0 : 255
    return PreferenceColor(
      red: red / unit, green: green / unit, blue: blue / unit,
      alpha: parts.count == 4 ? (parts[3] ?? unit) / unit : 1)
  }

  fileprivate func stored(_ color: PreferenceColor) throws(PreferenceError) -> [StoredValue] {
    let color = color.converted(to: .sRGB)
    let names = try names
    if let reason = color.infiniteComponent {
      throw .notRepresentable(key: names[0], reason: reason)
    }
    guard alpha != nil || color.alpha == 1 else {
      throw .notRepresentable(
        key: names[0], reason: "the colour is not opaque, and no key takes its alpha")
    }
    let clamped = color.clamped
    let parts =
      scale == .unit
      ? [color.red, color.green, color.blue, color.alpha].map(StoredValue.real)
      : [clamped.red, clamped.green, clamped.blue, clamped.alpha]
        .map { StoredValue.int(Int64(($0 * 255).rounded())) }
    return Array(parts.prefix(names.count))
  }
}

extension PreferenceStore {
  /// The colour of component keys: what is stored, else the default; trouble goes to
  /// ``diagnostics``, as with other keys.
  public subscript(key: ComponentColorKey) -> PreferenceColor {
    get {
      do { return try get(key) } catch {
        diagnosticsLog.report(error)
        return key.defaultValue
      }
    }
    set { report { () throws(PreferenceError) in try set(newValue, for: key) } }
    _modify {
      var color: PreferenceColor?
      do { color = try get(key) } catch { diagnosticsLog.report(error) }
      var changed = color ?? key.defaultValue
      yield &changed
      if color != nil { self[key] = changed }
    }
  }

  /// The colour of component keys, all read in one snapshot.
  ///
  /// - Throws: ``PreferenceError/typeMismatch(key:expected:found:)`` for a component that is no
  ///   number, ``PreferenceError/unavailable(_:)``.
  public func get(_ key: ComponentColorKey) throws(PreferenceError) -> PreferenceColor {
    let names = try key.names
    let stored = try read { (connection) throws(SQLiteError) in
      // One statement is one snapshot; the names of a namespace are few.
      let rows = try connection.rows(in: names[0].namespace)
      return names.map { name in rows.first { $0.name == name }?.value }
    }
    guard let stored else { return key.defaultValue }
    return try key.color(stored) ?? key.defaultValue
  }

  /// Stores a colour in its component keys, as one change set.
  ///
  /// - Throws: ``PreferenceError/notRepresentable(key:reason:)`` for a colour that is not opaque where
  ///   no key takes alpha, and what ``set(_:for:origin:durability:)-(Value,_,_,_)`` throws.
  public func set(
    _ color: PreferenceColor, for key: ComponentColorKey, origin: String? = nil
  ) throws(PreferenceError) {
    try change(origin: origin) { (transaction) throws(PreferenceError) in
      try transaction.set(color, for: key)
    }
  }

  /// Removes all components, as one change set.
  public func remove(_ key: ComponentColorKey, origin: String? = nil) throws(PreferenceError) {
    try change(origin: origin) { (transaction) throws(PreferenceError) in
      for name in try key.names { try transaction.remove(name) }
    }
  }
}

extension PreferenceTransaction {
  /// The colour of component keys, with the changes so far.
  public func get(_ key: ComponentColorKey) throws(PreferenceError) -> PreferenceColor {
    try storedColor(of: key) ?? key.defaultValue
  }

  /// See ``PreferenceStore/set(_:for:origin:)-(PreferenceColor,_,_)``.
  public mutating func set(
    _ color: PreferenceColor, for key: ComponentColorKey
  ) throws(PreferenceError) {
    for (name, value) in zip(try key.names, try key.stored(color)) { try set(value, for: name) }
  }

  /// Joins component keys into one colour, and removes them: a step of a migration.
  ///
  /// - Returns: whether there was a colour; else nothing has changed.
  /// - Throws: ``PreferenceError/typeMismatch(key:expected:found:)`` for a component that is no
  ///   number; nothing has changed then.
  @discardableResult
  public mutating func join(
    _ parts: ComponentColorKey, into key: PreferenceStore.Key<PreferenceColor>
  ) throws(PreferenceError) -> Bool {
    guard let color = try storedColor(of: parts) else { return false }
    try set(color, for: key)
    let own = try PreferenceName(namespace: key.namespace, key: key.name)
    for name in try parts.names where name != own { try remove(name) }
    return true
  }

  private func storedColor(
    of key: ComponentColorKey
  ) throws(PreferenceError) -> PreferenceColor? {
    var stored: [StoredValue?] = []
    for name in try key.names { stored.append(try storedValue(of: name)) }
    return try key.color(stored)
  }
}
