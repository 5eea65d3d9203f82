extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral {
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A number such as `3`.
  public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  /// A number such as `3.5`; a literal beyond the range of doubles is `null`.
  public init(floatLiteral value: Double) { self = JSONNumber(value).map(Self.number) ?? .null }
}

extension JSONValue: ExpressibleByStringInterpolation {
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; of two members with one name the last holds.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Members in order; of two with one name the last holds.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
