/// A colour by its name: a named colour of this store, or one that only a system knows.
///
/// Where a colour preference holds a reference, reading follows it, so that the preference changes
/// with the colour that it names.
public struct ColorReference: Hashable, Sendable {
  /// The written name of a preference, `Brand.accent`; or a name of ``platform``, `labelColor`.
  public var name: String
  /// Who knows the name: nil for this store, else a system such as `ios` or a colour list's name.
  public var platform: String?
  /// What the name stood for: when the store was read, else when the reference was written.
  public var fallback: AdaptiveColor?

  /// A reference by its parts.
  public init(_ name: String, platform: String? = nil, fallback: AdaptiveColor? = nil) {
    self.name = name
    self.platform = platform
    self.fallback = fallback
  }

  /// A reference to a colour key; its default stands in while the key is not set.
  public init<Value: ColorValue>(to key: PreferenceStore.Key<Value>) {
    self.init(key.description, fallback: key.defaultValue.adaptive)
  }
}
