/// The tag that a row carries in its column `type`: how the value is to be read.
///
/// An open set: tags written by newer versions are kept and shown, they only cannot be decoded.
public struct StoredType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The tag as it stands in the file: lower-case ASCII letters, digits and `_`.
  public let rawValue: String

  /// A tag by its spelling; an unknown one is legal.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Set, to nothing. Not the same as a row that is absent.
  public static let null = StoredType(rawValue: "null")
  /// INTEGER 0 or 1.
  public static let bool = StoredType(rawValue: "bool")
  /// INTEGER, 64 bits with sign.
  public static let int = StoredType(rawValue: "int")
  /// REAL, IEEE 754 binary64; infinities are allowed, NaN is not (SQLite turns it into NULL).
  public static let real = StoredType(rawValue: "real")
  /// TEXT, UTF-8.
  public static let text = StoredType(rawValue: "text")
  /// BLOB.
  public static let data = StoredType(rawValue: "data")
  /// INTEGER, milliseconds since 1970-01-01T00:00:00Z.
  public static let date = StoredType(rawValue: "date")
  /// TEXT, an absolute or relative URL.
  public static let url = StoredType(rawValue: "url")
  /// TEXT, the 36 characters of RFC 9562, upper case.
  public static let uuid = StoredType(rawValue: "uuid")
  /// TEXT, one JSON value (RFC 8259): Codable structs, arrays, dictionaries.
  public static let json = StoredType(rawValue: "json")
  /// Four REAL columns: extended sRGB, gamma-encoded, straight alpha.
  public static let color = StoredType(rawValue: "color")
  /// BLOB of UTF-8 JSON: a colour that the four columns cannot say without loss.
  public static let colorBlob = StoredType(rawValue: "color_blob")
  /// TEXT: `system`, `light` or `dark`.
  public static let appearance = StoredType(rawValue: "appearance")

  /// A version of the history whose value was erased; no row of a preference has it.
  package static let erased = StoredType(rawValue: "erased")

  /// The tags that this version writes and decodes.
  package static let known: [StoredType] = [
    .null, .bool, .int, .real, .text, .data, .date, .url, .uuid, .json, .color, .colorBlob,
    .appearance,
  ]

  /// The tag as it stands in the file.
  public var description: String { rawValue }
}
