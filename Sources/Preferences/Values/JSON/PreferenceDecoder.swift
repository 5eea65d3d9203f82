/// Decodes a value from a tree; a member that is missing is taken from the tree of the default.
package final class PreferenceDecoder: Decoder {
  /// What there is at a place of the tree.
  struct Node {
    var value: JSONValue
    /// The default of the same place: its members stand in for missing ones.
    var defaults: JSONValue?
    /// Where to note the members that are asked for, if anybody wants to know.
    var asked: AskedMembers?
  }

  let node: Node
  let path: CodingPath?
  let depth: Int

  init(_ node: Node, path: CodingPath? = nil, depth: Int = 1) {
    self.node = node
    self.path = path
    self.depth = depth
  }

  package var codingPath: [any CodingKey] { path.keys }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Decodes a value of a type.
  ///
  /// - Throws: `DecodingError`, and what the type's own `init(from:)` throws.
  package static func value<T: Decodable>(
    _ type: T.Type, from tree: JSONValue, defaults: JSONValue?
  ) throws -> T {
    try value(type, from: Node(value: tree, defaults: defaults))
  }

  static func value<T: Decodable>(_ type: T.Type, from node: Node) throws -> T {
    try PreferenceDecoder(node, depth: 0).value(type, of: node, at: IndexKey?.none)
  }

  /// The value of a node that stands below this one, or in its place when there is no key.
  func value<T: Decodable>(
    _ type: T.Type, of node: Node, at key: (some CodingKey)?
  ) throws -> T {
    if let type = type as? any PreferenceJSONConvertible.Type,
      let value = try converted(type, node.value, at: key) as? T
    {
      return value
    }
    guard depth < JSONValue.maximumDepth else { throw error(type, .tooDeep, at: key) }
    do {
      return try T(from: PreferenceDecoder(node, path: path(key), depth: depth + 1))
    } catch DecodingError.dataCorrupted(let context)
      where !(context.underlyingError is JSONReason)
    {
      // Raised by the type itself, such as a raw value that no case has; its text may show the value.
      let reason = JSONReason("expected \(T.self), found \(node.value.kind) that is not one")
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: context.codingPath, debugDescription: context.debugDescription,
          underlyingError: reason))
    }
  }

  private func converted<C: PreferenceJSONConvertible>(
    _ type: C.Type, _ value: JSONValue, at key: (some CodingKey)?
  ) throws -> C {
    if value.isNull { throw missing(type, "a value", at: key) }
    do { return try C(jsonForm: value) } catch { throw self.error(type, error, at: key) }
  }

  func error(_ type: any Any.Type, _ reason: JSONReason, at key: (some CodingKey)?) -> DecodingError
  {
    .typeMismatch(
      type,
      .init(codingPath: path(key).keys, debugDescription: reason.text, underlyingError: reason))
  }

  func missing(
    _ type: any Any.Type, _ expected: String, found: String = "null", at key: (some CodingKey)?
  ) -> DecodingError {
    let reason = JSONReason("expected \(expected), found \(found)")
    return .valueNotFound(
      type,
      .init(codingPath: path(key).keys, debugDescription: reason.text, underlyingError: reason))
  }

  func path(_ key: (some CodingKey)?) -> CodingPath? {
    if let key { CodingPath(path, key) } else { path }
  }
}

extension PreferenceDecoder {
  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try KeyedTreeDecoder<Key>(decoder: self))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedTreeDecoder(decoder: self)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleTreeDecoder(decoder: self)
  }
}
