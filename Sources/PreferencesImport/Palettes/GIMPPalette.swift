import Preferences
import SQLiteCore

/// A GIMP palette: a header, then a colour a line, three bytes in decimal and the name.
struct GIMPPalette {
  static let magic = Array("GIMP Palette".utf8)

  /// Whether the first line says so.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard let text = try? text(bytes, prefix: 2 + 2 * magic.count) else { return false }
    return text.starts(with: magic)
  }

  static func read(_ bytes: [UInt8], _ options: ImportOptions) throws(ImportError) -> Palette {
    var palette = Palette(format: "GIMP palette")
    var hasAlpha = false
    let lines = try text(bytes, prefix: .max)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated().dropFirst() {
      let line = line.trimmedXMLSpace
      let place = "line \(index + 1)"
      // Line by line, so that one name of another encoding does not cost all the others.
      guard let text = String(validating: line, as: UTF8.self) else {
        palette.leaveOut(place, "it is not UTF-8")
        continue
      }
      guard !text.hasPiledMarks else {
        palette.leaveOut(place, "a character has more than \(String.mostMarks) marks")
        continue
      }
      if text.isEmpty || text.hasPrefix("#") || text.hasPrefix("Name:")
        || text.hasPrefix("Columns:")
      {
        continue
      }
      if text.hasPrefix("Channels:") {
        hasAlpha = text.hasSuffix("RGBA")
      } else if let (numbers, name) = fields(line, count: hasAlpha ? 4 : 3) {
        let parts = numbers.map { Double($0) / 255 }
        let reading = options.unnamedRGB.color(
          Array(parts.prefix(3)), alpha: hasAlpha ? parts[3] : 1)
        palette.append(
          Palette.Swatch(name: name, place: name.isEmpty ? place : name, reading: reading))
      } else {
        palette.leaveOut(
          place,
          "expected \(hasAlpha ? 4 : 3) numbers from 0 to 255 and a name, "
            + "found \(text.quotedForMessage)")
      }
    }
    return palette
  }

  /// The text as UTF-8 without byte-order mark, as far as it is valid.
  private static func text(_ bytes: [UInt8], prefix: Int) throws(ImportError) -> ArraySlice<UInt8> {
    let isUTF16 = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    if isUTF16 { return try TextEncoding.utf8(Array(bytes.prefix(prefix)))[...] }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  /// The numbers, parted by blanks or tabs, and the rest of the line.
  private static func fields(
    _ line: ArraySlice<UInt8>, count: Int
  ) -> (numbers: [UInt8], name: String)? {
    var rest = line
    var numbers: [UInt8] = []
    while numbers.count < count {
      let word = rest.prefix { !$0.isXMLSpace }
      guard word.allSatisfy(\.isDigit), let number = UInt8(String(decoding: word, as: UTF8.self))
      else { return nil }
      numbers.append(number)
      rest = rest[word.endIndex...].drop(while: \.isXMLSpace)
    }
    return (numbers, String(decoding: rest, as: UTF8.self))
  }
}
