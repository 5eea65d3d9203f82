extension JSONParser {
  /// Skips blanks and, where allowed, comments.
  mutating func skipBlanks() throws(JSONCodingError) {
    while let byte = next {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        position += 1
      case UInt8(ascii: "/") where options.contains(.comments): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONCodingError) {
    let start = position
    position += 1
    switch next {
    case UInt8(ascii: "/"):
      while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
        position += 1
      }
    case UInt8(ascii: "*"):
      position += 1
      while let byte = next {
        position += 1
        if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
          position += 1
          return
        }
      }
      throw failure("'*/' after this", found: "the end of the text", at: start)
    default: throw failure("'//' or '/*'", found: "'/'", at: start)
    }
  }

  /// A number in the grammar of RFC 8259, section 6, as its text.
  mutating func parseNumber() throws(JSONCodingError) -> JSONNumber {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") {
      position += 1
      if let byte = next, isDigit(byte) { throw failure("no digit after a leading zero") }
    } else {
      try skipDigits()
    }
    if next == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try skipDigits()
    }
    return JSONNumber(checked: String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func skipDigits() throws(JSONCodingError) {
    guard let byte = next, isDigit(byte) else { throw failure("a digit") }
    while let byte = next, isDigit(byte) { position += 1 }
  }

  func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// An error at a place, by default where the parser stands and with the character that is there.
  func failure(
    _ expected: String, found: String? = nil, at place: Int? = nil
  ) -> JSONCodingError {
    let place = min(place ?? position, bytes.count)
    let isBreak = { (index: Int) -> Bool in
      // CR LF is one line break, counted at its LF.
      bytes[index] == UInt8(ascii: "\n")
        || bytes[index] == UInt8(ascii: "\r")
          && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
    }
    let breaks = (0..<place).filter(isBreak)
    let lineStart = breaks.last.map { $0 + 1 } ?? 0
    let before = String(decoding: bytes[lineStart..<place], as: UTF8.self)
    return .malformed(
      line: breaks.count + 1, column: before.count + 1, expected: expected,
      found: found ?? character(at: place))
  }

  private func character(at place: Int) -> String {
    guard place < bytes.count else { return "the end of the text" }
    // A character of UTF-8 has at most four bytes; longer clusters show their first scalar.
    let following = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
    guard let scalar = following.unicodeScalars.first else { return "the end of the text" }
    if scalar == "\u{FEFF}" { return "a byte order mark" }
    if scalar == "\u{FFFD}" { return "a byte that is not UTF-8" }
    return "'\(String(Character(scalar)).escapedForDisplay)'"
  }
}
