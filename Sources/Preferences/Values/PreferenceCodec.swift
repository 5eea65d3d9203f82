/// How values of a type are stored.
///
/// Most types bring theirs along (``PreferenceValue``); name one at a key for a type that is not
/// yours, or to store it another way.
public struct PreferenceCodec<Value: Sendable>: Sendable {
  /// The tag that values are stored under.
  public let storedType: StoredType
  /// Whether encoding looks at what is stored already.
  let readsPrevious: Bool
  private let encodeValue: @Sendable (Value, StoredValue?) throws(CodecError) -> StoredValue
  let decodeValue: @Sendable (StoredValue, _ default: () -> Value?) throws(CodecError) -> Value

  init(
    _ storedType: StoredType, readsPrevious: Bool = false,
    encode: @escaping @Sendable (Value, StoredValue?) throws(CodecError) -> StoredValue,
    decode: @escaping @Sendable (StoredValue, () -> Value?) throws(CodecError) -> Value
  ) {
    self.storedType = storedType
    self.readsPrevious = readsPrevious
    encodeValue = encode
    decodeValue = decode
  }

  /// A codec for one tag, whose other tags are mismatches.
  init(
    _ storedType: StoredType,
    encode: @escaping @Sendable (Value) throws(CodecError) -> StoredValue.Storage,
    decode: @escaping @Sendable (StoredValue.Storage) throws(CodecError) -> Value
  ) {
    self.init(
      storedType,
      encode: { (value, _) throws(CodecError) in
        StoredValue(type: storedType, storage: try encode(value))
      },
      decode: { (stored, _) throws(CodecError) in
        guard stored.type == storedType else { throw .typeMismatch(found: stored.type) }
        if case .malformedText = stored.storage { throw .unreadable("the text is not UTF-8") }
        return try decode(stored.storage)
      })
  }

  func encode(_ value: Value, _ previous: StoredValue?) throws(CodecError) -> StoredValue {
    try encodeValue(value, previous)
  }

  func decode(
    _ stored: StoredValue, _ default: () -> Value?
  ) throws(CodecError) -> Value {
    try decodeValue(stored, `default`)
  }

  /// Stores a type by way of another one.
  ///
  /// ```swift
  /// static let celsius = key(
  ///   "limit", codec: .converting(Double.preferenceCodec, to: \.value, from: Celsius.init),
  ///   default: Celsius(value: 20))
  /// ```
  ///
  /// - Parameters:
  ///   - base: the codec of what is stored.
  ///   - encode: what to store for a value.
  ///   - decode: the value of what is stored; nil makes it unreadable, so that the default is read.
  public static func converting<Base>(
    _ base: PreferenceCodec<Base>, to encode: @escaping @Sendable (Value) -> Base,
    from decode: @escaping @Sendable (Base) -> Value?
  ) -> Self {
    Self(
      base.storedType, readsPrevious: base.readsPrevious,
      encode: { (value, previous) throws(CodecError) in
        try base.encode(encode(value), previous)
      },
      decode: { (stored, makeDefault) throws(CodecError) in
        guard let value = decode(try base.decode(stored, { makeDefault().map(encode) })) else {
          throw .unreadable("not a value of \(Value.self)")
        }
        return value
      })
  }
}

/// What a codec has to say; the key puts its name to it.
enum CodecError: Error, Hashable {
  case typeMismatch(found: StoredType)
  case unreadable(String)
  case notRepresentable(String)
  case newerVersion(supported: Int, found: Int)

  func preferenceError(_ key: PreferenceName, expected: StoredType) -> PreferenceError {
    switch self {
    case .typeMismatch(let found): .typeMismatch(key: key, expected: expected, found: found)
    case .unreadable(let reason): .unreadable(key: key, reason: reason)
    case .notRepresentable(let reason): .notRepresentable(key: key, reason: reason)
    case .newerVersion(let supported, let found):
      .newerVersion(key: key, supported: supported, found: found)
    }
  }
}
