/// A value as it stands in the file: a type tag and what SQLite keeps for it.
public struct StoredValue: Hashable, Sendable {
  /// The tag in the column `type`.
  public var type: StoredType
  /// What is in the column `value`, or in the four colour columns.
  public var storage: Storage

  /// A value from its two parts; nothing is checked here, the file's CHECKs are.
  public init(type: StoredType, storage: Storage) {
    self.type = type
    self.storage = storage
  }

  /// SQLite's storage classes (https://sqlite.org/datatype3.html) and the four colour columns.
  public enum Storage: Hashable, Sendable {
    /// NULL.
    case null
    /// A 64-bit signed integer.
    case integer(Int64)
    /// A double; never NaN.
    case real(Double)
    /// Text; NUL characters are allowed.
    case text(String)
    /// Bytes; an empty blob is not NULL.
    case blob([UInt8])
    /// Red, green, blue and alpha: extended sRGB, straight alpha, finite.
    case components(red: Double, green: Double, blue: Double, alpha: Double)
    /// Text whose bytes are not UTF-8: kept and shown as damaged, never written by the library.
    case malformedText([UInt8])
  }
}

extension StoredValue {
  /// What is left of a value in the history that was erased.
  package static let erased = StoredValue(type: .erased, storage: .null)
  package static let null = StoredValue(type: .null, storage: .null)
  package static func bool(_ value: Bool) -> Self {
    Self(type: .bool, storage: .integer(value ? 1 : 0))
  }
  package static func int(_ value: Int64) -> Self { Self(type: .int, storage: .integer(value)) }
  package static func real(_ value: Double) -> Self { Self(type: .real, storage: .real(value)) }
  package static func text(_ value: String) -> Self { Self(type: .text, storage: .text(value)) }
  package static func data(_ value: [UInt8]) -> Self { Self(type: .data, storage: .blob(value)) }
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package static func date(milliseconds: Int64) -> Self {
    Self(type: .date, storage: .integer(milliseconds))
  }
  /// One JSON value in its canonical text.
  package static func json(_ text: String) -> Self { Self(type: .json, storage: .text(text)) }
}
