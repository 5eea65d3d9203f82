import Preferences

/// What a file is, judged by its content alone.
public enum FileFormat: Hashable, Sendable, CustomStringConvertible {
  /// `bplist00`.
  case binaryPropertyList
  /// An XML document; whether it is a property list is seen at its root element.
  case xml
  /// JSON text, with comments or without, the export of this package included.
  case json
  /// Anything that cannot be imported: what it looks like, for a message.
  case other(String)

  /// What it is, for messages.
  public var description: String {
    switch self {
    case .binaryPropertyList: "a binary property list"
    case .xml: "an XML document"
    case .json: "JSON"
    case .other(let looks): looks
    }
  }

  /// The format of a whole file.
  public static func detect(_ bytes: [UInt8]) -> FileFormat {
    if bytes.isEmpty { return .other("an empty file") }
    for (magic, format) in magics where bytes.starts(with: magic) { return format }
    guard let text = try? TextEncoding.utf8(bytes) else { return .other("binary data") }
    // NUL is legal UTF-8, but no text file has it.
    if text.prefix(4096).contains(0) { return .other("binary data") }
    return detect(text: text[...])
  }

  /// What an XML document with another root than `plist` is, for messages.
  static func document(root: String) -> String {
    let known = [
      "schemalist": "a GSettings schema", "svg": "an SVG picture", "html": "a web page",
      "resources": "an Android resource file", "xliff": "a translation file",
    ]
    let name = "an XML document with the root element <\(root.escapedForDisplay)>"
    return known[root].map { "\($0), \(name)" } ?? name
  }

  private static let magics: [([UInt8], FileFormat)] = [
    (Array("bplist00".utf8), .binaryPropertyList),
    (Array("bplist".utf8), .other("a binary property list of an unpublished version")),
    (Array("SQLite format 3\0".utf8), .other("an SQLite database")),
    ([4, 11] + Array("streamtyped".utf8), .other("a typedstream, the archive of NSArchiver")),
    ([4, 11] + Array("typedstream".utf8), .other("a typedstream, the archive of NSArchiver")),
    (Array("GVariant".utf8), .other("a binary dconf database (make a text of it with dconf dump)")),
    (Array("raVGtnai".utf8), .other("a binary dconf database (make a text of it with dconf dump)")),
    (Array("PK\u{3}\u{4}".utf8), .other("a ZIP archive")),
    ([0x1F, 0x8B], .other("a gzip file")),
    ([0x89] + Array("PNG".utf8), .other("a PNG picture")),
    (Array("ASEF".utf8), .other("an Adobe swatch file")),
  ]

  private static func detect(text: ArraySlice<UInt8>) -> FileFormat {
    let body = afterComments(text).trimmedXMLSpace
    guard let first = body.first else { return .other("a file of white space or comments") }
    switch first {
    case UInt8(ascii: "<"): return .xml
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "\""):
      return structured(body, first: first)
    default:
      let isJSON =
        [Array("true".utf8), Array("false".utf8), Array("null".utf8)].contains(Array(body))
        || body.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
      return isJSON ? .json : desktopText(body) ?? .other("plain text")
    }
  }

  /// The text after the comments at its start, if any.
  private static func afterComments(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = text.drop(while: \.isXMLSpace)
    while rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8) {
      let isLine = rest.starts(with: "//".utf8)
      rest = rest.dropFirst(2)
      while !rest.isEmpty, isLine ? rest.first != 0x0A : !rest.starts(with: "*/".utf8) {
        rest = rest.dropFirst()
      }
      rest = rest.dropFirst(isLine ? 1 : 2).drop(while: \.isXMLSpace)
    }
    return rest
  }

  /// JSON, an old-style property list or a key file, which share their brackets.
  private static func structured(_ body: ArraySlice<UInt8>, first: UInt8) -> FileFormat {
    let oldStyle = FileFormat.other("an old-style (OpenStep) property list; plutil makes XML of it")
    var inside = body.dropFirst().drop(while: \.isXMLSpace)
    switch first {
    case UInt8(ascii: "("): return oldStyle
    case UInt8(ascii: "["):
      let line = body.prefix { $0 != UInt8(ascii: "\n") }.trimmedXMLSpace
      let starts = inside.first.map { $0.isDigit || "-\"{[]tfn".utf8.contains($0) } ?? true
      let isKeyFile = line.last == UInt8(ascii: "]") && line.count > 2 && line.count < body.count
      return starts && !(isKeyFile && isWord(line))
        ? .json
        : .keyFile
    case UInt8(ascii: "\""): inside = body
    default: break
    }
    // `{ "a" = 1; }` against `{"a": 1}`, `{ a = 1; }` against `{}`.
    if inside.first == UInt8(ascii: "\"") {
      var isEscaped = false
      let end = inside.dropFirst().firstIndex { byte in
        defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
        return byte == UInt8(ascii: "\"") && !isEscaped
      }
      let next = end.map { inside[($0 + 1)...].drop(while: \.isXMLSpace).first }
      return next == UInt8(ascii: "=") ? oldStyle : .json
    }
    let word = inside.prefix { !$0.isXMLSpace && $0 != UInt8(ascii: "=") }
    let next = inside[word.endIndex...].drop(while: \.isXMLSpace).first
    return next == UInt8(ascii: "=") && !word.isEmpty ? oldStyle : .json
  }

  /// Whether a line is a bracketed word such as `[Desktop Entry]`, which no JSON text is.
  private static func isWord(_ line: ArraySlice<UInt8>) -> Bool {
    let word = line.dropFirst().dropLast()
    return !["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
      && !word.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") }
      && word.contains { !$0.isDigit && !"+-.eE[]{}".utf8.contains($0) }
  }
}
