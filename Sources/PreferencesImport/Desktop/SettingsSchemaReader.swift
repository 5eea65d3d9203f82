/// Reads a `.gschema.xml` file (GLib, `gio/gschema.dtd`); elements that it does not know are skipped.
struct SettingsSchemaReader {
  private var scanner: XMLScanner
  /// The nicks of the enumerations and flags, by their id.
  private(set) var nicks: [String: [String]] = [:]
  private(set) var schemas: [SettingsSchema] = []
  private var schema: SettingsSchema?
  private var key: SettingsSchema.Key?
  private var isOverride = false
  private var keyCount = 0
  private var vocabulary: String?
  private var text = ""

  /// The most keys of a file, and the most values of an enumeration: each default is looked up
  /// among the values.
  static let maximumKeys = 10_000
  static let maximumNicks = 1000

  /// The root element of such a file.
  static let root = "schemalist"

  /// The declarations in the bytes of a whole file.
  ///
  /// - Throws: ``ImportError`` with line and column.
  static func read(_ bytes: [UInt8]) throws(ImportError) -> SettingsSchemaReader {
    var reader = SettingsSchemaReader(scanner: try XMLScanner(bytes))
    while let event = try reader.scanner.next() {
      switch event {
      case .start(let name, let attributes): try reader.start(name, attributes)
      case .end(let name):
        reader.text = try reader.scanner.checked(reader.text)
        reader.end(name)
      case .text(let text): reader.text += text
      }
    }
    return reader
  }

  private init(scanner: XMLScanner) { self.scanner = scanner }

  private mutating func start(
    _ name: String, _ attributes: [String: String]
  ) throws(ImportError) {
    text = ""
    switch name {
    case "enum", "flags":
      let id = try attribute("id", attributes, of: name)
      vocabulary = id
      nicks[id] = []
    case "value":
      guard let vocabulary else { break }
      let nick = try attribute("nick", attributes, of: name)
      nicks[vocabulary]?.append(nick)
      try check(nicks[vocabulary]?.count ?? 0, Self.maximumNicks, "values in an enumeration")
    case "schema":
      schema = SettingsSchema(id: try attribute("id", attributes, of: name))
      schema?.path = attributes["path"]
      schema?.extends = attributes["extends"]
    case "key", "override":
      key = SettingsSchema.Key(name: try attribute("name", attributes, of: name))
      key?.type = attributes["type"]
      key?.enumeration = attributes["enum"]
      key?.flags = attributes["flags"]
      isOverride = name == "override"
      keyCount += 1
      try check(keyCount, Self.maximumKeys, "keys")
    case "range":
      key?.minimum = attributes["min"]
      key?.maximum = attributes["max"]
    case "choice":
      let value = try attribute("value", attributes, of: name)
      key?.choices.append(value)
    case "alias":
      let value = try attribute("value", attributes, of: name)
      let target = try attribute("target", attributes, of: name)
      key?.aliases.append((value, target))
    default: break
    }
  }

  private mutating func end(_ name: String) {
    switch name {
    case "enum", "flags": vocabulary = nil
    case "default": key?.defaultText = text
    case "summary":
      let words = words
      key?.summary = words
    case "description":
      let words = words
      key?.details = words
    case "override" where isOverride:
      key?.defaultText = text
      finishKey()
    case "key" where !isOverride: finishKey()
    case "schema":
      if let schema { schemas.append(schema) }
      schema = nil
    default: break
    }
    text = ""
  }

  private mutating func finishKey() {
    guard let key else { return }
    if isOverride { schema?.overrides.append(key) } else { schema?.keys.append(key) }
    self.key = nil
    isOverride = false
  }

  /// The text with one blank between words, as documentation is shown; nil if there is none.
  private var words: String? {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private func check(
    _ count: Int, _ limit: Int, _ what: String
  ) throws(ImportError) {
    guard count > limit else { return }
    throw ImportError(
      .tooLarge, at: .line(of: scanner.eventOffset, in: scanner.bytes),
      expected: "at most \(limit) \(what)", found: "more")
  }

  private func attribute(
    _ name: String, _ attributes: [String: String], of element: String
  ) throws(ImportError) -> String {
    guard let value = attributes[name] else {
      throw ImportError(
        .malformed, at: .line(of: scanner.eventOffset, in: scanner.bytes),
        expected: "the attribute '\(name)' in <\(element)>", found: "none")
    }
    return value
  }
}
