// The protocol's own versions of these would leave a nil out, and they come before the generic
// one. The other requirements for single types are met by the generic methods, except those for
// 128 bits, whose own versions throw.
extension KeyedTreeEncoder {
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try put(value, key) }

  private func put<T: Encodable>(_ value: T?, _ key: Key) throws {
    guard let value else { return try encodeNil(forKey: key) }
    let form = try encoder.form(of: value, at: key)
    if form.isNull {
      throw encoder.error(value, JSONReason("a nil inside a value that is not nil"), at: key)
    }
    encoder.object[key.stringValue] = form
  }
}

extension KeyedTreeEncoder {
  func encode(_ value: Int128, forKey key: Key) throws {
    encoder.object[key.stringValue] = value.jsonForm()
  }
  func encode(_ value: UInt128, forKey key: Key) throws {
    encoder.object[key.stringValue] = value.jsonForm()
  }
}

extension UnkeyedTreeEncoder {
  func encode(_ value: Int128) throws { encoder.array.append(value.jsonForm()) }
  func encode(_ value: UInt128) throws { encoder.array.append(value.jsonForm()) }
}

extension SingleTreeEncoder {
  func encode(_ value: Int128) throws { try encode(value.jsonForm()) }
  func encode(_ value: UInt128) throws { try encode(value.jsonForm()) }
}

extension KeyedTreeDecoder {
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key) }
}

extension UnkeyedTreeDecoder {
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }
}

extension SingleTreeDecoder {
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }
}
