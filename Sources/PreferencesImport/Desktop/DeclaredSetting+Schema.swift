import Preferences

extension DeclaredSetting {
  /// The setting of a key in a schema.
  ///
  /// - Throws: why the key is refused.
  init(
    _ key: SettingsSchema.Key, of schema: SettingsSchema, nicks: [String: [String]]
  ) throws(PropertyList.Unsayable) {
    self.init(key: key.name)
    namespace = schema.id
    path = schema.path
    title = key.summary
    details = key.details
    guard let text = key.defaultText else { throw PropertyList.Unsayable(reason: "no default") }
    guard let kind = try kind(of: key, nicks) else {
      type = .text
      defaultValue = .text(text)
      return
    }
    type = kind.storedType
    try readLimits(key, kind)
    aliases = key.aliases.map { Alias(value: .text($0.value), target: .text($0.target)) }
    let value: StoredValue
    do {
      value = try GVariantText.read(text, as: kind).value
    } catch {
      throw PropertyList.Unsayable(reason: "the default \(text.quotedForMessage): \(error.reason)")
    }
    if let problem = problem(with: value) {
      throw PropertyList.Unsayable(reason: "the default \(text.quotedForMessage): \(problem)")
    }
    defaultValue = reading(value)
  }

  /// The type of the key's values, and its choices; nil, with a note, for a type that is none.
  private mutating func kind(
    of key: SettingsSchema.Key, _ nicks: [String: [String]]
  ) throws(PropertyList.Unsayable) -> GVariantType? {
    guard let id = key.enumeration ?? key.flags else {
      guard let kind = key.type.flatMap({ GVariantType($0) }) else {
        note =
          "the type \((key.type ?? "").quotedForMessage) is unknown; its default is kept as text"
        return nil
      }
      takesSeveral = !key.choices.isEmpty && kind == .array(.string)
      choices = key.choices.map { Choice(value: .text($0)) }
      return kind
    }
    takesSeveral = key.enumeration == nil
    if let nicks = nicks[id] {
      choices = nicks.map { Choice(value: .text($0)) }
    } else {
      note = "\(id.quotedForMessage) is not declared in this file, so any text is taken"
    }
    return takesSeveral ? .array(.string) : .string
  }

  /// The limits of the range and, where it gives none, those of an integer type narrower than 64
  /// bits with a sign.
  private mutating func readLimits(
    _ key: SettingsSchema.Key, _ kind: GVariantType
  ) throws(PropertyList.Unsayable) {
    let hasRange = key.minimum != nil || key.maximum != nil
    switch kind {
    case .integer(let width) where hasRange || width != .int64:
      minimum = Self.stored(width.limits.lowerBound)
      maximum = Self.stored(width.limits.upperBound)
    case .double where hasRange:
      minimum = .real(-.infinity)
      maximum = .real(.infinity)
    default:
      guard !hasRange else { throw PropertyList.Unsayable(reason: "a range, but no number") }
    }
    if let text = key.minimum { minimum = try GVariantText.read(text, as: kind).value }
    if let text = key.maximum { maximum = try GVariantText.read(text, as: kind).value }
  }

  private static func stored(_ limit: Int128) -> StoredValue {
    Int64(exactly: limit).map(StoredValue.int) ?? .json("\(limit)")
  }
}

extension GVariantType {
  /// The type under which the store keeps such a value; nil if that depends on the value.
  fileprivate var storedType: StoredType? {
    switch self {
    case .bool: .bool
    case .integer: .int
    case .double: .real
    case .string: .text
    case .array(.integer(.byte)): .data
    case .array, .tuple, .entry: .json
    case .maybe(let inner): inner.storedType
    case .variant, .number, .unknown: nil
    }
  }
}
