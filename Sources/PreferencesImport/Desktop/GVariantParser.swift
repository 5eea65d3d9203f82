import Preferences
import SQLiteCore

/// Reads GVariant's text format (GLib, "GVariant Text Format") into nodes.
struct GVariantParser {
  private let bytes: [UInt8]
  private var position = 0

  /// The node of a whole text.
  ///
  /// - Throws: the reason why it is none, with its place.
  static func parse(_ text: String) throws(PropertyList.Unsayable) -> GVariantNode {
    guard text.utf8.count <= GVariantText.maximumLength else {
      throw PropertyList.Unsayable(
        reason: "a text of more than \(GVariantText.maximumLength) bytes")
    }
    var parser = GVariantParser(bytes: Array(text.utf8))
    let node = try parser.node(depth: 0)
    parser.skipBlanks()
    guard parser.next == nil else { throw parser.failure("the end of the value") }
    return node
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func node(depth: Int) throws(PropertyList.Unsayable) -> GVariantNode {
    guard depth < GVariantText.maximumDepth else {
      throw PropertyList.Unsayable(reason: "more than \(GVariantText.maximumDepth) levels")
    }
    skipBlanks()
    switch next {
    case UInt8(ascii: "["):
      return .array(try elements(until: UInt8(ascii: "]"), depth).nodes)
    case UInt8(ascii: "("):
      let (nodes, hasComma) = try elements(until: UInt8(ascii: ")"), depth)
      guard nodes.count != 1 || hasComma else { throw failure("',' after the one of a tuple") }
      return .tuple(nodes)
    case UInt8(ascii: "{"): return try dictionary(depth)
    case UInt8(ascii: "<"):
      position += 1
      let inner = try node(depth: depth + 1)
      try expect(UInt8(ascii: ">"))
      return .variant(inner)
    case UInt8(ascii: "@"): return try annotated(depth)
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "b") where isQuote(at: position + 1):
      position += 1
      return .bytes(try byteString())
    default: return try word(depth)
    }
  }

  private mutating func elements(
    until end: UInt8, _ depth: Int
  ) throws(PropertyList.Unsayable) -> (nodes: [GVariantNode], hasComma: Bool) {
    position += 1
    var nodes: [GVariantNode] = []
    var hasComma = false
    while !take(end) {
      if !nodes.isEmpty {
        try expect(UInt8(ascii: ","))
        hasComma = true
        // Only a tuple of one may end in a comma.
        if end == UInt8(ascii: ")"), nodes.count == 1, take(end) { break }
      }
      nodes.append(try node(depth: depth + 1))
    }
    return (nodes, hasComma)
  }

  private mutating func dictionary(_ depth: Int) throws(PropertyList.Unsayable) -> GVariantNode {
    position += 1
    let end = UInt8(ascii: "}")
    var members: [GVariantNode.Member] = []
    while !take(end) {
      if !members.isEmpty { try expect(UInt8(ascii: ",")) }
      let key = try node(depth: depth + 1)
      if members.isEmpty, take(UInt8(ascii: ",")) {
        let value = try node(depth: depth + 1)
        try expect(end)
        return .entry(key, value)
      }
      try expect(UInt8(ascii: ":"))
      members.append(GVariantNode.Member(key: key, value: try node(depth: depth + 1)))
    }
    return .dictionary(members)
  }

  /// `@as []`
  private mutating func annotated(_ depth: Int) throws(PropertyList.Unsayable) -> GVariantNode {
    position += 1
    var rest = bytes[position...].prefix(GVariantType.maximumLength)
    guard let type = GVariantType.read(&rest) else { throw failure("a type after '@'") }
    position = rest.startIndex
    return .typed(type, try node(depth: depth + 1))
  }

  /// A number, `true`, or a word before a value, such as `uint32 0`.
  private mutating func word(_ depth: Int) throws(PropertyList.Unsayable) -> GVariantNode {
    let start = position
    while let byte = next, byte.isWordPart { position += 1 }
    guard position > start, let first = bytes[start...].first else { throw failure("a value") }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    if first.isDigit || "+-.".utf8.contains(first) { return .number(word) }
    switch word {
    case "true", "false": return .bool(word == "true")
    case "nothing": return .nothing
    case "inf", "infinity", "nan": return .number(word)
    case "just": return .just(try node(depth: depth + 1))
    case "boolean": return .typed(.bool, try node(depth: depth + 1))
    case "double": return .typed(.double, try node(depth: depth + 1))
    case "string", "objectpath", "signature": return .typed(.string, try node(depth: depth + 1))
    default:
      guard let width = GVariantInteger(rawValue: word) else {
        position = start
        throw failure("a value")
      }
      return .typed(.integer(width), try node(depth: depth + 1))
    }
  }

  // MARK: Texts

  private mutating func string() throws(PropertyList.Unsayable) -> String {
    let quote = bytes[position]
    var text: [UInt8] = []
    position += 1
    while let byte = next, byte != quote {
      position += 1
      guard byte == UInt8(ascii: "\\") else { text.append(byte); continue }
      guard let escaped = next else { break }
      position += 1
      switch escaped {
      case UInt8(ascii: "u"): text += try scalar(digits: 4)
      case UInt8(ascii: "U"): text += try scalar(digits: 8)
      default: if let byte = Self.unescaped(escaped) { text.append(byte) }
      }
    }
    try expect(quote)
    let string = String(decoding: text, as: UTF8.self)
    guard !string.hasPiledMarks else {
      throw failure("at most \(String.mostMarks) marks on a character")
    }
    return string
  }

  private mutating func byteString() throws(PropertyList.Unsayable) -> [UInt8] {
    let quote = bytes[position]
    var text: [UInt8] = []
    position += 1
    while let byte = next, byte != quote {
      position += 1
      guard byte == UInt8(ascii: "\\") else { text.append(byte); continue }
      let octal = bytes[position...].prefix(3).prefix { $0 & 0xF8 == UInt8(ascii: "0") }
      if octal.isEmpty {
        guard let escaped = next else { break }
        position += 1
        if let byte = Self.unescaped(escaped) { text.append(byte) }
      } else {
        text.append(octal.reduce(0) { $0 << 3 | $1 & 7 })
        position += octal.count
      }
    }
    try expect(quote)
    return text + [0]
  }

  private mutating func scalar(digits count: Int) throws(PropertyList.Unsayable) -> [UInt8] {
    let digits = String(decoding: bytes[position...].prefix(count), as: UTF8.self)
    guard digits.utf8.count == count, digits.utf8.first.map({ $0 != 0x2B && $0 != 0x2D }) == true,
      let code = UInt32(digits, radix: 16), code != 0, let scalar = Unicode.Scalar(code)
    else { throw failure("\(count) hexadecimal digits of a character") }
    position += count
    return Array(String(Character(scalar)).utf8)
  }

  /// Nil for the end of a line, which an escape joins with the next.
  private static func unescaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a"): 7
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "t"): 9
    case UInt8(ascii: "n"): 10
    case UInt8(ascii: "v"): 11
    case UInt8(ascii: "f"): 12
    case UInt8(ascii: "r"): 13
    case UInt8(ascii: "\n"): nil
    default: byte
    }
  }

  // MARK: Places

  private mutating func skipBlanks() {
    while let byte = next, byte.isXMLSpace || byte == 11 || byte == 12 { position += 1 }
  }

  private func isQuote(at index: Int) -> Bool {
    index < bytes.count && (bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "\""))
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(PropertyList.Unsayable) {
    guard take(byte) else { throw failure("'\(Character(Unicode.Scalar(byte)))'") }
  }

  private func failure(_ expected: String) -> PropertyList.Unsayable {
    let found =
      position < bytes.count
      ? String(decoding: bytes[position...].prefix(40), as: UTF8.self).quotedForMessage : "its end"
    return PropertyList.Unsayable(reason: "no GVariant text: expected \(expected), found \(found)")
  }
}

extension UInt8 {
  /// What numbers and words are made of.
  fileprivate var isWordPart: Bool {
    let letter = self | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || isDigit
      || "+-._".utf8.contains(self)
  }
}
