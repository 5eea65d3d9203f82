import Preferences
import SQLiteCore

/// Reads numbers and texts of binary palettes, the highest byte first.
struct BigEndianReader {
  private let bytes: ArraySlice<UInt8>
  private(set) var offset: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  /// The bytes that are left.
  var rest: Int { bytes.endIndex - offset }

  /// - Throws: ``ImportError`` with the place where the bytes end.
  mutating func take(_ count: Int, of what: String) throws(ImportError) -> ArraySlice<UInt8> {
    guard count <= rest else {
      throw ImportError(
        .malformed, at: .byte(bytes.endIndex), expected: "\(count - rest) bytes more of \(what)",
        found: "the end")
    }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  mutating func uint16(_ what: String) throws(ImportError) -> UInt16 {
    try take(2, of: what).reduce(0) { $0 << 8 | UInt16($1) }
  }

  mutating func uint32(_ what: String) throws(ImportError) -> UInt32 {
    try take(4, of: what).reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func float(_ what: String) throws(ImportError) -> Double {
    Double(Float(bitPattern: try uint32(what)))
  }

  /// UTF-16 of so many units; the terminator and what follows it is no part of the text.
  mutating func text(units: Int, _ what: String) throws(ImportError) -> String {
    var pairs = BigEndianReader(try take(2 * units, of: what))
    var text: [UInt16] = []
    while pairs.rest > 0 { text.append(try pairs.uint16(what)) }
    let name = String(decoding: text.prefix { $0 != 0 }, as: UTF16.self)
    guard !name.hasPiledMarks else { throw .piledMarks(at: .byte(offset)) }
    return name
  }
}
