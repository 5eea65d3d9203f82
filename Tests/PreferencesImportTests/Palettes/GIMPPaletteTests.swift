import Preferences
import Testing

@testable import PreferencesImport

@Suite("GIMP palettes")
struct GIMPPaletteTests {
  private func read(_ text: String) throws -> ImportResult {
    try PreferencesImporter.read(Array(text.utf8), namespace: "N")
  }

  @Test(
    "unnamed colours are kept, tabs part fields, the header decides about alpha (B15)",
    arguments: [
      ("255 0 0", "", ["Color 1": "any #FF0000"]),
      ("44\t33\t55\t2c2137", "", ["2c2137": "any #2C2137"]),
      ("0 0 0 0 Transparent", "Channels: RGBA\n", ["Transparent": "any #00000000"]),
      ("0 0 0 0 Transparent", "", ["0 Transparent": "any #000000"]),
      (
        "  1   2   3\n 4 5 6 a b \t\n7 8 9", "",
        ["Color 1": "any #010203", "a b": "any #040506", "Color 3": "any #070809"]
      ),
      (
        "1 1 1 a\n2 2 2 a\n3 3 3 a 2\n4 4 4 a\n5 5 5 Color 6\n6 6 6", "",
        [
          "a": "any #010101", "a 3": "any #020202", "a 2": "any #030303", "a 4": "any #040404",
          "Color 6": "any #050505", "Color 6 2": "any #060606",
        ]
      ),
    ])
  func lines(_ lines: String, _ header: String, _ expected: [String: String]) throws {
    for (start, end) in [("", "\n"), ("\u{FEFF}", "\r\n")] {
      let text =
        start + "GIMP Palette\nName: x\nColumns: 3\n\(header)# comment\n\(lines)\n# 1 2 3\n"
      let result = try read(text.replacing("\n", with: end))
      #expect(colors(result) == expected)
      #expect(result.report.leftOut == [])
      #expect(result.report.taken.allSatisfy { $0.note?.hasSuffix("taken as sRGB") == true })
    }
  }

  @Test(
    "a broken line is refused with its number, and nothing stored for it (B13)",
    arguments: [
      "NAME : : #009AEDFF", "0 0 256 x", "0 0 -1 x", "0 0", "0,0,0 x", "0.5 0 0", "0x1 0 0",
      "+1 0 0",
    ])
  func brokenLine(_ line: String) throws {
    let result = try read("GIMP Palette\nName: x\n#\n1 2 3 good\n\(line)\n4 5 6 better\n")
    #expect(colors(result) == ["good": "any #010203", "better": "any #040506"])
    #expect(
      result.report.leftOut == [
        .init(
          path: "line 5",
          reason: "expected 3 numbers from 0 to 255 and a name, found '\(line)'")
      ])
  }

  @Test("one name that is not UTF-8 costs that line only; UTF-16 is read")
  func encodings() throws {
    let bytes = Array("GIMP Palette\n1 2 3 Gr".utf8) + [0xFC] + Array("n\n4 5 6 b\n".utf8)
    let result = try PreferencesImporter.read(bytes, namespace: "N")
    #expect(colors(result) == ["b": "any #040506"])
    #expect(result.report.leftOut == [.init(path: "line 2", reason: "it is not UTF-8")])
    let text = "GIMP Palette\n1 2 3 ü\n"
    let wide: [UInt8] = [0xFF, 0xFE] + text.unicodeScalars.flatMap { [UInt8($0.value), 0] }
    #expect(colors(try PreferencesImporter.read(wide, namespace: "N")) == ["ü": "any #010203"])
  }

  @Test("numbers are calibrated where that is assumed; a key takes the file as it is")
  func options() throws {
    var options = ImportOptions(namespace: "N")
    options.assumedColorSpace = .calibrated
    let bytes = Array("GIMP Palette\n0 255 0 g\n".utf8)
    let result = try PreferencesImporter.read(bytes, options)
    #expect(colors(result) == ["g": "any #00F900"])
    #expect(result.report.taken.map(\.outcome) == [.converted])
    #expect(try imported(bytes, key: "k") == ["k": .data(bytes)])
  }
}
