/// Reads XML property lists strictly: what Foundation guesses, drops or merges is an error here.
package struct XMLPropertyListReader {
  private struct Container {
    var isDictionary: Bool
    var keys: [String] = []
    var values: [PropertyList] = []
    var seen: Set<[UInt8]> = []
    /// A key was read whose value has not come yet.
    var awaitsValue: Bool { keys.count > values.count }
    /// In a dictionary, nothing but a key may come next.
    var awaitsKey: Bool { isDictionary && !awaitsValue }
  }

  private var scanner: XMLScanner
  private var containers: [Container] = []
  private var result: PropertyList?

  /// The property list in the bytes of a whole file.
  ///
  /// - Throws: ``ImportError`` with line and column.
  package static func read(_ bytes: [UInt8]) throws(ImportError) -> PropertyList {
    var reader = XMLPropertyListReader(scanner: try XMLScanner(bytes))
    try reader.readRoot()
    while try reader.readNext() {}
    guard let result = reader.result else {
      throw reader.error("a value in <plist>", found: "none")
    }
    return result
  }

  private init(scanner: XMLScanner) { self.scanner = scanner }

  private mutating func readRoot() throws(ImportError) {
    guard case .start(let root, _) = try scanner.next(), root != "plist" else { return }
    throw error(
      "a property list, with the root element <plist>", found: FileFormat.document(root: root),
      .unknownFormat)
  }

  /// Handles one event; false at the end of the document.
  private mutating func readNext() throws(ImportError) -> Bool {
    switch try scanner.next() {
    case nil: return false
    case .text(let text):
      guard text.utf8.allSatisfy(\.isXMLSpace) else {
        throw error("an element", found: "the text \(text.quotedForMessage)")
      }
    case .start(let name, _): try start(name)
    case .end("plist"): break
    case .end: try finishContainer()
    }
    return true
  }

  private mutating func start(_ name: String) throws(ImportError) {
    if name == "key" { return try startKey() }
    try checkPlaceForValue(name)
    switch name {
    case "array": try push(Container(isDictionary: false))
    case "dict": try push(Container(isDictionary: true))
    default:
      let place = scanner.eventOffset
      let content = try text(in: name)
      switch XMLPropertyListScalar.value(of: name, content) {
      case .success(let value): add(value)
      case .failure(let problem):
        throw ImportError(
          .malformed, at: .line(of: place, in: scanner.bytes), expected: problem.expected,
          found: problem.found)
      }
    }
  }

  private mutating func startKey() throws(ImportError) {
    // A copy of the container in a variable would let each insertion below copy all its keys.
    guard containers.last?.awaitsKey == true else {
      throw error("a value", found: "<key>")
    }
    let place = scanner.eventOffset
    let key = try text(in: "key")
    guard containers[containers.count - 1].seen.insert(Array(key.utf8)).inserted else {
      throw ImportError(
        .malformed, at: .line(of: place, in: scanner.bytes),
        expected: "each key once in a dictionary", found: "\(key.quotedForMessage) twice")
    }
    containers[containers.count - 1].keys.append(key)
  }

  private func checkPlaceForValue(_ name: String) throws(ImportError) {
    if containers.last?.awaitsKey == true {
      throw error("<key> or </dict>", found: "<\(name)>")
    }
    guard !containers.isEmpty || result == nil else {
      throw error("one value in <plist>", found: "a second one, <\(name)>")
    }
  }

  private mutating func push(_ container: Container) throws(ImportError) {
    guard containers.count < PropertyList.maximumDepth else {
      throw error("at most \(PropertyList.maximumDepth) levels", found: "a deeper one", .tooLarge)
    }
    containers.append(container)
  }

  private mutating func finishContainer() throws(ImportError) {
    guard let container = containers.popLast() else { return }
    guard container.isDictionary else { return add(.array(container.values)) }
    if container.awaitsValue, let key = container.keys.last {
      throw error("a value for the key \(key.quotedForMessage)", found: "</dict>")
    }
    let members = zip(container.keys, container.values).map(PropertyList.Member.init)
    // The outermost dictionary is a domain, whatever its keys.
    let uid = containers.isEmpty ? nil : Self.uid(members)
    add(uid.map(PropertyList.uid) ?? .dictionary(members))
  }

  private static func uid(_ members: [PropertyList.Member]) -> UInt64? {
    guard members.count == 1, members[0].key == "CF$UID" else { return nil }
    switch members[0].value {
    case .integer(let value): return UInt64(exactly: value)
    case .unsigned(let value): return value
    default: return nil
    }
  }

  private mutating func add(_ value: PropertyList) {
    if containers.isEmpty {
      result = value
    } else {
      containers[containers.count - 1].values.append(value)
    }
  }

  /// The text up to the end of an element that holds nothing else.
  private mutating func text(in name: String) throws(ImportError) -> String {
    var content = ""
    while true {
      switch try scanner.next() {
      case .text(let text): content += text
      case .start(let inner, _): throw error("text and </\(name)>", found: "<\(inner)>")
      case .end, nil: return try scanner.checked(content)
      }
    }
  }

  private func error(
    _ expected: String, found: String, _ kind: ImportError.Kind = .malformed
  ) -> ImportError {
    ImportError(
      kind, at: .line(of: scanner.eventOffset, in: scanner.bytes), expected: expected, found: found)
  }
}
