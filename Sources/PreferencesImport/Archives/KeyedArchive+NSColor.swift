import Preferences

extension KeyedArchive {
  /// A catalogue colour holds another one; more levels than this are no work of a program.
  private static let maximumDepth = 8

  /// The colour that an object is; nil when it is something else.
  ///
  /// - Throws: why the colour has no numbers that could be taken.
  func color(
    _ value: PropertyList?, depth: Int = 0
  ) throws(ArchiveRefusal) -> ArchivedColor? {
    guard isColor(value), let object = object(value) else { return nil }
    guard depth < Self.maximumDepth else {
      throw ArchiveRefusal(reason: "catalogue colours that hold each other")
    }
    let color =
      classes(of: object).contains("UIColor")
      ? try uiColor(object) : try nsColor(object, depth: depth)
    guard StoredValue(color: color.color) != nil else {
      throw ArchiveRefusal(reason: "a component of the colour is not a finite number")
    }
    return color
  }

  /// Whether an object is a colour, by its classes.
  func isColor(_ value: PropertyList?) -> Bool {
    guard let object = object(value) else { return false }
    return classes(of: object).contains { $0 == "NSColor" || $0 == "UIColor" }
  }

  private func nsColor(
    _ object: PropertyList, depth: Int
  ) throws(ArchiveRefusal) -> ArchivedColor {
    if let exposure = try exposure(of: object), exposure != 1 {
      throw ArchiveRefusal(reason: "a colour of high dynamic range (linear exposure \(exposure))")
    }
    // The numbers of the custom space are the colour; those beside them are for older readers.
    if let space = self.object(object["NSCustomColorSpace"]), object["NSComponents"] != nil {
      return try color(try numbers("NSComponents", of: object), space: space)
    }
    guard case .integer(let kind) = object["NSColorSpace"] else {
      throw ArchiveRefusal(reason: "a colour without a colour space")
    }
    switch kind {
    case 1: return try ArchivedColor(numbers("NSRGB", of: object), .genericRGB)
    case 2: return try ArchivedColor(deviceRGB: numbers("NSRGB", of: object))
    case 3: return try ArchivedColor(numbers("NSWhite", of: object), .genericGray)
    case 4: return try ArchivedColor(deviceWhite: numbers("NSWhite", of: object))
    case 5: return try ArchivedColor(cmyk: numbers("NSCMYK", of: object))
    case 6:
      return try ArchivedColor(
        catalog: text(object["NSCatalogName"]), name: text(object["NSColorName"])
      ) { () throws(ArchiveRefusal) in try color(object["NSColor"], depth: depth + 1) }
    case 10: throw ArchiveRefusal(reason: "a pattern of pictures, which has no numbers")
    default: throw ArchiveRefusal(reason: "a colour of the private space \(kind)")
    }
  }

  /// 1 for all but the newest colours, which may be brighter than white.
  private func exposure(of object: PropertyList) throws(ArchiveRefusal) -> Double? {
    switch object["NSLinearExposure"] {
    case nil: nil
    case .real(let value): value
    case .integer(let value): Double(value)
    default: try numbers("NSLinearExposure", of: object).first
    }
  }

  /// The numbers of a component text: ASCII, blank-separated, with or without a NUL at its end.
  private func numbers(
    _ key: String, of object: PropertyList
  ) throws(ArchiveRefusal) -> [Double] {
    guard let bytes = bytes(object[key]), (1...256).contains(bytes.count) else {
      throw ArchiveRefusal(reason: "a colour without the numbers of \(key)")
    }
    var numbers: [Double] = []
    for word in bytes.split(whereSeparator: { $0 == 0 || $0.isXMLSpace }) {
      guard word.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }),
        let number = Double(String(decoding: word, as: UTF8.self)), number.isFinite
      else {
        let text = String(decoding: word, as: UTF8.self).quotedForMessage
        throw ArchiveRefusal(reason: "\(text) among the numbers of \(key)")
      }
      numbers.append(number)
    }
    return numbers
  }
}
