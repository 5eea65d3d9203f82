/// Writes the members of an object.
struct KeyedTreeEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: PreferenceEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws { encoder.object[key.stringValue] = .null }

  // One generic method meets the requirements for nearly all types.
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    encoder.object[key.stringValue] = try encoder.form(of: value, at: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.child(at: .name(key.stringValue), key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.child(at: .name(key.stringValue), key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.child(at: .name(SuperKey().stringValue), SuperKey())
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.child(at: .name(key.stringValue), key)
  }
}

/// Writes the elements of an array.
struct UnkeyedTreeEncoder: UnkeyedEncodingContainer {
  let encoder: PreferenceEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.array.count }
  private var key: IndexKey { IndexKey(count) }

  func encodeNil() throws { encoder.array.append(.null) }

  func encode<T: Encodable>(_ value: T) throws {
    encoder.array.append(try encoder.form(of: value, at: key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.child(at: .index(count), key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.child(at: .index(count), key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.child(at: .index(count), key) }
}

/// Writes a value that stands for its owner.
struct SingleTreeEncoder: SingleValueEncodingContainer {
  let encoder: PreferenceEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws {
    if encoder.become(.single) { encoder.single = .null }
  }

  func encode<T: Encodable>(_ value: T) throws {
    try encode(try encoder.form(of: value, at: IndexKey?.none))
  }

  func encode(_ form: JSONValue) throws {
    if encoder.become(.single) { encoder.single = form }
  }
}
