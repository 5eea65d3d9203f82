/// A value of GVariant's text format as it is written, its type perhaps not known yet.
indirect enum GVariantNode: Equatable, Sendable {
  case bool(Bool)
  /// As it is spelled: `-1`, `0x1F`, `1e3`, `inf`.
  case number(String)
  case string(String)
  /// `b'…'`, with the NUL that belongs to it.
  case bytes([UInt8])
  case nothing
  case just(Self)
  case array([Self])
  case dictionary([Member])
  /// `{key, value}`, an entry by itself.
  case entry(Self, Self)
  case tuple([Self])
  case variant(Self)
  case typed(GVariantType, Self)

  struct Member: Equatable, Sendable {
    var key: GVariantNode
    var value: GVariantNode
  }

  /// The type that the text gives, in part or in full.
  ///
  /// - Throws: the reason why there is none: the elements of an array do not agree.
  func type() throws(PropertyList.Unsayable) -> GVariantType {
    switch self {
    case .bool: return .bool
    case .number(let text):
      let isHex = text.contains("x") || text.contains("X")
      return !isHex && text.utf8.contains { ".eEnN".utf8.contains($0) } ? .double : .number
    case .string: return .string
    case .bytes: return .array(.integer(.byte))
    case .nothing: return .maybe(.unknown)
    case .just(let node): return .maybe(try node.type())
    case .variant: return .variant
    case .typed(let type, _): return type
    case .entry(let key, let value): return .entry(try key.type(), try value.type())
    case .tuple(let parts):
      var types: [GVariantType] = []
      for part in parts { types.append(try part.type()) }
      return .tuple(types)
    case .array(let elements):
      var common = GVariantType.unknown
      for element in elements { common = try Self.unify(common, try element.type()) }
      return .array(common)
    case .dictionary(let members):
      var key = GVariantType.unknown
      var value = GVariantType.unknown
      for member in members {
        key = try Self.unify(key, try member.key.type())
        value = try Self.unify(value, try member.value.type())
      }
      return .array(.entry(key, value))
    }
  }

  private static func unify(
    _ a: GVariantType, _ b: GVariantType
  ) throws(PropertyList.Unsayable) -> GVariantType {
    guard let type = a.unified(with: b) else {
      throw PropertyList.Unsayable(reason: "elements of different types")
    }
    return type
  }
}
