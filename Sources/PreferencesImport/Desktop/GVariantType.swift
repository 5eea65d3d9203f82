/// A type of GVariant, as a type string names it: `as`, `a{sv}`, `(ii)`.
///
/// Strings, object paths and signatures are one here: what tells them apart is not kept.
indirect enum GVariantType: Hashable, Sendable {
  case bool
  case integer(GVariantInteger)
  case double
  case string
  case variant
  case maybe(Self)
  case array(Self)
  case entry(Self, Self)
  case tuple([Self])
  /// A number whose text does not say which; an int32 if nothing else does.
  case number
  /// The element of an empty array.
  case unknown

  /// The longest type string, as in GVariant's signatures.
  static let maximumLength = 255

  /// The type of a whole type string; nil if it is none.
  init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    var rest = ArraySlice(text.utf8)
    guard let type = Self.read(&rest), rest.isEmpty else { return nil }
    self = type
  }

  /// Takes a type off the text. It calls itself at most once for each of its 255 characters.
  static func read(_ text: inout ArraySlice<UInt8>) -> Self? {
    guard let first = text.popFirst() else { return nil }
    switch first {
    case UInt8(ascii: "b"): return .bool
    case UInt8(ascii: "d"): return .double
    case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"): return .string
    case UInt8(ascii: "v"): return .variant
    case UInt8(ascii: "m"): return read(&text).map(Self.maybe)
    case UInt8(ascii: "a"): return read(&text).map(Self.array)
    case UInt8(ascii: "{"):
      guard let key = read(&text), key.isBasic, let value = read(&text),
        text.popFirst() == UInt8(ascii: "}")
      else { return nil }
      return .entry(key, value)
    case UInt8(ascii: "("):
      var parts: [Self] = []
      while text.first != UInt8(ascii: ")") {
        guard let part = read(&text) else { return nil }
        parts.append(part)
      }
      text.removeFirst()
      return .tuple(parts)
    default: return GVariantInteger(letter: first).map(Self.integer)
    }
  }

  /// Whether it may be the key of a dictionary.
  private var isBasic: Bool {
    switch self {
    case .bool, .integer, .double, .string: true
    default: false
    }
  }

  /// The type of an array that has elements of both types; nil if there is none.
  func unified(with other: Self) -> Self? {
    switch (self, other) {
    case (.unknown, let type), (let type, .unknown): return type
    case (.number, .integer), (.number, .double): return other
    case (.integer, .number), (.double, .number): return self
    case (.maybe(let a), .maybe(let b)): return a.unified(with: b).map(Self.maybe)
    case (.maybe(let a), let b), (let b, .maybe(let a)): return a.unified(with: b).map(Self.maybe)
    case (.array(let a), .array(let b)): return a.unified(with: b).map(Self.array)
    case (.entry(let key, let value), .entry(let otherKey, let otherValue)):
      guard let key = key.unified(with: otherKey), let value = value.unified(with: otherValue)
      else { return nil }
      return .entry(key, value)
    case (.tuple(let parts), .tuple(let others)) where parts.count == others.count:
      let unified = zip(parts, others).compactMap { $0.unified(with: $1) }
      return unified.count == parts.count ? .tuple(unified) : nil
    default: return self == other ? self : nil
    }
  }
}
