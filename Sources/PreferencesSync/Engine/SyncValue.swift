package import Preferences

/// A value on its way: its type and bytes, which an engine carries and never looks into.
///
/// The first byte says how SQLite keeps the value, so that one of a type that is not known here is
/// stored, shown and passed on as it came.
public struct SyncValue: Hashable, Sendable {
  /// The tag in the column `type`.
  public var type: String
  /// The storage class, then the value: big-endian numbers, UTF-8.
  public var bytes: [UInt8]

  /// A value as it came.
  public init(type: String, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }

  private enum Code {
    static let null: UInt8 = 0
    static let integer: UInt8 = 1
    static let real: UInt8 = 2
    static let text: UInt8 = 3
    static let blob: UInt8 = 4
    static let components: UInt8 = 5
  }

  /// A stored value as it travels.
  package init(_ value: StoredValue) {
    type = value.type.rawValue
    switch value.storage {
    case .null: bytes = [Code.null]
    case .integer(let integer):
      bytes = [Code.integer] + Self.bigEndian(UInt64(bitPattern: integer))
    case .real(let real): bytes = [Code.real] + Self.bigEndian(real.bitPattern)
    case .text(let text): bytes = [Code.text] + Array(text.utf8)
    case .malformedText(let text): bytes = [Code.text] + text
    case .blob(let blob): bytes = [Code.blob] + blob
    case .components(let red, let green, let blue, let alpha):
      bytes = [red, green, blue, alpha].reduce(into: [Code.components]) {
        $0 += Self.bigEndian($1.bitPattern)
      }
    }
  }

  /// The value to be stored; nil for one of a storage class that is not known here.
  package var stored: StoredValue? {
    guard let code = bytes.first else { return nil }
    let rest = bytes.dropFirst()
    let storage: StoredValue.Storage
    switch (code, rest.count) {
    case (Code.null, 0): storage = .null
    case (Code.integer, 8): storage = .integer(Int64(bitPattern: Self.number(rest)))
    case (Code.real, 8): storage = .real(Double(bitPattern: Self.number(rest)))
    case (Code.text, _):
      guard let text = String(validating: rest, as: UTF8.self) else { return nil }
      storage = .text(text)
    case (Code.blob, _): storage = .blob(Array(rest))
    case (Code.components, 32):
      let parts = stride(from: rest.startIndex, to: rest.endIndex, by: 8).map {
        Double(bitPattern: Self.number(rest[$0..<($0 + 8)]))
      }
      storage = .components(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
    default: return nil
    }
    return StoredValue(type: StoredType(rawValue: type), storage: storage)
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
