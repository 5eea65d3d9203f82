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

/// Byte by byte, as SQLite compares: text that only looks the same is another text.
extension StoredValue.Storage {
  /// By bytes.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a == b
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.blob(let a), .blob(let b)): a == b
    case (.malformedText(let a), .malformedText(let b)): a == b
    case (.components(let r, let g, let b, let a), .components(let r2, let g2, let b2, let a2)):
      r == r2 && g == g2 && b == b2 && a == a2
    default: false
    }
  }

  /// By bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: break
    case .integer(let integer): hasher.combine(integer)
    case .real(let real): hasher.combine(real)
    case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .blob(let bytes), .malformedText(let bytes): hasher.combine(bytes)
    case .components(let red, let green, let blue, let alpha):
      hasher.combine([red, green, blue, alpha])
    }
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
