import Preferences
import SQLiteCore

/// Reads binary property lists, `bplist00`.
///
/// Own code because Foundation on Linux dies on a set and says nothing useful about a broken file.
/// Every offset, count and reference is checked against the file, and what references unfold to is
/// bounded, so a hostile file costs an error and no more.
package struct BinaryPropertyListReader {
  /// How far shared objects may unfold.
  package struct Limits: Sendable {
    package var nodes = 1_000_000
    /// Bytes of strings and data, counted at each reference.
    package var volume = 128 << 20
    package init() {}
  }

  private static let trailerSize = 32

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableOffset: Int
  private var limits: Limits
  /// The containers that are being read, outermost first.
  private var path: [Int] = []

  /// The property list in the bytes of a whole file.
  ///
  /// - Throws: ``ImportError`` with a byte offset.
  package static func read(
    _ bytes: [UInt8], limits: Limits = Limits()
  ) throws(ImportError) -> PropertyList {
    var reader = try BinaryPropertyListReader(bytes, limits: limits)
    return try reader.object(reader.topObject())
  }

  private init(_ bytes: [UInt8], limits: Limits) throws(ImportError) {
    let trailer = bytes.count - Self.trailerSize
    guard bytes.starts(with: Array("bplist00".utf8)), trailer > 8 else {
      throw ImportError(
        .malformed, at: .byte(0), expected: "a binary property list of at least 42 bytes",
        found: "\(bytes.count) bytes")
    }
    self.bytes = bytes
    self.limits = limits
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw ImportError(
        .malformed, at: .byte(trailer + 6), expected: "sizes of 1 to 8 bytes in the trailer",
        found: "\(offsetSize) and \(referenceSize)")
    }
    let count = Self.bigEndian(bytes[(trailer + 8)..<(trailer + 16)])
    let table = Self.bigEndian(bytes[(trailer + 24)..<(trailer + 32)])
    guard table > 8, table < trailer, count > 0,
      count <= (UInt64(trailer) - table) / UInt64(offsetSize)
    else {
      throw ImportError(
        .malformed, at: .byte(trailer + 8),
        expected: "an offset table between byte 9 and the trailer",
        found: "\(count) objects at byte \(table)")
    }
    objectCount = Int(count)
    tableOffset = Int(table)
  }

  private func topObject() throws(ImportError) -> Int {
    let place = bytes.count - Self.trailerSize + 16
    return try reference(at: place, size: 8)
  }

  // MARK: Objects

  private mutating func object(_ index: Int) throws(ImportError) -> PropertyList {
    let start = try offset(of: index)
    guard path.count <= PropertyList.maximumDepth else {
      throw ImportError(
        .tooLarge, at: .byte(start), expected: "at most \(PropertyList.maximumDepth) levels",
        found: "a deeper one")
    }
    limits.nodes -= 1
    guard limits.nodes >= 0 else {
      throw ImportError(
        .tooLarge, at: .byte(start), expected: "a property list that unfolds to fewer values",
        found: "shared containers that multiply")
    }
    let low = bytes[start] & 0x0F
    switch bytes[start] >> 4 {
    case 0x0 where low == 8 || low == 9: return .bool(low == 9)
    case 0x1 where low <= 4: return try integer(at: start, size: 1 << Int(low))
    case 0x2 where low == 2:
      let bits = UInt32(truncatingIfNeeded: Self.bigEndian(try slice(start + 1, 4)))
      return .real(Double(Float(bitPattern: bits)))
    case 0x2 where low == 3: return .real(try double(at: start))
    case 0x3 where low == 3: return .date(try double(at: start))
    case 0x4, 0x5, 0x6: return try text(at: start)
    case 0x8 where low < 8: return .uid(Self.bigEndian(try slice(start + 1, Int(low) + 1)))
    case 0xA, 0xC, 0xD:
      guard !path.contains(index) else {
        throw ImportError(
          .malformed, at: .byte(start), expected: "containers that do not contain themselves",
          found: "object \(index) inside itself")
      }
      path.append(index)
      defer { path.removeLast() }
      return try container(at: start)
    default:
      let marker = String(bytes[start], radix: 16)
      throw ImportError(
        .malformed, at: .byte(start), expected: "the marker of a property list object",
        found: "0x\(marker)")
    }
  }

  private func integer(at start: Int, size: Int) throws(ImportError) -> PropertyList {
    let digits = try slice(start + 1, size)
    // 1, 2 and 4 bytes are unsigned, 8 and 16 have a sign.
    guard size >= 8 else { return .integer(Int64(Self.bigEndian(digits))) }
    let value = Self.bigEndian(digits.suffix(8))
    let signed = Int64(bitPattern: value)
    let high = size == 8 ? (signed < 0 ? UInt64.max : 0) : Self.bigEndian(digits.prefix(8))
    switch high {
    case 0: return .integer(unsigned: value)
    case .max where signed < 0: return .integer(signed)
    default:
      throw ImportError(
        .malformed, at: .byte(start), expected: "an integer of 64 bits", found: "a larger one")
    }
  }

  private func double(at start: Int) throws(ImportError) -> Double {
    Double(bitPattern: Self.bigEndian(try slice(start + 1, 8)))
  }

  /// Data, ASCII and UTF-16 strings.
  private mutating func text(at start: Int) throws(ImportError) -> PropertyList {
    let (count, body) = try countAndBody(at: start)
    let marker = bytes[start] >> 4
    let content = try slice(body, count, width: marker == 6 ? 2 : 1)
    limits.volume -= content.count
    guard limits.volume >= 0 else {
      throw ImportError(
        .tooLarge, at: .byte(start), expected: "a property list that unfolds to less text",
        found: "shared strings or data that multiply")
    }
    switch marker {
    case 4: return .data(Array(content))
    case 5:
      if let other = content.firstIndex(where: { $0 >= 0x80 }) {
        let byte = String(bytes[other], radix: 16)
        throw ImportError(
          .malformed, at: .byte(other), expected: "an ASCII character", found: "0x\(byte)")
      }
      return .string(String(decoding: content, as: UTF8.self))
    default:
      let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      guard let string = String(validating: units, as: UTF16.self) else {
        throw ImportError(
          .malformed, at: .byte(start), expected: "a UTF-16 string", found: "a lone surrogate")
      }
      guard !string.hasPiledMarks else { throw .piledMarks(at: .byte(start)) }
      return .string(string)
    }
  }

  private mutating func container(at start: Int) throws(ImportError) -> PropertyList {
    let (count, body) = try countAndBody(at: start)
    if bytes[start] >> 4 == 0xD {
      return .dictionary(try members(count, at: body, of: start))
    }
    _ = try slice(body, count, width: referenceSize)
    var elements: [PropertyList] = []
    for index in 0..<count {
      elements.append(try object(reference(at: body + index * referenceSize, size: referenceSize)))
    }
    return bytes[start] >> 4 == 0xA ? .array(elements) : .set(elements)
  }

  private mutating func members(
    _ count: Int, at body: Int, of start: Int
  ) throws(ImportError) -> [PropertyList.Member] {
    _ = try slice(body, count, width: 2 * referenceSize)
    var members: [PropertyList.Member] = []
    var seen: Set<[UInt8]> = []
    for index in 0..<count {
      let place = body + index * referenceSize
      let key = try object(reference(at: place, size: referenceSize))
      guard case .string(let name) = key else {
        throw ImportError(
          .malformed, at: .byte(place), expected: "a string as dictionary key", found: key.kind)
      }
      guard seen.insert(Array(name.utf8)).inserted else {
        throw ImportError(
          .malformed, at: .byte(start), expected: "each key once in a dictionary",
          found: "\(name.quotedForMessage) twice")
      }
      let value = try reference(at: place + count * referenceSize, size: referenceSize)
      members.append(PropertyList.Member(name, try object(value)))
    }
    return members
  }

  // MARK: Places

  private static func bigEndian(_ digits: ArraySlice<UInt8>) -> UInt64 {
    digits.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// `count` items of `width` bytes, which lie wholly before the offset table.
  private func slice(
    _ start: Int, _ count: Int, width: Int = 1
  ) throws(ImportError) -> ArraySlice<UInt8> {
    guard start <= tableOffset, count <= (tableOffset - start) / width else {
      throw ImportError(
        .malformed, at: .byte(start), expected: "\(count) items of \(width) bytes",
        found: "\(max(0, tableOffset - start)) bytes before the offset table")
    }
    return bytes[start..<(start + count * width)]
  }

  /// The number of items of an object, and where they begin.
  private func countAndBody(at start: Int) throws(ImportError) -> (Int, Int) {
    let low = Int(bytes[start] & 0x0F)
    guard low == 0x0F else { return (low, start + 1) }
    let marker = try slice(start + 1, 1).first ?? 0
    guard marker >> 4 == 1, marker & 0x0F <= 3 else {
      let found = String(marker, radix: 16)
      throw ImportError(
        .malformed, at: .byte(start + 1), expected: "an integer as count", found: "0x\(found)")
    }
    let size = 1 << Int(marker & 0x0F)
    let value = Self.bigEndian(try slice(start + 2, size))
    guard value <= UInt64(tableOffset) else {
      throw ImportError(
        .malformed, at: .byte(start + 1), expected: "a count that fits the file",
        found: String(value))
    }
    return (Int(value), start + 2 + size)
  }

  private func reference(at place: Int, size: Int) throws(ImportError) -> Int {
    let value = Self.bigEndian(bytes[place..<(place + size)])
    guard value < UInt64(objectCount) else {
      throw ImportError(
        .malformed, at: .byte(place), expected: "an object number below \(objectCount)",
        found: String(value))
    }
    return Int(value)
  }

  private func offset(of index: Int) throws(ImportError) -> Int {
    let place = tableOffset + index * offsetSize
    let value = Self.bigEndian(bytes[place..<(place + offsetSize)])
    guard value >= 8, value < UInt64(tableOffset) else {
      throw ImportError(
        .malformed, at: .byte(place), expected: "an offset between 8 and \(tableOffset - 1)",
        found: String(value))
    }
    return Int(value)
  }
}
