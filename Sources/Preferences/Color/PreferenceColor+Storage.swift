extension PreferenceColor: PreferenceValue {
  /// Four REAL columns for an sRGB colour, JSON for one of another space: exact in both cases.
  ///
  /// Reads what ``AdaptiveColor`` writes as the colour for any appearance, follows references, and
  /// reads the JSON and texts of colours that older code has written.
  public static let preferenceCodec = PreferenceCodec<PreferenceColor>(
    color: { (color) throws(CodecError) in
      color.space.standard == .sRGB
        ? try StoredValue(components: color) : try StoredValue(encoding: AdaptiveColor(color))
    })
}

extension PreferenceCodec<PreferenceColor> {
  /// Always the four REAL columns: a colour of another space is converted to extended sRGB.
  public static let components = PreferenceCodec<PreferenceColor>(
    color: { (color) throws(CodecError) in
      try StoredValue(components: color.converted(to: .sRGB))
    })

  /// Always JSON that names the space, also for sRGB.
  public static let encoded = PreferenceCodec<PreferenceColor>(
    color: { (color) throws(CodecError) in try StoredValue(encoding: AdaptiveColor(color)) })

  fileprivate init(
    color encode: @escaping @Sendable (PreferenceColor) throws(CodecError) -> StoredValue
  ) {
    self.init(
      .color,
      encode: { (color, _) throws(CodecError) in try encode(color) },
      decode: { (stored, _) throws(CodecError) in
        if case .components(let red, let green, let blue, let alpha) = stored.storage,
          stored.type == .color
        {
          return PreferenceColor(red: red, green: green, blue: blue, alpha: alpha)
        }
        let color = try AdaptiveColor(stored)
        guard let resolved = color.resolved(for: .system) else {
          let name = color.reference?.name ?? "a name"
          throw .unreadable("it refers to \(name), which is no colour of this store")
        }
        return resolved
      })
  }
}

extension AdaptiveColor: PreferenceValue {
  /// A colour without variants as ``PreferenceColor`` stores it, everything else as JSON.
  public static let preferenceCodec = PreferenceCodec<AdaptiveColor>(
    .colorBlob,
    encode: { (color, _) throws(CodecError) in try StoredValue(color) },
    decode: { (stored, _) throws(CodecError) in try AdaptiveColor(stored) })

  /// What a colour preference holds, in whatever form.
  init(_ stored: StoredValue) throws(CodecError) {
    switch (stored.type, stored.storage) {
    case (.color, .components(let red, let green, let blue, let alpha)):
      self.init(PreferenceColor(red: red, green: green, blue: blue, alpha: alpha))
    case (.colorBlob, .blob(let bytes)):
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .unreadable("the JSON of a colour is not UTF-8")
      }
      try self.init(json: text)
    case (.json, .text(let text)): try self.init(json: text)
    case (.text, .text(let text)):
      guard let color = try? PreferenceColor(text) else { throw .typeMismatch(found: .text) }
      self.init(color)
    default: throw .typeMismatch(found: stored.type)
    }
  }

  private init(json text: String) throws(CodecError) {
    let json = try StoredValue.parsed(text)
    do { try self.init(jsonForm: json) } catch { throw .unreadable(error.text) }
  }
}

extension StoredValue {
  /// A colour in the form that keeps all of it: four columns, or JSON.
  init(_ color: AdaptiveColor) throws(CodecError) {
    if let color = color.color, color.space.standard == .sRGB {
      try self.init(components: color)
    } else {
      try self.init(encoding: color)
    }
  }

  /// The same for importers; nil for components that are not finite.
  package init?(color: AdaptiveColor) {
    guard let stored = try? StoredValue(color) else { return nil }
    self = stored
  }

  /// The colour that is stored; nil for anything else, and for what cannot be read.
  package var color: AdaptiveColor? {
    type == .color || type == .colorBlob ? try? AdaptiveColor(self) : nil
  }

  fileprivate init(components color: PreferenceColor) throws(CodecError) {
    if let reason = color.infiniteComponent { throw .notRepresentable(reason) }
    self.init(
      type: .color,
      storage: .components(
        red: color.red, green: color.green, blue: color.blue, alpha: color.alpha))
  }

  fileprivate init(encoding color: AdaptiveColor) throws(CodecError) {
    let json: JSONValue
    do { json = try color.jsonForm() } catch { throw .notRepresentable(error.text) }
    self.init(type: .colorBlob, storage: .blob(Array(try Self.text(of: json).utf8)))
  }
}
