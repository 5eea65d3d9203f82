/// Reads the members of an object, or of the default's object where they are missing.
struct KeyedTreeDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: PreferenceDecoder
  private let members: JSONObject
  private let defaults: JSONObject?

  init(decoder: PreferenceDecoder) throws {
    guard case .object(let members) = decoder.node.value else {
      throw decoder.mismatch("an object")
    }
    self.decoder = decoder
    self.members = members
    defaults = decoder.node.defaults?.object
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  // The stored names alone: the default's must not show up in a dictionary or an enum.
  var allKeys: [Key] {
    decoder.node.asked?.noteAll()
    return members.names.compactMap(Key.init(stringValue:))
  }

  func contains(_ key: Key) -> Bool { node(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    try node(key).value.isNull
  }

  // One generic method meets the requirements for nearly all types.
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, key) }

  func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    try decoder.value(type, of: try node(key), at: key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let node = node(key.stringValue), !node.value.isNull else { return nil }
    return try decoder.value(type, of: node, at: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try child(try node(key), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(try node(key), key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    child(node(SuperKey().stringValue) ?? .init(value: .null), SuperKey())
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    child(node(key.stringValue) ?? .init(value: .null), key)
  }

  private func child(_ node: PreferenceDecoder.Node, _ key: some CodingKey) -> PreferenceDecoder {
    PreferenceDecoder(node, path: decoder.path(key), depth: decoder.depth + 1)
  }

  private func node(_ key: Key) throws -> PreferenceDecoder.Node {
    if let node = node(key.stringValue) { return node }
    let reason = JSONReason("expected a member, found none")
    throw DecodingError.keyNotFound(
      key,
      .init(codingPath: codingPath, debugDescription: reason.text, underlyingError: reason))
  }

  private func node(_ name: String) -> PreferenceDecoder.Node? {
    let asked = decoder.node.asked?.member(name)
    let standIn = defaults?[name]
    if let value = members[name] { return .init(value: value, defaults: standIn, asked: asked) }
    return standIn.map { .init(value: $0, defaults: nil, asked: nil) }
  }
}

/// Reads the elements of an array; an element has no default to fill it up.
struct UnkeyedTreeDecoder: UnkeyedDecodingContainer {
  let decoder: PreferenceDecoder
  private let elements: [JSONValue]
  private(set) var currentIndex = 0

  init(decoder: PreferenceDecoder) throws {
    guard case .array(let elements) = decoder.node.value else { throw decoder.mismatch("a list") }
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try node(Never.self).value.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

  mutating func value<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try decoder.value(type, of: try node(type), at: IndexKey(currentIndex))
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try child().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try child().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try child()
    currentIndex += 1
    return decoder
  }

  private func child() throws -> PreferenceDecoder {
    PreferenceDecoder(
      try node(PreferenceDecoder.self), path: decoder.path(IndexKey(currentIndex)),
      depth: decoder.depth + 1)
  }

  private func node(_ type: any Any.Type) throws -> PreferenceDecoder.Node {
    guard !isAtEnd else {
      throw decoder.missing(
        type, "another element", found: "the end of the list", at: IndexKey(currentIndex))
    }
    return .init(value: elements[currentIndex], defaults: nil, asked: nil)
  }
}

/// Reads a value that stands for its owner.
struct SingleTreeDecoder: SingleValueDecodingContainer {
  let decoder: PreferenceDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.node.value.isNull }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

  func value<T: Decodable>(_ type: T.Type) throws -> T {
    try decoder.value(type, of: decoder.node, at: IndexKey?.none)
  }
}

extension PreferenceDecoder {
  fileprivate func mismatch(_ expected: String) -> DecodingError {
    node.value.isNull
      ? missing(JSONValue.self, expected, at: IndexKey?.none)
      : error(JSONValue.self, .expected(expected, found: node.value), at: IndexKey?.none)
  }
}
