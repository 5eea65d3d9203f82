import Preferences
import Testing

@testable import PreferencesImport

@Suite("Adobe palettes")
struct AdobePaletteTests {
  private func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
  private func long(_ value: Int) -> [UInt8] { word(value >> 16) + word(value) }
  private func text(_ text: String) -> [UInt8] {
    (Array(text.utf16) + [0]).flatMap { word(Int($0)) }
  }

  private func block(_ type: Int, _ body: [UInt8]) -> [UInt8] {
    word(type) + long(body.count) + body
  }
  private func name(_ name: String) -> [UInt8] { word(name.utf16.count + 1) + text(name) }
  private func color(_ name: String, _ model: String, _ parts: Float...) -> [UInt8] {
    block(
      1, self.name(name) + model.utf8 + parts.flatMap { long(Int($0.bitPattern)) } + word(2))
  }
  private func file(_ blocks: [[UInt8]], count: Int? = nil) -> [UInt8] {
    Array("ASEF".utf8) + word(1) + word(0) + long(count ?? blocks.count) + blocks.flatMap(\.self)
  }

  @Test("groups, the four models, colours without a name or of one name")
  func swatchExchange() throws {
    let bytes = file([
      block(0xC001, name("Brand")), color("Röd", "RGB ", 1, 0.5, 0), color("", "Gray", 0.5),
      block(0xC002, []), color("Röd", "LAB ", 0.15, -12, -12), color("Röd", "CMYK", 1, 0, 0, 0.5),
    ])
    let result = try PreferencesImporter.read(bytes, namespace: "N")
    #expect(result.report.leftOut == [])
    #expect(
      result.report.lines == [
        "Adobe swatch exchange: 4 taken, 0 left out",
        "N.Brand/Röd (color): RGB without a named space, taken as sRGB",
        "N.Brand/Color 2 (color_blob): unnamed in the file, gray without a named space, taken as sRGB",
        "N.Röd (color): Lab (D50) to sRGB",
        "N.Röd 2 (color): not the first of its name, CMYK without a profile to sRGB, approximately",
      ])
    #expect(
      colors(result) == [
        "Brand/Röd": "any #FF8000", "Brand/Color 2": "any #808080", "Röd": "any #002B36",
        "Röd 2": "any #008080",
      ])
    #expect(result.report.taken.map(\.outcome) == [.taken, .taken, .converted, .converted])
  }

  @Test("what a block cannot be read for is told, the others are taken")
  func badBlocks() throws {
    let blocks = [
      color("a", "HSB ", 1, 1, 1), color("b", "RGB ", 1), color("c", "RGB ", .nan, 0, 0),
      block(7, [1]), color("d", "RGB ", 0, 0, 1),
    ]
    let result = try PreferencesImporter.read(file(blocks) + [1, 2, 3], namespace: "N")
    #expect(colors(result) == ["d": "any #0000FF"])
    #expect(
      result.report.leftOut.map { "\($0.path): \($0.reason)" } == [
        "block 1: expected the model RGB, CMYK, LAB or Gray, found 'HSB '",
        "block 2: byte 64: expected 2 bytes more of a component, found the end",
        "c: a component of the colour is not a finite number",
        "block 4: expected a group or a colour, found a block of type 0x7",
        "the end: 3 bytes after the last of 5 blocks",
      ])
  }

  @Test("a file that ends early, or of another version, is refused with the place")
  func structure() {
    let short = file([color("a", "RGB ", 1, 1, 1)], count: 2)
    #expect(refusal(short).hasPrefix("byte \(short.count): expected 2 bytes more of block 2 of 2"))
    let huge = file([word(1) + long(0x7FFF_FFFF)])
    #expect(refusal(huge).contains("bytes more of block 1 of 1"))
    #expect(
      refusal(Array("ASEF".utf8) + word(2) + word(0) + long(0))
        == "byte 4: expected version 1, found version 2")
  }

  private func swatch(_ space: Int, _ words: Int...) -> [UInt8] {
    (([space] + words).flatMap(word))
  }

  @Test("Photoshop's colours come once, from the version with names if there is one")
  func photoshop() throws {
    let colors = [
      swatch(0, 65_535, 0, 0, 0), swatch(2, 0, 65_535, 65_535, 65_535),
      swatch(7, 1500, -1200 & 0xFFFF, -1200 & 0xFFFF, 0), swatch(8, 5000, 0, 0, 0),
      swatch(1, 0, 65_535, 65_535, 0),
    ]
    let first = word(1) + word(5) + colors.flatMap(\.self)
    let named = zip(colors, ["red", "red", "", "grå", "hsb"]).flatMap { color, name in
      color + long(name.isEmpty ? 0 : name.utf16.count + 1) + (name.isEmpty ? [] : text(name))
    }
    let second = word(2) + word(5) + named
    let unnamed = ["#FF0000", "#00FFFF", "#002B36", "#808080"].enumerated()
      .map { ("Color \($0.offset + 1)", "any \($0.element)") }
    for bytes in [second, first + second] {
      let result = try PreferencesImporter.read(bytes, namespace: "N")
      #expect(result.report.format == "Photoshop swatches, version 2")
      #expect(
        PreferencesImportTests.colors(result) == [
          "red": "any #FF0000", "red 2": "any #00FFFF", "Color 3": "any #002B36",
          "grå": "any #808080",
        ])
      #expect(
        result.report.leftOut == [
          .init(
            path: "hsb", reason: "colour space 1; RGB (0), CMYK (2), Lab (7), gray (8) are taken")
        ])
      #expect(result.report.taken.map(\.outcome) == [.taken, .converted, .converted, .taken])
    }
    let result = try PreferencesImporter.read(first, namespace: "N")
    #expect(
      PreferencesImportTests.colors(result) == Dictionary(uniqueKeysWithValues: unnamed))
    #expect(ImportFormat.detect(first.dropLast()) == nil)
    #expect(refusal(first + second.dropLast()).contains("the name of colour 5 of 5"))
  }
}
