/// The named colours of a namespace in a store.
///
/// A view: every access reads the store.
public struct Palette: Sendable {
  /// The namespace of its colours.
  public let namespace: String
  /// Where its colours are.
  public let store: PreferenceStore
  /// The declared names and colours, in the order of their declaration.
  private let defaults: [(name: String, color: AdaptiveColor)]

  init(
    namespace: String, store: PreferenceStore, defaults: [(name: String, color: AdaptiveColor)]
  ) {
    self.namespace = namespace
    self.store = store
    self.defaults = defaults
  }

  /// The names: the declared ones in the order of their declaration, then others that are stored.
  ///
  /// - Throws: ``PreferenceError/unavailable(_:)``.
  public var names: [String] {
    get throws(PreferenceError) {
      let declared = defaults.map(\.name)
      let known = Set(declared)
      return try declared
        + store.rows(in: namespace).filter { $0.value.isColor && !known.contains($0.name.key) }
        .map(\.name.key)
    }
  }

  /// The colour of a name for any appearance; nil for an unknown name, or one that cannot be read.
  ///
  /// - SeeAlso: ``get(_:)``, which says why.
  public func color(named name: String) -> PreferenceColor? {
    (try? get(name))?.resolved(for: .system)
  }

  /// The colour of a name with its variants.
  ///
  /// - Throws: ``PreferenceError/unknownColor(_:palette:suggestions:)``, and what
  ///   ``PreferenceStore/get(_:)-(Key<Value>)`` throws.
  public func get(_ name: String) throws(PreferenceError) -> AdaptiveColor {
    let key = try key(named: name)
    if !defaults.contains(where: { $0.name == name }), try store.state(of: key) == .unset {
      throw try unknown(name)
    }
    return try store.get(key)
  }

  /// Changes colours, all of them or none, as one change set: a new theme.
  ///
  /// - Parameters:
  ///   - colors: by name; a palette without declaration takes any name.
  ///   - origin: the name of the change set in the history; the store's by default.
  /// - Throws: ``PreferenceError/unknownColor(_:palette:suggestions:)`` for a name that the palette
  ///   does not declare, and what ``PreferenceStore/set(_:for:origin:durability:)-(Value,_,_,_)`` throws; then nothing has
  ///   changed.
  public func set(
    _ colors: [String: some ColorValue], origin: String? = nil
  ) throws(PreferenceError) {
    var changes: [(PreferenceStore.Key<AdaptiveColor>, AdaptiveColor)] = []
    for (name, color) in colors.sorted(by: { $0.key < $1.key }) {
      guard defaults.isEmpty || defaults.contains(where: { $0.name == name }) else {
        throw try unknown(name)
      }
      changes.append((try key(named: name), color.adaptive))
    }
    try store.change(origin: origin) { (transaction) throws(PreferenceError) in
      for (key, color) in changes { try transaction.set(color, for: key) }
    }
  }

  /// Removes what is stored, as one change set, so that the declared colours are back.
  public func reset(origin: String? = nil) throws(PreferenceError) {
    try store.removeAll(in: namespace, origin: origin)
  }

  private func key(named name: String) throws(PreferenceError) -> PreferenceStore.Key<AdaptiveColor>
  {
    let color = defaults.first { $0.name == name }?.color ?? AdaptiveColor(.clear)
    let key = PreferenceStore.Key(name, in: namespace, default: color)
    _ = try key.names
    return key
  }

  private func unknown(_ name: String) throws(PreferenceError) -> PreferenceError {
    .unknownColor(
      name, palette: namespace,
      suggestions: TypingDistance.suggestions(for: name, among: try names))
  }
}

extension StoredValue {
  /// Whether it is stored as a colour, readable or not.
  package var isColor: Bool { type == .color || type == .colorBlob }
}
