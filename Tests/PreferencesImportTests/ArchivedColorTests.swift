import Preferences
import Testing

@testable import PreferencesImport

@Suite("real archived colours", .enabled(if: RealFiles.arePresent, "no shared data"))
struct ArchivedColorTests {
  private static let rgb = "Generic RGB (calibrated, gamma 1.8) to sRGB"
  private static let gray = "Generic Gray (calibrated, gamma 1.8) to sRGB"

  private static let cases: [(String, String, [Double], String?)] = [
    (
      "calibrated-rgb-alpha", "#0b2eeea6", [0.0450, 0.1819, 0.9320, 0.65],
      rgb
    ),
    ("device-rgb", "#fff0a5", [1, 0.94117653, 0.64705884, 1], "device RGB taken as sRGB"),
    (
      "calibrated-white", "#f4f4f4", [0.9582, 0.9582, 0.9582, 1],
      gray
    ),
    (
      "calibrated-white-alpha", "#000000d9", [0, 0, 0, 0.85000002],
      gray
    ),
    (
      "generic-gray-custom-alpha", "#92929280", [0.5723, 0.5723, 0.5723, 0.5],
      gray
    ),
    ("srgb-custom-icc", "#ccd0d0", [0.8002993346, 0.81732698, 0.81732698, 1], nil),
    ("p3-custom-spaceid", "#1d1d1d", [0.1137235239, 0.1137244776, 0.1137269065, 1], nil),
  ]

  @Test(
    "each has the right colour, the rule and the outcome",
    arguments: cases)
  func real(_ name: String, _ hex: String, _ parts: [Double], _ rule: String?) throws {
    let result = try ImportedColors(RealFiles.bytes("nscolor/\(name).plist"))
    #expect(result.format == "archived colour")
    let color = try #require(result.colors["color"]?.color)
    #expect(color.hex.lowercased() == hex)
    for (part, expected) in zip([color.red, color.green, color.blue, color.alpha], parts) {
      #expect(abs(part - expected) < 0.0001, "\(color)")
    }
    #expect(color.space == (name == "p3-custom-spaceid" ? .displayP3 : .sRGB))
    #expect(result.notes["color"] == "archived NSColor" + (rule.map { ", " + $0 } ?? ""))
    let isConverted = rule?.hasPrefix("Generic") == true
    #expect(result.outcomes["color"] == (isConverted ? .converted : .taken))
  }

  @Test("a key can be given, and the bytes can be kept as they are")
  func options() throws {
    let bytes = try RealFiles.bytes("nscolor/device-rgb.plist")
    #expect(try ImportedColors(bytes) { $0.key = "text" }.hex("text") == "#fff0a5")
    var options = ImportOptions(namespace: "N")
    options.keepsArchives = true
    let kept = try PreferencesImporter.read(bytes, options).preferences
    #expect(kept.map(\.value) == [.data(bytes)])
  }

  @Test("a font is no colour, however it is asked for")
  func font() throws {
    let bytes = try RealFiles.bytes("nscolor/not-a-colour-nsfont.plist")
    #expect(ImportFormat.detect(bytes)?.word == "plist")
    #expect(try imported(bytes, key: "font") == ["font": .data(bytes)])
    #expect(StoredValue.data(bytes).readAsColor() == nil)
  }

  // B01: a colour of a wide space keeps its space from file to file.
  @Test("a Display P3 colour stays one in the store, and reads back exactly as it was written")
  func wideColor() throws {
    let bytes = try ArchiveBuilder.color(
      [
        "NSColorSpace": .integer(1), "NSComponents": ArchiveBuilder.numbers("1 0.3 0.7 1"),
        "NSRGB": ArchiveBuilder.numbers("0.99 0.25 0.66\0"), "NSCustomColorSpace": .uid(3),
      ],
      [
        .dictionary([.init("NSSpaceID", .integer(12)), .init("$class", .uid(4))]),
        ArchiveBuilder.classObject(["NSColorSpace", "NSObject"]),
      ])
    let color = try #require(try ImportedColors(bytes).colors["color"]?.color)
    #expect(color == PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.7))
    let seen = color.converted(to: .sRGB)
    #expect(abs(seen.red - 1.08661) < 1e-5 && abs(seen.green - 0.20368) < 1e-5)
    #expect(abs(seen.blue - 0.71293) < 1e-5)
  }
}
