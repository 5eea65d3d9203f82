import Preferences

/// Photoshop's swatches: a list of colours (version 1), mostly followed by the same with names
/// (version 2); big-endian words, and nothing that marks the file.
struct AdobeColorSwatches {
  /// Whether the lengths fit: version 1 to the end or to a version 2 of as many colours.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 14, bytes[0] == 0, bytes[1] == 1 || bytes[1] == 2 else { return false }
    let count = Int(bytes[2]) << 8 | Int(bytes[3])
    guard count > 0 else { return false }
    if bytes[1] == 2 {
      var reader = BigEndianReader(bytes[4...])
      return (try? Swatch.list(count, from: &reader, isNamed: true)) != nil
    }
    let end = 4 + 10 * count
    return bytes.count == end || bytes.dropFirst(end).starts(with: [0, 2, bytes[2], bytes[3]])
  }

  static func read(_ bytes: [UInt8], _ options: ImportOptions) throws(ImportError) -> Palette {
    var reader = BigEndianReader(bytes[...])
    var version = try reader.uint16("the version")
    var count = Int(try reader.uint16("the number of colours"))
    var swatches = try Swatch.list(count, from: &reader, isNamed: version == 2)
    if version == 1, reader.rest > 0 {
      version = try reader.uint16("the version")
      count = Int(try reader.uint16("the number of colours"))
      swatches = try Swatch.list(count, from: &reader, isNamed: true)
    }
    var palette = Palette(format: "Photoshop swatches, version \(version)")
    for (position, swatch) in swatches.enumerated() {
      let place = swatch.name.isEmpty ? "colour \(position + 1)" : swatch.name
      if let reading = swatch.reading(options) {
        palette.append(Palette.Swatch(name: swatch.name, place: place, reading: reading))
      } else {
        palette.leaveOut(
          place, "colour space \(swatch.space); RGB (0), CMYK (2), Lab (7), gray (8) are taken")
      }
    }
    if reader.rest > 0 {
      palette.leaveOut("the end", "\(reader.rest) bytes after the last of \(count) colours")
    }
    return palette
  }

  private struct Swatch {
    var space: UInt16
    var words: [UInt16]
    var name: String

    static func list(
      _ count: Int, from reader: inout BigEndianReader, isNamed: Bool
    ) throws(ImportError) -> [Swatch] {
      var swatches: [Swatch] = []
      for number in 1...max(count, 1) where number <= count {
        let what = "colour \(number) of \(count)"
        let space = try reader.uint16(what)
        var words: [UInt16] = []
        for _ in 0..<4 { words.append(try reader.uint16(what)) }
        let length = isNamed ? Int(try reader.uint32(what)) : 0
        swatches.append(
          Swatch(
            space: space, words: words, name: try reader.text(units: length, "the name of \(what)"))
        )
      }
      return swatches
    }

    /// Nil for a colour space that has no numbers of its own here.
    func reading(_ options: ImportOptions) -> SpaceName.Reading? {
      let parts = words.map { Double($0) / 65_535 }
      switch space {
      case 0: return options.unnamedRGB.color(Array(parts.prefix(3)), alpha: 1)
      case 2:
        // 0 is full ink.
        return .init(
          .cmyk(
            cyan: 1 - parts[0], magenta: 1 - parts[1], yellow: 1 - parts[2], black: 1 - parts[3]))
      case 7:
        let (a, b) = (Int16(bitPattern: words[1]), Int16(bitPattern: words[2]))
        return .init(
          .lab(lightness: Double(words[0]) / 100, a: Double(a) / 100, b: Double(b) / 100))
      case 8: return options.unnamedGray.color([Double(words[0]) / 10_000], alpha: 1)
      default: return nil
      }
    }
  }
}
