internal import SQLiteCore

/// A type that knows how it is stored.
///
/// Conforming is one line: `enum Theme: String, PreferenceValue` keeps the raw value, a struct
/// conforms to ``PreferenceCodable``, any other type gives a ``PreferenceCodec``.
public protocol PreferenceValue: Sendable {
  /// How a value is stored.
  static var preferenceCodec: PreferenceCodec<Self> { get }
  /// How an array of values is stored: as a JSON list, unless the type says otherwise.
  static var preferenceArrayCodec: PreferenceCodec<[Self]> { get }
}

extension PreferenceValue where Self: RawRepresentable, RawValue: PreferenceValue {
  /// Stored as the raw value; an unknown raw value is unreadable, and stays in the file.
  public static var preferenceCodec: PreferenceCodec<Self> { .rawValue }
}

extension PreferenceCodec where Value: RawRepresentable, Value.RawValue: PreferenceValue {
  /// Stores the raw value: for enums that do not conform to ``PreferenceValue``.
  public static var rawValue: Self {
    // An enum of texts compares with all of its cases.
    let comparesTexts = Value.RawValue.self == String.self
    return .converting(Value.RawValue.preferenceCodec, to: \.rawValue) { raw in
      if comparesTexts, let text = raw as? String, text.hasPiledMarks { return nil }
      return Value(rawValue: raw)
    }
  }
}
