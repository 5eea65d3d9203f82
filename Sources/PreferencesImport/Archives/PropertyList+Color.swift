import Preferences

extension PropertyList {
  /// The colour of a value in one of the forms in which programs keep colours in their domains.
  ///
  /// - Throws: why an archived colour is not taken.
  func storedColor() throws(ArchiveRefusal) -> ArchivedColor? {
    switch self {
    case .data(let bytes): return try ColorArchive.read(bytes)
    case .string(let text): return try ColorArchive.read(base64: text)
    case .array(let elements):
      guard elements.count == 2, let name = elements[0].string, let numbers = elements[1].array,
        numbers.count <= 5
      else { return nil }
      return ArchivedColor(name, numbers.compactMap(\.number), count: numbers.count)
    default: return nil
    }
  }

  private var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
}

extension ArchivedColor {
  /// A colour as the name of a colour space and its components with alpha, the form of the library
  /// Defaults; nil for a list of anything else.
  init?(_ name: String, _ numbers: [Double], count: Int) {
    guard let space = SpaceName.coreGraphics[name], numbers.count == count,
      count == (space.isGray ? 2 : 4), let color = try? ArchivedColor(numbers, space),
      StoredValue(color: color.color) != nil
    else { return nil }
    self = color
    origin = "list of a colour space and components"
  }
}
