import Preferences
import Testing

@testable import PreferencesImport

@Suite("real palettes", .enabled(if: RealFiles.arePresent, "no shared data"))
struct RealPaletteTests {
  private static let nord = [
    "2E3440", "3B4252", "434C5E", "4C566A", "D8DEE9", "E5E9F0", "ECEFF4", "8FBCBB", "88C0D0",
    "81A1C1", "5E81AC", "BF616A", "D08770", "EBCB8B", "A3BE8C", "B48EAD",
  ].enumerated().map { ("nord\($0.offset)", "any #\($0.element)") }

  private static let solarized = [
    ("base03", "002B36"), ("base02", "073642"), ("base01", "586E75"), ("base00", "657B83"),
    ("base0", "839496"), ("base1", "93A1A1"), ("base2", "EEE8D5"), ("base3", "FDF6E3"),
    ("yellow", "B58900"), ("orange", "CB4B16"), ("red", "DC322F"), ("magenta", "D33682"),
    ("violet", "6C71C4"), ("blue", "268BD2"), ("cyan", "2AA198"), ("green", "859900"),
  ].map { ("solarized-\($0)", "any #\($1)") }

  @Test(
    "each has its sixteen colours, whatever the format and the colour space",
    arguments: [
      ("rgb-group.ase", "nord/", nord), ("rgb.aco", "", nord), ("tabs-no-padding.gpl", "", nord),
      ("lab-and-rgb.ase", "", solarized), ("padded-named.gpl", "", solarized),
    ])
  func palette(_ file: String, _ group: String, _ expected: [(String, String)]) throws {
    let result = try PreferencesImporter.read(RealFiles.bytes("palette/\(file)"), namespace: "N")
    let expected = Dictionary(uniqueKeysWithValues: expected.map { (group + $0, $1) })
    #expect(colors(result) == expected)
    #expect(result.preferences.count == 16)
    #expect(result.report.leftOut == [])
    let converted = result.report.taken.count { $0.outcome == .converted }
    #expect(converted == (file == "lab-and-rgb.ase" ? 11 : 0))
  }

  @Test("damaged swatch exchange files do no harm")
  func damagedASE() throws {
    try expectDamageIsHarmless(to: ["palette/rgb-group.ase", "palette/lab-and-rgb.ase"])
  }

  @Test("damaged Photoshop swatches do no harm")
  func damagedACO() throws { try expectDamageIsHarmless(to: ["palette/rgb.aco"]) }

  @Test("damaged GIMP palettes do no harm")
  func damagedGPL() throws {
    try expectDamageIsHarmless(to: ["palette/tabs-no-padding.gpl", "palette/padded-named.gpl"])
  }
}
