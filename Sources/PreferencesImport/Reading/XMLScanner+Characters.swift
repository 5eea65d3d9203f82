import Preferences
import SQLiteCore

// The level below tags: characters, references, names, white space.
extension XMLScanner {
  /// Character data up to the next tag, comment or instruction; CDATA sections are part of it.
  mutating func characters() throws(ImportError) -> String {
    var text: [UInt8] = []
    while offset < bytes.count {
      let start = offset
      while offset < bytes.count, bytes[offset].isPlainText { offset += 1 }
      text += bytes[start..<offset]
      guard offset < bytes.count else { break }
      if bytes[offset] == UInt8(ascii: "<") {
        guard take("<![CDATA[") else { break }
        try appendSection(to: &text)
      } else if looks(at: "]]>") {
        throw error("no ']]>' in text", found: "one")
      } else {
        try appendResolved(to: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func appendSection(to text: inout [UInt8]) throws(ImportError) {
    let start = offset
    try skip(past: "]]>", of: "a CDATA section")
    let end = offset
    offset = start
    while offset < end - 3 { try appendCharacter(to: &text) }
    offset = end
  }

  /// An attribute's value up to its quote; white space becomes blanks.
  mutating func attributeCharacters(_ quote: UInt8) throws(ImportError) -> String {
    var text: [UInt8] = []
    while offset < bytes.count, bytes[offset] != quote {
      guard bytes[offset] != UInt8(ascii: "<") else {
        throw error("no '<' in an attribute", found: "one")
      }
      if bytes[offset].isXMLSpace {
        text.append(0x20)
        offset += 1
      } else {
        try appendResolved(to: &text)
      }
    }
    return try checked(String(decoding: text, as: UTF8.self))
  }

  /// The text itself; an error when its characters have too many marks.
  func checked(_ text: String) throws(ImportError) -> String {
    guard text.hasPiledMarks else { return text }
    throw .piledMarks(at: .line(of: offset, in: bytes))
  }

  private mutating func appendResolved(to text: inout [UInt8]) throws(ImportError) {
    guard bytes[offset] == UInt8(ascii: "&") else { return try appendCharacter(to: &text) }
    let place = offset
    let content = bytes[(place + 1)...].prefix(12)
    guard let end = content.firstIndex(of: UInt8(ascii: ";")) else {
      throw error("a reference such as '&amp;'", found: "a bare '&'")
    }
    let name = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
    offset = end + 1
    switch name {
    case "lt": text.append(UInt8(ascii: "<"))
    case "gt": text.append(UInt8(ascii: ">"))
    case "amp": text.append(UInt8(ascii: "&"))
    case "apos": text.append(UInt8(ascii: "'"))
    case "quot": text.append(UInt8(ascii: "\""))
    default:
      let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
      guard name.hasPrefix("#"), digits.first?.isHexDigit == true,
        let code = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
        let scalar = Unicode.Scalar(code), scalar.isXMLCharacter
      else {
        offset = place
        throw error(
          "a character or one of the five entities of XML",
          found: "&\(name.escapedForDisplay);")
      }
      text += Array(String(Character(scalar)).utf8)
    }
  }

  private mutating func appendCharacter(to text: inout [UInt8]) throws(ImportError) {
    let byte = bytes[offset]
    if byte == 0x0D {
      // XML 1.0 section 2.11: CR LF and CR alone are one LF.
      text.append(0x0A)
      if offset + 1 < bytes.count, bytes[offset + 1] == 0x0A { offset += 1 }
    } else if byte < 0x20, !byte.isXMLSpace {
      throw invalidCharacter(UInt32(byte))
    } else if byte == 0xEF, looks(at: "\u{FFFE}") || looks(at: "\u{FFFF}") {
      throw invalidCharacter(0xFFC0 | UInt32(bytes[offset + 2] & 0x3F))
    } else {
      text.append(byte)
    }
    offset += 1
  }

  private func invalidCharacter(_ code: UInt32) -> ImportError {
    error("a character that XML allows", found: "U+" + String(code, radix: 16, uppercase: true))
  }

  mutating func name() throws(ImportError) -> String {
    let start = offset
    while offset < bytes.count, bytes[offset].isXMLNameByte { offset += 1 }
    guard start < offset, bytes[start] >= UInt8(ascii: ":") else {
      offset = start
      throw error("a name", found: foundHere)
    }
    return try checked(String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  // MARK: Places

  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = offset
    while offset < bytes.count, bytes[offset].isXMLSpace { offset += 1 }
    return offset > start
  }

  func looks(at text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard count <= bytes.count - offset else { return false }
    var index = 0
    while index < count, bytes[offset + index] == text.utf8Start[index] { index += 1 }
    return index == count
  }

  mutating func take(_ text: StaticString) -> Bool {
    guard looks(at: text) else { return false }
    offset += text.utf8CodeUnitCount
    return true
  }

  mutating func skip(upTo byte: UInt8) throws(ImportError) {
    while offset < bytes.count, bytes[offset] != byte { offset += 1 }
  }

  mutating func skip(past text: StaticString, of part: String) throws(ImportError) {
    while offset < bytes.count {
      if take(text) { return }
      offset += 1
    }
    throw unexpectedEnd("the end of \(part), '\(text)'")
  }

  // MARK: Errors

  /// What stands here, for a message.
  var foundHere: String {
    guard offset < bytes.count else { return "the end of the file" }
    let line = bytes[offset...].prefix(160).prefix { $0 != 0x0A }
    return String(decoding: line, as: UTF8.self).quotedForMessage
  }

  func error(
    _ expected: String, found: String, kind: ImportError.Kind = .malformed
  ) -> ImportError {
    ImportError(kind, at: .line(of: offset, in: bytes), expected: expected, found: found)
  }

  func unexpectedEnd(_ expected: String) -> ImportError {
    ImportError(
      .malformed, at: .line(of: bytes.count, in: bytes), expected: expected,
      found: "the end of the file")
  }
}

extension UInt8 {
  /// Nothing that character data must look at more closely.
  fileprivate var isPlainText: Bool {
    let isSpecial =
      self == UInt8(ascii: "<") || self == UInt8(ascii: "&") || self == UInt8(ascii: "]")
      || self == 0xEF
    return !isSpecial && (self >= 0x20 || self == 0x09 || self == 0x0A)
  }

  // Beyond ASCII all name characters of XML are taken; no format read here has any.
  fileprivate var isXMLNameByte: Bool {
    let letter = self | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || isDigit || self >= 0x80
      || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ".")
  }
}

extension Unicode.Scalar {
  /// Whether XML 1.0 can hold the character, if need be as a reference.
  package var isXMLCharacter: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
