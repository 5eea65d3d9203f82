extension PreferenceStore {
  /// The preferences that show a colour: as their own, in a variant, by a reference, or inside a
  /// struct or list.
  ///
  /// - Parameter tolerance: see ``PreferenceColor/isVisuallyEqual(to:tolerance:)``.
  /// - Throws: ``PreferenceError/unavailable(_:)``.
  public func preferences(
    using color: PreferenceColor, tolerance: Double = 0.5 / 255
  ) throws(PreferenceError) -> [PreferenceName] {
    try preferences { $0.shows(color, tolerance) }
  }

  /// The preferences that refer to a named colour themselves, in a variant, or inside a struct.
  ///
  /// - Throws: ``PreferenceError/unavailable(_:)``, ``PreferenceError/invalidName(_:reason:)``.
  public func preferences<Value: ColorValue>(
    referringTo key: Key<Value>
  ) throws(PreferenceError) -> [PreferenceName] {
    try preferences(referringTo: key.names[0])
  }

  /// The preferences that refer to a named colour.
  package func preferences(
    referringTo name: PreferenceName
  ) throws(PreferenceError) -> [PreferenceName] {
    try preferences { $0.refers(to: name) }
  }

  private func preferences(
    where isUse: (ColorsWithin) -> Bool
  ) throws(PreferenceError) -> [PreferenceName] {
    try rows(followingReferences: true)
      .filter { ColorsWithin($0.value).map(isUse) ?? false }.map(\.name)
  }
}

/// What colours there are in a value.
private struct ColorsWithin {
  private var sources: [AdaptiveColor.Source] = []

  /// Nil for values that cannot hold a colour.
  init?(_ value: StoredValue) {
    if let color = value.color {
      sources = Array(color.sources.values)
    } else if value.type == .json, case .text(let text) = value.storage,
      let tree = try? JSONValue(parsing: text)
    {
      collect(tree)
    } else {
      return nil
    }
  }

  func shows(_ color: PreferenceColor, _ tolerance: Double) -> Bool {
    sources.contains { Self.shows($0, color, tolerance) }
  }

  private static func shows(
    _ source: AdaptiveColor.Source, _ color: PreferenceColor, _ tolerance: Double
  ) -> Bool {
    switch source {
    case .color(let own): own.isVisuallyEqual(to: color, tolerance: tolerance)
    case .reference(let reference):
      reference.fallback?.sources.values.contains { shows($0, color, tolerance) } ?? false
    }
  }

  func refers(to name: PreferenceName) -> Bool {
    sources.contains {
      if case .reference(let reference) = $0 { reference.preference == name } else { false }
    }
  }

  /// The parser has limited the depth.
  private mutating func collect(_ tree: JSONValue) {
    switch tree {
    case .array(let elements):
      for element in elements { collect(element) }
    case .object(let object):
      if let source = try? AdaptiveColor.Source(jsonForm: tree) {
        sources.append(source)
      } else {
        for name in object.names { object[name].map { collect($0) } }
      }
    default: break
    }
  }
}
