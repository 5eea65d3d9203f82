import Preferences

/// A property list, as a tree: what its binary and XML forms can say, nothing converted.
package enum PropertyList: Equatable, Sendable {
  case bool(Bool)
  case integer(Int64)
  /// Above `Int64.max` only; anything smaller is an `integer`.
  case unsigned(UInt64)
  case real(Double)
  case string(String)
  case data([UInt8])
  /// Seconds since 2001-01-01T00:00:00Z, bit for bit as in a binary file.
  case date(Double)
  case array([PropertyList])
  /// Only in binary files; in the order of the file.
  case set([PropertyList])
  /// In the order of the file; no two keys have the same bytes.
  case dictionary([Member])
  /// A reference inside a keyed archive.
  case uid(UInt64)

  /// A key and its value.
  package struct Member: Equatable, Sendable {
    package var key: String
    package var value: PropertyList

    package init(_ key: String, _ value: PropertyList) {
      self.key = key
      self.value = value
    }
  }

  /// How deep containers may nest: as deep as a JSON value in a domain, and what tags add to it.
  package static let maximumDepth = JSONValue.maximumDepth + 4

  /// The integer in its smallest form.
  package static func integer(unsigned value: UInt64) -> Self {
    Int64(exactly: value).map(Self.integer) ?? .unsigned(value)
  }

  /// The value of a key, compared byte for byte; nil if absent or not a dictionary.
  package subscript(key: String) -> PropertyList? {
    guard case .dictionary(let members) = self else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// The text, if this is a string.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements, if this is an array.
  package var array: [PropertyList]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// What it is, for messages: "an array".
  package var kind: String {
    switch self {
    case .bool: "a boolean"
    case .integer, .unsigned: "an integer"
    case .real: "a real number"
    case .string: "a string"
    case .data: "data"
    case .date: "a date"
    case .array: "an array"
    case .set: "a set"
    case .dictionary: "a dictionary"
    case .uid: "a UID"
    }
  }

  /// Whether this is the file that `NSKeyedArchiver` writes: one archived object, no domain.
  package var isKeyedArchive: Bool {
    self["$archiver"]?.string != nil && self["$objects"]?.array != nil && self["$top"] != nil
  }
}
