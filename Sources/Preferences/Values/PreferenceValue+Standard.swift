extension Bool: PreferenceValue {
  /// Tag `bool`, INTEGER 0 or 1; no other number is taken for a Bool.
  public static let preferenceCodec = PreferenceCodec<Bool>(
    .bool, encode: { .integer($0 ? 1 : 0) },
    decode: { (storage) throws(CodecError) in
      switch storage {
      case .integer(0): return false
      case .integer(1): return true
      default: throw .unreadable("expected 0 or 1")
      }
    })
}

extension String: PreferenceValue {
  /// Tag `text`.
  public static let preferenceCodec = PreferenceCodec<String>(
    .text, encode: { .text($0) },
    decode: { (storage) throws(CodecError) in
      guard case .text(let text) = storage else { throw .unreadable("expected text") }
      return text
    })
}

extension Double: PreferenceValue {
  /// Tag `real`; NaN is refused, infinities are kept.
  public static let preferenceCodec = PreferenceCodec<Double>(
    .real,
    encode: { (value) throws(CodecError) in
      guard !value.isNaN else { throw .notRepresentable("NaN, which SQLite would make NULL") }
      return .real(value)
    },
    decode: { (storage) throws(CodecError) in
      guard case .real(let real) = storage else { throw .unreadable("expected a real") }
      return real
    })
}

extension Float: PreferenceValue {
  /// Tag `real`, as a double; read back rounded to the nearest Float.
  public static let preferenceCodec = PreferenceCodec<Float>.converting(
    Double.preferenceCodec, to: { Double($0) }, from: { Float($0) })
}

/// The integers: tag `int`, 64 bits with sign; what does not fit the type is unreadable.
extension PreferenceValue where Self: FixedWidthInteger {
  /// Tag `int`; a value above Int64.max is refused.
  public static var preferenceCodec: PreferenceCodec<Self> {
    PreferenceCodec(
      .int,
      encode: { (value) throws(CodecError) in
        guard let integer = Int64(exactly: value) else {
          throw .notRepresentable("\(value) is outside the 64-bit signed integers of SQLite")
        }
        return .integer(integer)
      },
      decode: { (storage) throws(CodecError) in
        guard case .integer(let integer) = storage else { throw .unreadable("expected an integer") }
        guard let value = Self(exactly: integer) else {
          throw .unreadable("\(integer) does not fit \(Self.self)")
        }
        return value
      })
  }
}

extension Int: PreferenceValue {}
extension Int8: PreferenceValue {}
extension Int16: PreferenceValue {}
extension Int32: PreferenceValue {}
extension Int64: PreferenceValue {}
extension UInt: PreferenceValue {}
extension UInt16: PreferenceValue {}
extension UInt32: PreferenceValue {}
extension UInt64: PreferenceValue {}

extension UInt8: PreferenceValue {
  /// Tag `data`: an array of bytes is a blob, not a list of numbers.
  public static let preferenceArrayCodec = PreferenceCodec<[UInt8]>(
    .data, encode: { .blob($0) },
    decode: { (storage) throws(CodecError) in
      guard case .blob(let bytes) = storage else { throw .unreadable("expected a blob") }
      return bytes
    })
}

extension Optional: PreferenceValue where Wrapped: PreferenceValue {
  /// Nil is the tag `null`; everything else is stored as the wrapped type.
  ///
  /// A nil inside a nil (`Int??`) cannot be told from nil, and is refused.
  public static var preferenceCodec: PreferenceCodec<Wrapped?> {
    let base = Wrapped.preferenceCodec
    return PreferenceCodec(
      base.storedType, readsPrevious: base.readsPrevious,
      encode: { (value, previous) throws(CodecError) in
        guard let value else { return .null }
        let stored = try base.encode(value, previous)
        guard stored.type != .null else {
          throw .notRepresentable("a nil inside a nil cannot be told from nil")
        }
        return stored
      },
      decode: { (stored, makeDefault) throws(CodecError) in
        guard stored.type != .null else { return nil }
        return try base.decode(stored, { makeDefault() ?? nil })
      })
  }
}
