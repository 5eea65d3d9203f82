import Preferences

/// Reads typedstreams: the types that archived colours and their lists are made of.
///
/// Every count and number is checked against the file, and all takes time and memory in proportion
/// to its size.
struct TypedStreamReader {
  private static let maximumDepth = 64
  // The first byte of a number, a text, a class or an object; anything else is the number itself.
  private static let twoBytes: UInt8 = 0x81
  private static let fourBytes: UInt8 = 0x82
  private static let float: UInt8 = 0x83
  private static let new: UInt8 = 0x84
  private static let null: UInt8 = 0x85
  private static let endOfObject: UInt8 = 0x86
  private static let firstReference: UInt8 = 0x92

  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private var place = 0
  private var texts: [[UInt8]] = []
  private var stream = TypedStream()
  private var budget: Int

  /// The stream in the bytes of a whole file.
  ///
  /// - Parameter limit: how many values it may hold.
  /// - Throws: ``ImportError`` with a byte offset.
  static func read(
    _ bytes: [UInt8], limit: Int = 1_000_000
  ) throws(ImportError) -> TypedStream {
    var reader = TypedStreamReader(bytes, limit)
    guard TypedStream.begins(bytes) else {
      throw reader.error("a typedstream", found: "other data")
    }
    reader.place = 13
    _ = try reader.integer()
    while reader.place < bytes.count {
      reader.stream.values += try reader.group(depth: 0)
    }
    return reader.stream
  }

  private init(_ bytes: [UInt8], _ limit: Int) {
    self.bytes = bytes
    isBigEndian = bytes.dropFirst(2).first == UInt8(ascii: "t")
    budget = limit
  }

  // MARK: Values

  /// The values after a text of their types.
  private mutating func group(depth: Int) throws(ImportError) -> [TypedStream.Value] {
    var values: [TypedStream.Value] = []
    for type in try text() {
      try spend()
      values.append(try value(type, depth: depth))
    }
    return values
  }

  private mutating func spend() throws(ImportError) {
    budget -= 1
    guard budget >= 0 else {
      throw error("a typedstream of fewer values", found: "more", .tooLarge)
    }
  }

  private mutating func value(
    _ type: UInt8, depth: Int
  ) throws(ImportError) -> TypedStream.Value {
    switch type {
    case UInt8(ascii: "c"): return .integer(Int64(Int8(bitPattern: try byte())))
    case UInt8(ascii: "C"): return .integer(Int64(try byte()))
    case UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "i"), UInt8(ascii: "I"),
      UInt8(ascii: "l"), UInt8(ascii: "L"), UInt8(ascii: "q"), UInt8(ascii: "Q"):
      return .integer(Int64(try integer()))
    case UInt8(ascii: "f"): return .real(try real(size: 4))
    case UInt8(ascii: "d"): return .real(try real(size: 8))
    case UInt8(ascii: "+"): return .bytes(try counted())
    case UInt8(ascii: "@"): return .object(try object(depth: depth))
    default:
      let name = String(decoding: [type], as: UTF8.self).quotedForMessage
      throw error("a type of archived colours", found: name)
    }
  }

  private mutating func object(depth: Int) throws(ImportError) -> Int? {
    switch try byte() {
    case Self.null: return nil
    case Self.new: break
    case let first: return try reference(first, below: stream.entries.count)
    }
    guard depth < Self.maximumDepth else {
      throw error("at most \(Self.maximumDepth) levels", found: "a deeper one", .tooLarge)
    }
    let number = stream.entries.count
    stream.entries.append(.object(class: nil, values: []))
    let superclass = try self.superclass()
    var values: [TypedStream.Value] = []
    while bytes.indices.contains(place), bytes[place] != Self.endOfObject {
      values += try group(depth: depth + 1)
    }
    _ = try byte()
    stream.entries[number] = .object(class: superclass, values: values)
    return number
  }

  /// The number of a class, which is read with its superclasses when it is new.
  private mutating func superclass() throws(ImportError) -> Int? {
    var first: Int?
    var last: (number: Int, name: String)?
    while true {
      let next: Int?
      var name: String?
      switch try byte() {
      case Self.null: next = nil
      case Self.new:
        try spend()
        next = stream.entries.count
        name = String(decoding: try text().prefix(256), as: UTF8.self)
        _ = try integer()
        stream.entries.append(.class(name ?? "", superclass: nil))
      case let known: next = try reference(known, below: stream.entries.count)
      }
      if let last { stream.entries[last.number] = .class(last.name, superclass: next) }
      first = first ?? next
      guard let next, let name else { return first }
      last = (next, name)
    }
  }

  // MARK: Bytes

  /// A text that is written once and then named by its number.
  private mutating func text() throws(ImportError) -> [UInt8] {
    switch try byte() {
    case Self.null: return []
    case Self.new:
      try spend()
      let text = try counted()
      texts.append(text)
      return text
    case let first: return texts[try reference(first, below: texts.count)]
    }
  }

  private mutating func reference(
    _ first: UInt8, below count: Int
  ) throws(ImportError) -> Int {
    let number = try integer(first) - Int(Int8(bitPattern: Self.firstReference))
    guard (0..<count).contains(number) else {
      throw error("a reference to something before it", found: "the number \(number)")
    }
    return number
  }

  private mutating func counted() throws(ImportError) -> [UInt8] {
    let count = try integer()
    return Array(try slice(count))
  }

  private mutating func integer() throws(ImportError) -> Int { try integer(byte()) }

  private mutating func integer(_ first: UInt8) throws(ImportError) -> Int {
    switch first {
    case Self.twoBytes: return Int(Int16(truncatingIfNeeded: try number(2)))
    case Self.fourBytes: return Int(Int32(truncatingIfNeeded: try number(4)))
    case 0x80..<Self.firstReference:
      throw error("an integer", found: "0x" + String(first, radix: 16))
    default: return Int(Int8(bitPattern: first))
    }
  }

  private mutating func real(size: Int) throws(ImportError) -> Double {
    let first = try byte()
    guard first == Self.float else { return Double(try integer(first)) }
    let bits = try number(size)
    return size == 8
      ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
  }

  private mutating func number(_ size: Int) throws(ImportError) -> UInt64 {
    let digits = try slice(size)
    return isBigEndian
      ? digits.reduce(0) { $0 << 8 | UInt64($1) }
      : digits.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func byte() throws(ImportError) -> UInt8 { try slice(1).first ?? 0 }

  private mutating func slice(_ count: Int) throws(ImportError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - place else {
      throw error("\(count) bytes", found: "\(bytes.count - place) before the end")
    }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  private func error(
    _ expected: String, found: String, _ kind: ImportError.Kind = .malformed
  ) -> ImportError {
    ImportError(kind, at: .byte(place), expected: expected, found: found)
  }
}
