internal import SQLiteCore

extension JSONValue {
  /// How a value is laid out as text.
  package enum Layout: Sendable {
    /// No blanks: the form in the file.
    case compact
    /// A line per element, two blanks per level: the form for people.
    case pretty
  }

  /// The JSON text: members in their order, the fewest escapes, numbers as they were written.
  ///
  /// - Throws: ``JSONCodingError/notRepresentable(path:reason:)`` beyond ``maximumDepth`` levels.
  package func text(_ layout: Layout = .compact) throws(JSONCodingError) -> String {
    var writer = JSONWriter(layout: layout)
    try writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The compact text, if the parser would read it again.
  ///
  /// - Throws: ``JSONCodingError/notRepresentable(path:reason:)`` for what ``text(_:)`` refuses, and
  ///   for piled marks (``Swift/String/hasPiledMarks``).
  func readableText() throws(JSONCodingError) -> String {
    let text = try text()
    guard !text.hasPiledMarks else {
      throw .notRepresentable(
        path: "", reason: "more than \(String.mostMarks) marks on a character")
    }
    return text
  }
}

/// Appends values to a buffer of UTF-8.
private struct JSONWriter {
  var bytes: [UInt8] = []
  let layout: JSONValue.Layout
  private var depth = 0

  init(layout: JSONValue.Layout) { self.layout = layout }

  mutating func write(_ value: JSONValue) throws(JSONCodingError) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let number): bytes += number.description.utf8
    case .string(let text): write(text)
    case .array(let elements):
      try open("[")
      for (position, element) in elements.enumerated() {
        separate(isFirst: position == 0)
        try write(element)
      }
      close("]", isEmpty: elements.isEmpty)
    case .object(let members):
      try open("{")
      for (position, member) in members.members.enumerated() {
        separate(isFirst: position == 0)
        write(member.name)
        bytes += layout == .compact ? ":".utf8 : ": ".utf8
        try write(member.value)
      }
      close("}", isEmpty: members.isEmpty)
    }
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x08: bytes += "\\b".utf8
      case 0x0C: bytes += "\\f".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case 0..<0x20:
        bytes += "\\u00".utf8
        bytes += (byte < 0x10 ? "0" : "").utf8
        bytes += String(byte, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func open(_ bracket: Unicode.Scalar) throws(JSONCodingError) {
    guard depth < JSONValue.maximumDepth else { throw .tooDeep(path: "") }
    depth += 1
    bytes.append(UInt8(ascii: bracket))
  }

  private mutating func separate(isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    breakLine()
  }

  private mutating func close(_ bracket: Unicode.Scalar, isEmpty: Bool) {
    depth -= 1
    if !isEmpty { breakLine() }
    bytes.append(UInt8(ascii: bracket))
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }
}
