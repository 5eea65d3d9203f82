import Preferences

extension GVariantNode {
  /// The value as a property list, whose types are those of the store and a few more.
  ///
  /// - Throws: the reason why the text is no value of the type, or why lists cannot say it.
  func value(as type: GVariantType) throws(PropertyList.Unsayable) -> PropertyList {
    switch (self, type) {
    case (.typed(let own, let node), _):
      guard own.unified(with: type) == own || Self.wraps(own, type) else { throw Self.misfit }
      return try node.value(as: own)
    case (_, .maybe(let inner)): return try present.value(as: inner)
    case (.bool(let value), .bool): return .bool(value)
    case (.number(let text), .integer(let width)): return try Self.integer(text, width)
    case (.number(let text), .number): return try Self.integer(text, .int32)
    case (.number(let text), .double): return .real(try Self.double(text))
    case (.string(let text), .string): return .string(text)
    case (.bytes(let bytes), .array(.integer(.byte))): return .data(bytes)
    case (.array(let elements), .array(.integer(.byte))):
      return .data(try Self.bytes(elements))
    case (.array(let elements), .array(let element)):
      var values: [PropertyList] = []
      for node in elements { values.append(try node.value(as: element)) }
      return .array(values)
    case (.dictionary(let members), .array(.entry(let key, let value))):
      return try Self.dictionary(members, key, value)
    case (.dictionary(let members), .entry(let key, let value)) where members.count == 1:
      return try Self.dictionary(members, key, value)
    case (.entry(let key, let value), .entry(let keyType, let valueType)):
      return .array([try key.value(as: keyType), try value.value(as: valueType)])
    case (.tuple(let parts), .tuple(let types)) where parts.count == types.count:
      var values: [PropertyList] = []
      for (part, type) in zip(parts, types) { values.append(try part.value(as: type)) }
      return .array(values)
    case (.variant(let node), .variant): return try node.value(as: try node.type())
    default: throw Self.misfit
    }
  }

  /// What `just` holds, or what stands for it without the word.
  private var present: GVariantNode {
    get throws(PropertyList.Unsayable) {
      switch self {
      case .just(let node): return node
      case .nothing: throw PropertyList.Unsayable(reason: "nothing inside another value")
      default: return self
      }
    }
  }

  private static let misfit = PropertyList.Unsayable(reason: "a value of another type")

  /// `@s 'a'` where a maybe of texts is meant.
  private static func wraps(_ own: GVariantType, _ type: GVariantType) -> Bool {
    if case .maybe(let inner) = type { own.unified(with: inner) == own } else { false }
  }

  private static func integer(
    _ text: String, _ width: GVariantInteger
  ) throws(PropertyList.Unsayable) -> PropertyList {
    guard let value = wholeNumber(text) else { throw misfit }
    guard width.limits.contains(value) else {
      throw PropertyList.Unsayable(
        reason: "\(text.quotedForMessage) is beyond the range of \(width.rawValue)")
    }
    return UInt64(exactly: value).map { .integer(unsigned: $0) }
      ?? .integer(Int64(truncatingIfNeeded: value))
  }

  /// Decimal, octal with a leading 0, hexadecimal with 0x; nil for anything else.
  private static func wholeNumber(_ text: String) -> Int128? {
    let isNegative = text.hasPrefix("-")
    var digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    var radix = 10
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      digits = digits.dropFirst(2)
      radix = 16
    } else if digits.hasPrefix("0"), digits.utf8.count > 1 {
      radix = 8
    }
    // Twenty-two octal digits hold 64 bits; the standard library would take another sign.
    guard digits.utf8.count <= 24, digits.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
      let magnitude = Int128(digits, radix: radix)
    else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  private static func double(_ text: String) throws(PropertyList.Unsayable) -> Double {
    switch text {
    case "inf", "+inf", "infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    case "nan", "+nan", "-nan": return .nan
    default: break
    }
    if text.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }) {
      guard let value = Double(text) else { throw misfit }
      guard value.isFinite else {
        throw PropertyList.Unsayable(
          reason: "\(text.quotedForMessage) is beyond the range of double")
      }
      return value
    }
    guard let value = wholeNumber(text) else { throw misfit }
    return Double(value)
  }

  private static func bytes(_ elements: [Self]) throws(PropertyList.Unsayable) -> [UInt8] {
    var bytes: [UInt8] = []
    for element in elements {
      guard case .integer(let value) = try element.value(as: .integer(.byte)) else { throw misfit }
      bytes.append(UInt8(truncatingIfNeeded: value))
    }
    return bytes
  }

  private static func dictionary(
    _ members: [Member], _ key: GVariantType, _ value: GVariantType
  ) throws(PropertyList.Unsayable) -> PropertyList {
    var list: [PropertyList.Member] = []
    for member in members {
      let name: String
      switch try member.key.value(as: key) {
      case .string(let text): name = text
      case .bool(let value): name = "\(value)"
      case .integer(let value): name = "\(value)"
      case .unsigned(let value): name = "\(value)"
      case .real(let value): name = "\(value)"
      default: throw PropertyList.Unsayable(reason: "a dictionary whose keys are no texts")
      }
      list.append(PropertyList.Member(name, try member.value.value(as: value)))
    }
    return .dictionary(list)
  }
}
