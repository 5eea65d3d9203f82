/// A `Codable` type that is stored as JSON under one key, and can change its shape.
///
/// ```swift
/// struct Window: PreferenceCodable {
///   var width = 800.0
///   var title = "Untitled"
///   static let upgrades: [FieldUpgrade] = [{ $0.rename("name", to: "title") }]
/// }
/// ```
///
/// - A field that was added later takes its value from the key's default.
/// - A field that this version does not know is kept when a value is written.
/// - The version is the number of ``upgrades`` + 1, stored as the member `$version` (absent for 1). A
///   newer version than ours reads as the default and is not overwritten by `set`.
public protocol PreferenceCodable: PreferenceValue, Codable {
  /// The steps from the first version of the type to this one; never remove or reorder them.
  static var upgrades: [FieldUpgrade] { get }
}

extension PreferenceCodable {
  /// None: the first version.
  public static var upgrades: [FieldUpgrade] { [] }
  /// Tag `json`.
  public static var preferenceCodec: PreferenceCodec<Self> { .json(upgrades: upgrades) }
}

extension PreferenceCodec where Value: Codable {
  /// Stores JSON: for `Codable` types that do not conform to ``PreferenceCodable``.
  public static func json(upgrades: [FieldUpgrade] = []) -> Self {
    Self(
      .json, readsPrevious: true,
      encode: { (value, previous) throws(CodecError) in
        do throws(JSONCodingError) {
          let tree = try JSONCoding.encode(value, over: previous?.jsonTree, upgrades: upgrades)
          return .json(try tree.readableText())
        } catch { throw CodecError(error) }
      },
      decode: { (stored, makeDefault) throws(CodecError) in
        guard stored.type == .json else { throw .typeMismatch(found: stored.type) }
        guard case .text(let text) = stored.storage else {
          throw .unreadable("expected JSON, found text that is not UTF-8")
        }
        do throws(JSONCodingError) {
          let defaults = makeDefault().flatMap { try? JSONCoding.encode($0) }
          return try JSONCoding.decode(
            Value.self, from: try JSONValue(parsing: text), defaults: defaults, upgrades: upgrades)
        } catch { throw CodecError(error) }
      })
  }
}

extension StoredValue {
  /// The tree of a JSON value; nil for anything else, also for malformed text.
  fileprivate var jsonTree: JSONValue? {
    guard type == .json, case .text(let text) = storage else { return nil }
    return try? JSONValue(parsing: text)
  }
}
