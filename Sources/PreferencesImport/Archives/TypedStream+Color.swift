import Preferences

extension TypedStream {
  /// The colour that a value is; nil when it is something else.
  ///
  /// - Throws: why the colour has no numbers that could be taken.
  func color(_ value: Value?, depth: Int = 0) throws(ArchiveRefusal) -> ArchivedColor? {
    guard let values = values(of: value, class: "NSColor") else { return nil }
    guard depth < 8 else { throw ArchiveRefusal(reason: "catalogue colours that hold each other") }
    guard case .integer(let kind) = values.first else {
      throw ArchiveRefusal(reason: "a colour without a colour space")
    }
    let color =
      kind == 6
      ? try catalogColor(values, depth: depth) : try Self.color(kind, Self.numbers(values))
    guard StoredValue(color: color.color) != nil else {
      throw ArchiveRefusal(reason: "a component of the colour is not a finite number")
    }
    return color
  }

  /// The text of a string object; nil when it is too long to be a name.
  func text(_ value: Value?) -> String? {
    guard case .bytes(let bytes) = values(of: value, class: "NSString")?.first,
      bytes.count <= ArchivedColor.longestName
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Whether the values are those of a colour list: a version, no delegate, a count, then pairs.
  var isColorList: Bool {
    guard values.count >= 3, case .integer = values[0], case .object = values[1],
      case .integer = values[2]
    else { return false }
    return values.count == 3 || values(of: values[3], class: "NSColor") != nil
  }

  private static func numbers(_ values: [Value]) -> [Double] {
    values.dropFirst().prefix(6).compactMap {
      switch $0 {
      case .integer(let value): Double(value)
      case .real(let value): value
      case .bytes, .object: nil
      }
    }
  }

  private static func color(
    _ kind: Int64, _ numbers: [Double]
  ) throws(ArchiveRefusal) -> ArchivedColor {
    switch kind {
    case 1: try ArchivedColor(numbers, .genericRGB)
    case 2: try ArchivedColor(deviceRGB: numbers)
    case 3: try ArchivedColor(numbers, .genericGray)
    case 4: try ArchivedColor(deviceWhite: numbers)
    case 5: try ArchivedColor(cmyk: numbers)
    case 10: throw ArchiveRefusal(reason: "a pattern of pictures, which has no numbers")
    default: throw ArchiveRefusal(reason: "a colour of the private space \(kind)")
    }
  }

  private func catalogColor(
    _ values: [Value], depth: Int
  ) throws(ArchiveRefusal) -> ArchivedColor {
    guard values.count >= 4 else {
      throw ArchiveRefusal(reason: "a catalogue colour without a name")
    }
    return try ArchivedColor(
      catalog: text(values[1]), name: text(values[2])
    ) { () throws(ArchiveRefusal) in try color(values[3], depth: depth + 1) }
  }
}
