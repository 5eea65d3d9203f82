/// What a parser accepts beyond RFC 8259.
package struct JSONParsingOptions: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// `// line` and `/* block */` comments wherever blanks may stand.
  package static let comments = Self(rawValue: 1)
  /// A comma after the last element or member.
  package static let trailingCommas = Self(rawValue: 2)
  /// A byte order mark before the text.
  package static let byteOrderMark = Self(rawValue: 4)
  /// The dialect of hand-written settings files, "JSON with comments".
  package static let withComments: Self = [.comments, .trailingCommas, .byteOrderMark]
}

extension JSONValue {
  /// Parses a text that is exactly one JSON value (RFC 8259), blanks around it allowed.
  ///
  /// Refused beyond the grammar: nesting deeper than ``maximumDepth``, two members of one name (also
  /// if they differ only in Unicode normalisation), lone surrogates, bytes that are not UTF-8,
  /// piled marks (``Swift/String/hasPiledMarks``).
  ///
  /// - Throws: ``JSONCodingError/malformed(line:column:expected:found:)``.
  package init(
    parsing bytes: some Sequence<UInt8>, options: JSONParsingOptions = []
  ) throws(JSONCodingError) {
    // A typed error does not pass through `withContiguousStorageIfAvailable`; a result does.
    let parse = { (bytes: UnsafeBufferPointer<UInt8>) -> Result<JSONValue, JSONCodingError> in
      Result { () throws(JSONCodingError) in
        var parser = JSONParser(bytes: bytes, options: options)
        return try parser.parseText()
      }
    }
    self = try
      (bytes.withContiguousStorageIfAvailable(parse) ?? Array(bytes).withUnsafeBufferPointer(parse))
      .get()
  }

  /// Parses a text; see ``init(parsing:options:)`` for bytes.
  package init(
    parsing text: String, options: JSONParsingOptions = []
  ) throws(JSONCodingError) {
    try self.init(parsing: text.utf8, options: options)
  }
}

/// A parser over bytes that stay in place while it runs; nesting costs it no stack.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let options: JSONParsingOptions
  var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>, options: JSONParsingOptions) {
    self.bytes = bytes
    self.options = options
  }

  /// The byte at the position, nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func parseText() throws(JSONCodingError) -> JSONValue {
    if options.contains(.byteOrderMark), bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let value = try parseValue()
    try skipBlanks()
    guard next == nil else { throw failure("the end of the text") }
    return value
  }

  /// An array or object whose elements are being read.
  private struct Container {
    let isObject: Bool
    var elements: [JSONValue] = []
    var members = JSONObject()
    /// The name of the member that is being read.
    var name = ""
    var nameStart = 0

    var end: Unicode.Scalar { isObject ? "}" : "]" }
    var value: JSONValue { isObject ? .object(members) : .array(elements) }
  }

  private mutating func parseValue() throws(JSONCodingError) -> JSONValue {
    var open: [Container] = []
    while true {
      try skipBlanks()
      var value: JSONValue
      if next == UInt8(ascii: "{") || next == UInt8(ascii: "[") {
        guard open.count < JSONValue.maximumDepth else {
          throw failure("at most \(JSONValue.maximumDepth) levels of nesting", found: "one more")
        }
        var container = Container(isObject: next == UInt8(ascii: "{"))
        position += 1
        if try !close(container) {
          if container.isObject { try parseName(of: &container) }
          open.append(container)
          continue
        }
        value = container.value
      } else {
        value = try parseScalar()
      }
      // A value may be the last of its container, and that the last of another.
      while true {
        guard let last = open.indices.last else { return value }
        try add(value, to: &open[last])
        if try comma(in: open[last]) {
          if open[last].isObject { try parseName(of: &open[last]) }
          break
        }
        value = open.removeLast().value
      }
    }
  }

  private mutating func parseScalar() throws(JSONCodingError) -> JSONValue {
    switch next {
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte):
      return .number(try parseNumber())
    default: throw failure("a value")
    }
  }

  private mutating func parseWord(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONCodingError) -> JSONValue {
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: letters) else { throw failure("a value") }
    position += letters.count
    return value
  }

  private mutating func parseName(of object: inout Container) throws(JSONCodingError) {
    try skipBlanks()
    object.nameStart = position
    guard next == UInt8(ascii: "\"") else { throw failure("a member name in quotes") }
    object.name = try parseString()
    try skipBlanks()
    guard next == UInt8(ascii: ":") else { throw failure("':'") }
    position += 1
  }

  private func add(
    _ value: JSONValue, to container: inout Container
  ) throws(JSONCodingError) {
    guard container.isObject else { return container.elements.append(value) }
    guard container.members.append(container.name, value) else {
      let shown = "'\(String(container.name.prefix(40)).escapedForDisplay)'"
      let isSame = container.members.names.contains {
        $0.utf8.elementsEqual(container.name.utf8)
      }
      throw failure(
        "another member name",
        found: isSame
          ? "\(shown) again"
          : "\(shown), which differs from an earlier name only in its Unicode normalisation",
        at: container.nameStart)
    }
  }

  /// Steps over the closing bracket, if it is the next thing.
  private mutating func close(_ container: Container) throws(JSONCodingError) -> Bool {
    try skipBlanks()
    guard next == UInt8(ascii: container.end) else { return false }
    position += 1
    return true
  }

  /// Steps over a comma or the closing bracket; true when another element follows.
  private mutating func comma(in container: Container) throws(JSONCodingError) -> Bool {
    if try close(container) { return false }
    guard next == UInt8(ascii: ",") else { throw failure("',' or '\(container.end)'") }
    position += 1
    guard options.contains(.trailingCommas) else { return true }
    return try !close(container)
  }
}
