import SQLiteCore

/// The text of a migration in a form that does not depend on how it was checked out.
package struct SQLText: Hashable, Sendable {
  /// What runs: without byte order mark, lines ending in LF.
  package let bytes: [UInt8]
  /// SHA-256 of ``bytes`` without blanks at line ends and without blank lines at the end.
  ///
  /// So neither an editor nor git's line endings make an applied migration look changed. What is
  /// run keeps those blanks, since they may stand inside a text.
  package let checksum: String

  package init(_ text: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for index in start..<text.count {
      let isReturn = text[index] == 0x0D
      if isReturn, index + 1 < text.count, text[index + 1] == 0x0A { continue }
      bytes.append(text[index])
    }
    self.bytes = bytes
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { line in
        line[..<(line.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? line.startIndex)]
      }
    while lines.last?.isEmpty == true { lines.removeLast() }
    checksum = SHA256.hexDigest(lines.flatMap { $0 + [0x0A] })
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  /// Whether nothing is left without blanks and comments.
  var isEmpty: Bool { SQLBlanks.end(in: bytes, from: 0) == bytes.count }

  /// Lines with their 1-based numbers, of the first `end` bytes.
  func lines(upTo end: Int? = nil) -> [(number: Int, text: String)] {
    bytes[..<(end ?? bytes.count)].split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated().map { ($0.offset + 1, String(decoding: $0.element, as: UTF8.self)) }
  }

  /// Whether blanks, a comment or a byte order mark may begin with a byte; most bytes of a schema are
  /// none of these, and every new file is looked through.
  private static func mayBeginBlanks(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte == 0xEF
  }

  /// A statement of `sqlite_schema` with every run of blanks and comments as one space.
  ///
  /// Texts and quoted names stay as they are.
  static func canonical(_ statement: String) -> String {
    let bytes = Array(statement.utf8)
    var result: [UInt8] = []
    var quote: UInt8?
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if quote == nil, mayBeginBlanks(byte) {
        let next = SQLBlanks.end(in: bytes, from: position)
        if next > position {
          position = next
          if !result.isEmpty, position < bytes.count { result.append(0x20) }
          continue
        }
      }
      if let open = quote {
        if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "["): quote = UInt8(ascii: "]")
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): quote = byte
        default: break
        }
      }
      result.append(byte)
      position += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}
