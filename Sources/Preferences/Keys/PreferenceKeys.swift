/// The home of keys that are named by a key path; extend it with computed properties.
///
/// ```swift
/// extension PreferenceKeys {
///   var accent: Key<PreferenceColor> { AppSettings.accent }
/// }
/// store[\.accent] = .white
/// ```
///
/// A property that returns a static key costs nothing; one that makes a key makes it at each use.
public struct PreferenceKeys: Sendable {
  /// A key of any type of value.
  public typealias Key = PreferenceStore.Key

  @usableFromInline init() {}
}
