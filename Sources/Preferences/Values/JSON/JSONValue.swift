/// One JSON value (RFC 8259) as a tree.
///
/// Equality is Swift's: strings are equal when they are canonically equivalent, numbers when their
/// texts are the same (`1` is not `1.0`), objects whatever the order of their members.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, with the digits it was written with.
  case number(JSONNumber)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Named members, in order.
  case object(JSONObject)

  /// How deep arrays and objects may nest, in text, in values to encode and in values to decode.
  ///
  /// A level costs up to 2 KiB of stack in `Codable` code that is not optimised; the limit leaves
  /// room on a thread of 512 KiB, the size of Apple's secondary threads.
  package static let maximumDepth = 128
}

extension JSONValue {
  /// Whether this is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }
  /// The Boolean, or nil for anything else.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number as a 64-bit integer, or nil when it is none or does not fit; `2.0` fits, `2.5` not.
  public var int64: Int64? { number?.int64 }
  /// The number as an unsigned 64-bit integer, or nil when it is none or does not fit.
  public var uint64: UInt64? { number?.uint64 }
  /// The number as the nearest double, or nil when it is none or beyond the range of doubles.
  public var double: Double? { number?.double }
  /// The number with all its digits, or nil for anything else.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
  /// The text, or nil for anything else.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The elements, or nil for anything else.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members, or nil for anything else.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// A member of an object: nil when it is absent or this is no object; setting nil removes it.
  ///
  /// Setting a member of anything else than an object changes nothing.
  public subscript(name: String) -> JSONValue? {
    get { object?[name] }
    set {
      guard case .object(var members) = self else { return }
      self = .null  // gives up the second reference, so that the members are not copied
      members[name] = newValue
      self = .object(members)
    }
  }

  /// What this is, for messages that must not show the value itself.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension JSONValue {
  /// A number from an integer of any width.
  public init(_ value: some FixedWidthInteger) { self = .number(JSONNumber(value)) }
  /// A number from a double; nil for NaN and infinities, which JSON does not have.
  public init?(_ value: Double) {
    guard let number = JSONNumber(value) else { return nil }
    self = .number(number)
  }
  /// A text.
  public init(_ value: String) { self = .string(value) }
  /// A Boolean.
  public init(_ value: Bool) { self = .bool(value) }
}

extension JSONValue: CustomStringConvertible {
  /// The compact JSON text; see ``JSONNumber`` for how numbers are written.
  public var description: String {
    do throws(JSONCodingError) { return try text() } catch { return error.description }
  }
}
