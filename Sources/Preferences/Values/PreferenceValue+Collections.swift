extension PreferenceValue {
  /// Tag `json`: a list of the elements in their JSON form.
  public static var preferenceArrayCodec: PreferenceCodec<[Self]> {
    let element = preferenceCodec
    return PreferenceCodec(
      .json,
      encode: { (values) throws(CodecError) in
        var list: [JSONValue] = []
        for value in values { list.append(try element.encode(value, nil).json()) }
        return .text(try StoredValue.text(of: .array(list)))
      },
      decode: { (storage) throws(CodecError) in
        guard case .text(let text) = storage, let list = try StoredValue.parsed(text).array else {
          throw .unreadable("expected a JSON list")
        }
        var values: [Self] = []
        values.reserveCapacity(list.count)
        for json in list {
          let stored = try StoredValue(json: json, as: element.storedType)
          values.append(try element.decode(stored, { nil }))
        }
        return values
      })
  }
}

extension Array: PreferenceValue where Element: PreferenceValue {
  /// Tag `json`, a list; bytes are tag `data`.
  public static var preferenceCodec: PreferenceCodec<[Element]> { Element.preferenceArrayCodec }
}

extension Dictionary: PreferenceValue where Key == String, Value: PreferenceValue {
  /// Tag `json`: an object whose members are in the order of their names.
  public static var preferenceCodec: PreferenceCodec<[String: Value]> {
    let element = Value.preferenceCodec
    return PreferenceCodec(
      .json,
      encode: { (values) throws(CodecError) in
        var object = JSONObject()
        // Sorted, so that equal dictionaries are equal texts.
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
          object[name] = try element.encode(value, nil).json()
        }
        return .text(try StoredValue.text(of: .object(object)))
      },
      decode: { (storage) throws(CodecError) in
        guard case .text(let text) = storage, let object = try StoredValue.parsed(text).object
        else { throw .unreadable("expected a JSON object") }
        var values: [String: Value] = [:]
        for (name, json) in object {
          let stored = try StoredValue(json: json, as: element.storedType)
          values[name] = try element.decode(stored, { nil })
        }
        return values
      })
  }
}
