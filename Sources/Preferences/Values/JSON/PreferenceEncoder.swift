/// Encodes a value into a tree, with `null` for a nil member: "nil" is not "a member from before".
///
/// Dictionaries and sets are written in a fixed order, so that equal values have equal texts.
/// One encoder stands for one value; it hands out containers that write into it.
package final class PreferenceEncoder: Encoder {
  enum Content { case nothing, single, array, object }

  private(set) var content = Content.nothing
  var single = JSONValue.null
  var array: [JSONValue] = []
  var object = JSONObject()
  /// Encoders of containers and supers that were handed out; their values are asked for last.
  private var children: [(place: Place, encoder: PreferenceEncoder)] = []
  /// Why and where a call failed that cannot throw; thrown at the end. Not the error: it holds this encoder.
  private var failure: (reason: JSONReason, path: CodingPath?)?
  let path: CodingPath?
  let depth: Int

  enum Place { case index(Int), name(String) }

  init(path: CodingPath? = nil, depth: Int = 1) {
    self.path = path
    self.depth = depth
  }

  package var codingPath: [any CodingKey] { path.keys }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The tree of a value.
  ///
  /// - Throws: `EncodingError`, and what the value's own `encode(to:)` throws.
  package static func tree(of value: some Encodable) throws -> JSONValue {
    try PreferenceEncoder(depth: 0).form(of: value, at: IndexKey?.none)
  }

  /// The tree of a value that stands below this one, or in its place when there is no key.
  func form<T: Encodable>(of value: T, at key: (some CodingKey)?) throws -> JSONValue {
    if let value = value as? any PreferenceJSONConvertible {
      do { return try value.jsonForm() } catch { throw self.error(value, error, at: key) }
    }
    guard depth < JSONValue.maximumDepth else { throw error(value, .tooDeep, at: key) }
    let encoder = PreferenceEncoder(path: path(key), depth: depth + 1)
    try value.encode(to: encoder)
    let form = try encoder.finish()
    switch form {
    case .null where (value as? any SomeOrNone)?.isSome == true:
      throw error(value, JSONReason("a nil inside a value that is not nil"), at: key)
    case .array(let elements) where elements.count > 1:
      return (T.self as? any UnorderedForm.Type)?.ordered(elements) ?? form
    case .object(let members) where members.count > 1:
      return (T.self as? any UnorderedForm.Type)?.ordered(members) ?? form
    default: return form
    }
  }

  func finish() throws -> JSONValue {
    if let failure { throw error(self, failure.reason, at: failure.path) }
    for child in children {
      switch child.place {
      case .index(let index): array[index] = try child.encoder.finish()
      case .name(let name): object[name] = try child.encoder.finish()
      }
    }
    switch content {
    case .single: return single
    case .array: return .array(array)
    case .object, .nothing: return .object(object)
    }
  }

  /// Makes this an array, object or single value; false, and a failure, when it is another already.
  @discardableResult
  func become(_ new: Content) -> Bool {
    if content == .nothing || content == new && new != .single {
      content = new
    } else if failure == nil {
      failure = (JSONReason("encoded in two ways at once"), path)
    }
    return content == new
  }

  /// An encoder that fills a place of this one, now a placeholder, at the end.
  func child(at place: Place, _ key: some CodingKey) -> PreferenceEncoder {
    if case .name(let name) = place,
      let known = children.last(where: { if case .name(name) = $0.place { true } else { false } })
    {
      return known.encoder
    }
    guard depth < JSONValue.maximumDepth else {
      // Not kept: a chain without end would overflow the stack when it is freed.
      if failure == nil { failure = (.tooDeep, path(key)) }
      return PreferenceEncoder(path: path, depth: depth)
    }
    let child = PreferenceEncoder(path: path(key), depth: depth + 1)
    switch place {
    case .index: array.append(.null)
    case .name(let name): object[name] = .null
    }
    children.append((place, child))
    return child
  }

  func error(_ value: Any, _ reason: JSONReason, at key: (some CodingKey)?) -> EncodingError {
    error(value, reason, at: path(key))
  }

  private func error(_ value: Any, _ reason: JSONReason, at path: CodingPath?) -> EncodingError {
    .invalidValue(
      value, .init(codingPath: path.keys, debugDescription: reason.text, underlyingError: reason))
  }

  private func path(_ key: (some CodingKey)?) -> CodingPath? {
    if let key { CodingPath(path, key) } else { path }
  }
}

extension PreferenceEncoder {
  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    become(.object)
    return KeyedEncodingContainer(KeyedTreeEncoder<Key>(encoder: self))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    become(.array)
    return UnkeyedTreeEncoder(encoder: self)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleTreeEncoder(encoder: self)
  }
}

/// How an optional tells whether it holds something, whatever its type.
private protocol SomeOrNone { var isSome: Bool { get } }
extension Optional: SomeOrNone { fileprivate var isSome: Bool { self != nil } }
