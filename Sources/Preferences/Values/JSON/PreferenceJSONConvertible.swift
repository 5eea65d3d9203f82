/// A type with a JSON form of its own, in place of what its `Codable` conformance would write.
///
/// The coders look for it before they call `encode(to:)` and `init(from:)`.
package protocol PreferenceJSONConvertible {
  /// The JSON form.
  ///
  /// - Throws: the reason, for a value that has none, such as NaN.
  func jsonForm() throws(JSONReason) -> JSONValue

  /// A value from its JSON form, which is never null.
  ///
  /// - Throws: what was expected and found.
  init(jsonForm: JSONValue) throws(JSONReason)
}

extension Bool: PreferenceJSONConvertible {
  package func jsonForm() -> JSONValue { .bool(self) }
  package init(jsonForm: JSONValue) throws(JSONReason) {
    guard case .bool(let value) = jsonForm else { throw .expected("a Boolean", found: jsonForm) }
    self = value
  }
}

extension String: PreferenceJSONConvertible {
  package func jsonForm() -> JSONValue { .string(self) }
  package init(jsonForm: JSONValue) throws(JSONReason) {
    guard case .string(let value) = jsonForm else { throw .expected("text", found: jsonForm) }
    self = value
  }
}

extension PreferenceJSONConvertible where Self: FixedWidthInteger {
  package func jsonForm() -> JSONValue { .number(JSONNumber(self)) }
  package init(jsonForm: JSONValue) throws(JSONReason) {
    guard case .number(let number) = jsonForm else { throw .expected("a number", found: jsonForm) }
    guard let value = number.integer(Self.self) else {
      throw JSONReason("expected an integer from \(Self.min) to \(Self.max), found another number")
    }
    self = value
  }
}

extension Int: PreferenceJSONConvertible {}
extension Int8: PreferenceJSONConvertible {}
extension Int16: PreferenceJSONConvertible {}
extension Int32: PreferenceJSONConvertible {}
extension Int64: PreferenceJSONConvertible {}
extension Int128: PreferenceJSONConvertible {}
extension UInt: PreferenceJSONConvertible {}
extension UInt8: PreferenceJSONConvertible {}
extension UInt16: PreferenceJSONConvertible {}
extension UInt32: PreferenceJSONConvertible {}
extension UInt64: PreferenceJSONConvertible {}
extension UInt128: PreferenceJSONConvertible {}

extension Double: PreferenceJSONConvertible {
  package func jsonForm() throws(JSONReason) -> JSONValue {
    guard let number = JSONNumber(self) else { throw .notFinite(isNaN: isNaN) }
    return .number(number)
  }
  package init(jsonForm: JSONValue) throws(JSONReason) {
    guard case .number(let number) = jsonForm else { throw .expected("a number", found: jsonForm) }
    guard let value = number.double else { throw .beyond("Double") }
    self = value
  }
}

extension Float: PreferenceJSONConvertible {
  package func jsonForm() throws(JSONReason) -> JSONValue {
    guard let number = JSONNumber(self) else { throw .notFinite(isNaN: isNaN) }
    return .number(number)
  }
  package init(jsonForm: JSONValue) throws(JSONReason) {
    guard case .number(let number) = jsonForm else { throw .expected("a number", found: jsonForm) }
    guard let value = number.float else { throw .beyond("Float") }
    self = value
  }
}

extension JSONReason {
  fileprivate static func notFinite(isNaN: Bool) -> Self {
    Self("\(isNaN ? "NaN" : "an infinite number") cannot be written as JSON")
  }
  fileprivate static func beyond(_ type: String) -> Self {
    Self("expected a number in the range of \(type), found one beyond it")
  }
}
