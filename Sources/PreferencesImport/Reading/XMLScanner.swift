import Preferences

/// Reads an XML 1.0 document piece by piece and checks that it is well-formed.
///
/// Own code because `XMLParser` on Linux drops entities and the text after them in silence, reports
/// success for cut-off documents, refuses texts above 10 MB and costs 8 ms at every start. What
/// settings files do not need is refused by name: declarations inside the document type (and with
/// them every entity but the five of XML), and encodings other than UTF-8 and UTF-16.
package struct XMLScanner {
  /// A piece of the document.
  package enum Event: Equatable, Sendable {
    case start(String, attributes: [String: String])
    case end(String)
    /// Characters with references resolved and line ends as LF; a comment splits them in two.
    case text(String)
  }

  /// How deep elements may nest.
  package static let maximumDepth = 1000

  let bytes: [UInt8]
  var offset = 0
  /// Where the last event began.
  package private(set) var eventOffset = 0
  private var open: [String] = []
  private var closesItself = false
  private var sawRoot = false

  /// A scanner over the bytes of a whole document.
  ///
  /// - Throws: ``ImportError`` for bytes that are no text.
  package init(_ document: [UInt8]) throws(ImportError) {
    bytes = try TextEncoding.utf8(document)
    try checkDeclaration(isUTF16: document.first == 0xFE || document.first == 0xFF)
  }

  /// The next piece, or nil at the end of the document.
  ///
  /// - Throws: ``ImportError`` with line and column.
  package mutating func next() throws(ImportError) -> Event? {
    if closesItself, let name = open.popLast() {
      closesItself = false
      return .end(name)
    }
    while offset < bytes.count {
      eventOffset = offset
      if take("<!--") {
        try skipComment()
      } else if take("<?") {
        try skipInstruction()
      } else if open.isEmpty {
        if try skipOutside() { return try startTag() }
      } else if take("</") {
        return try endTag()
      } else if bytes[offset] == UInt8(ascii: "<"), !looks(at: "<![CDATA[") {
        return try startTag()
      } else {
        return .text(try characters())
      }
    }
    eventOffset = offset
    if let name = open.last { throw unexpectedEnd("</\(name)>") }
    guard sawRoot else { throw unexpectedEnd("an element") }
    return nil
  }

  /// White space, or the document type; true before the root element.
  private mutating func skipOutside() throws(ImportError) -> Bool {
    if bytes[offset].isXMLSpace {
      skipSpace()
      return false
    }
    let expected = sawRoot ? "the end of the document" : "an element"
    guard bytes[offset] == UInt8(ascii: "<") else { throw error(expected, found: foundHere) }
    if take("<!DOCTYPE") {
      try skipDocumentType()
      return false
    }
    guard !sawRoot else { throw error(expected, found: foundHere) }
    sawRoot = true
    return true
  }

  // MARK: Tags

  private mutating func startTag() throws(ImportError) -> Event {
    offset += 1
    let name = try self.name()
    var attributes: [String: String] = [:]
    while true {
      let hadSpace = skipSpace()
      if take(">") { break }
      if take("/>") {
        closesItself = true
        break
      }
      guard hadSpace else { throw error("white space, '>' or '/>' in a tag", found: foundHere) }
      let place = offset
      let attribute = try self.name()
      skipSpace()
      guard take("=") else { throw error("'=' after an attribute name", found: foundHere) }
      skipSpace()
      let value = try literal { scanner, quote throws(ImportError) in
        try scanner.attributeCharacters(quote)
      }
      guard attributes.updateValue(value, forKey: attribute) == nil else {
        offset = place
        throw error("each attribute once", found: "\(attribute.quotedForMessage) twice")
      }
    }
    guard open.count < Self.maximumDepth else {
      throw error("at most \(Self.maximumDepth) levels", found: "a deeper one", kind: .tooLarge)
    }
    open.append(name)
    return .start(name, attributes: attributes)
  }

  private mutating func endTag() throws(ImportError) -> Event {
    let name = try self.name()
    skipSpace()
    guard take(">") else { throw error("'>' after </\(name)", found: foundHere) }
    let expected = open.popLast() ?? ""
    guard expected.utf8.elementsEqual(name.utf8) else {
      offset = eventOffset
      throw error("</\(expected)>", found: "</\(name.escapedForDisplay)>")
    }
    return .end(name)
  }

  // MARK: What is skipped

  /// The XML declaration, whose encoding must be the one that the bytes have.
  private mutating func checkDeclaration(isUTF16: Bool) throws(ImportError) {
    guard looks(at: "<?xml"), offset + 5 < bytes.count, bytes[offset + 5].isXMLSpace else { return }
    let end = bytes.firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
    let declaration = String(decoding: bytes[..<end], as: UTF8.self)
    guard let range = declaration.utf8.firstRange(of: "encoding".utf8) else { return }
    let value = declaration.utf8[range.upperBound...].drop { $0.isXMLSpace || $0 == 0x3D }
    guard let quote = value.first else { return }
    let encoding = String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    let known = isUTF16 ? ["utf-16"] : ["utf-8", "us-ascii", "ascii"]
    guard known.contains(encoding.lowercased()) else {
      throw error(
        "the encoding UTF-8, or UTF-16 with a byte-order mark",
        found: "the encoding \(encoding.quotedForMessage)")
    }
  }

  private mutating func skipComment() throws(ImportError) {
    try skip(past: "--", of: "a comment")
    guard take(">") else { throw error("no '--' inside a comment", found: "one") }
  }

  private mutating func skipInstruction() throws(ImportError) {
    let target = try name()
    guard target.lowercased() != "xml" || eventOffset == 0 else {
      throw error("the XML declaration at the start only", found: "a later one")
    }
    try skip(past: "?>", of: "a processing instruction")
  }

  private mutating func skipDocumentType() throws(ImportError) {
    guard !sawRoot, skipSpace() else {
      throw error("a document type before the root", found: "<!DOCTYPE")
    }
    _ = try name()
    while true {
      skipSpace()
      if take(">") { return }
      guard offset < bytes.count else { throw unexpectedEnd("the end of <!DOCTYPE") }
      switch bytes[offset] {
      case UInt8(ascii: "["):
        throw error("a document type without declarations of its own", found: "'['")
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        _ = try literal { scanner, quote throws(ImportError) in
          try scanner.skip(upTo: quote)
        }
      default: _ = try name()
      }
    }
  }

  /// A text in quotes; the body reads up to the quote.
  private mutating func literal<Value>(
    _ body: (inout Self, UInt8) throws(ImportError) -> Value
  ) throws(ImportError) -> Value {
    guard offset < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[offset])
    else { throw error("a quoted text", found: foundHere) }
    let quote = bytes[offset]
    offset += 1
    let value = try body(&self, quote)
    guard offset < bytes.count else { throw unexpectedEnd("a closing quote") }
    offset += 1
    return value
  }
}
