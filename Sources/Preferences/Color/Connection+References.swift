internal import SQLiteCore

extension Connection {
  /// A colour whose references carry, as their fallbacks, what their names stand for now.
  ///
  /// A named colour that is not set is what its key was declared with, else what it was when the
  /// reference was written. Names that lead back to themselves, and each variant beyond 64 others, are
  /// not followed further.
  func followed(
    _ stored: StoredValue, declared: KeyRegistry
  ) throws(SQLiteError) -> StoredValue {
    guard let color = stored.color, !color.references.isEmpty else { return stored }
    var followed = color
    for variant in AdaptiveColor.Variant.allCases {
      var lookUps = 64
      guard let source = color[variant],
        let alone = AdaptiveColor([variant: source])
      else { continue }
      followed[variant] = try self.followed(alone, through: [], declared, &lookUps)[variant]
    }
    return (try? StoredValue(followed)) ?? stored
  }

  private func followed(
    _ color: AdaptiveColor, through names: [PreferenceName], _ declared: KeyRegistry,
    _ lookUps: inout Int
  ) throws(SQLiteError) -> AdaptiveColor {
    var color = color
    for variant in AdaptiveColor.Variant.allCases {
      guard let source = color.sources[variant], case .reference(var reference) = source,
        let name = reference.preference,
        !names.contains(name), lookUps > 0
      else { continue }
      lookUps -= 1
      guard let stored = try storedValue(of: name) ?? declared.defaultValue(of: name),
        let target = try? AdaptiveColor(stored)
      else { continue }
      reference.fallback = try followed(target, through: names + [name], declared, &lookUps)
      color[variant] = .reference(reference)
    }
    return color
  }
}

extension ColorReference {
  /// The preference that it names; nil for a name of a platform, and for what is no name.
  package var preference: PreferenceName? {
    platform == nil ? try? PreferenceName(name) : nil
  }
}

extension AdaptiveColor {
  /// The references among the variants.
  package var references: [ColorReference] {
    Variant.allCases.compactMap {
      if case .reference(let reference) = sources[$0] { reference } else { nil }
    }
  }
}
