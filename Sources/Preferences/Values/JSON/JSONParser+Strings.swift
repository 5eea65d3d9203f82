internal import SQLiteCore

extension JSONParser {
  /// A string, from its opening to its closing quote.
  mutating func parseString() throws(JSONCodingError) -> String {
    position += 1
    let start = position
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let text = try text(start..<position)
        position += 1
        return try checked(text, from: start)
      case UInt8(ascii: "\\"): return try parseEscapedString(from: start)
      case 0..<0x20: throw failure("an escape in place of a control character")
      default: position += 1
      }
    }
    throw failure("'\"'")
  }

  /// Goes on with a string whose first escape is at the position.
  private mutating func parseEscapedString(from start: Int) throws(JSONCodingError) -> String {
    var text = try text(start..<position)
    var runStart = position
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += try self.text(runStart..<position)
        position += 1
        return try checked(text, from: start)
      case UInt8(ascii: "\\"):
        text += try self.text(runStart..<position)
        text.unicodeScalars.append(try parseEscape())
        runStart = position
      case 0..<0x20: throw failure("an escape in place of a control character")
      default: position += 1
      }
    }
    throw failure("'\"'")
  }

  private mutating func parseEscape() throws(JSONCodingError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let byte = next else { throw failure("an escape character") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw failure("one of \" \\ / b f n r t u after '\\'", at: start + 1)
    }
    let unit = try parseFourDigits()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), next == UInt8(ascii: "\\"),
      position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
    else { throw failure("a pair of surrogates", found: "a lone one", at: start) }
    position += 2
    let trail = try parseFourDigits()
    guard UTF16.isTrailSurrogate(trail) else {
      throw failure("a pair of surrogates", found: "a lone one", at: start)
    }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private mutating func parseFourDigits() throws(JSONCodingError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("four hexadecimal digits after '\\u'")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private func checked(_ text: String, from start: Int) throws(JSONCodingError) -> String {
    guard text.hasPiledMarks else { return text }
    throw failure("at most \(String.mostMarks) marks on a character", found: "more", at: start)
  }

  private func text(_ range: Range<Int>) throws(JSONCodingError) -> String {
    if let text = String(validating: bytes[range], as: UTF8.self) { return text }
    throw failure("UTF-8", found: "a byte that is not", at: range.lowerBound + validCount(range))
  }

  /// How many bytes of a range come before the first that is not UTF-8.
  private func validCount(_ range: Range<Int>) -> Int {
    var decoder = UTF8()
    var iterator = bytes[range].makeIterator()
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
    return count
  }
}
