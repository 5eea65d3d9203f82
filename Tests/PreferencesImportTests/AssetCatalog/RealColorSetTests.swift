import Preferences
import Testing

@testable import PreferencesImport

@Suite("real colour sets", .enabled(if: RealFiles.arePresent, "no shared data"))
struct RealColorSetTests {
  @Test(
    "each gives the colours that it is known to have (B10)",
    arguments: [
      ("float-any-dark", "any #007AFF, dark #0A84FF"),
      ("float-single-alpha", "any #8080804D"),
      ("hex-any-dark", "any #1FD2AA, dark #1FD2AA"),
      ("hex-with-alpha-dark", "any #FFFFFF, dark #000000D6"),
      ("int255-single", "any #383838"),
      ("int255-any-dark-zero", "any #FF9500, dark #FF9F0A"),
      ("p3-any-dark", "any #CCCCCC, dark #444444"),
      ("p3-gray-and-white", "any #333333, dark #FFFFFF"),
      ("extended-srgb-then-srgb", "any #EEEEEE, dark #666666"),
      ("gray22-then-osx-reference", "any #E6E6E6, dark quaternaryLabelColor (osx)"),
      ("ios-reference-both", "any systemBackgroundColor (ios), dark systemBackgroundColor (ios)"),
      ("srgb-then-ios-reference", "any #FFFFFF, dark labelColor (ios)"),
      ("no-color", nil),
      ("reference-ios-and-xr", "any systemBackgroundColor (ios), dark systemBackgroundColor (XR)"),
      ("any-light-dark", "any #FFFFFF, light #000000CC, dark #FFFFFFCC"),
    ] as [(String, String?)])
  func file(_ name: String, _ expected: String?) throws {
    let result = try PreferencesImporter.read(
      RealFiles.bytes("colorset/\(name).json"), namespace: "N")
    #expect(result.report.format == "colour set")
    #expect(colors(result)["color"] == expected)
    #expect(
      result.report.leftOut == (expected == nil ? [.init(path: "colors[0]", reason: "unset")] : []))
    if let expected {
      let isReference = expected.contains("(")
      #expect(result.report.taken.map(\.outcome) == [isReference ? .reference : .taken])
      #expect(result.report.taken.first?.note?.contains("refers to") ?? false == isReference)
    }
  }

  @Test("numbers and spaces stay what they are")
  func exact() throws {
    func color(_ name: String, _ variant: AdaptiveColor.Variant) throws -> PreferenceColor? {
      let value = try imported(RealFiles.bytes("colorset/\(name).json"))["color"]
      guard case .color(let color) = value?.color?[variant] else { return nil }
      return color
    }
    #expect(
      try color("float-single-alpha", .any) == PreferenceColor(white: 0.5, alpha: 0.3))
    #expect(
      try color("p3-any-dark", .any)
        == PreferenceColor(.displayP3, red: 0.8, green: 0.8, blue: 0.8))
    #expect(try color("gray22-then-osx-reference", .any) == PreferenceColor(gray: 0.9))
    let white = try #require(try color("p3-gray-and-white", .dark))
    #expect(white.space == .displayP3)
    #expect(white.converted(to: .sRGB) == .white)
  }

  @Test("damaged copies do no harm")
  func damage() throws {
    try expectDamageIsHarmless(
      to: ["any-light-dark", "gray22-then-osx-reference", "p3-any-dark"].map {
        "colorset/\($0).json"
      })
  }

  @Test("a colour set that is called a palette is named for what it is (B12)")
  func otherFormat() throws {
    var options = ImportOptions(namespace: "N")
    options.format = ImportFormat.gpl
    let bytes = try RealFiles.bytes("colorset/float-any-dark.json")
    let error = #expect(throws: ImportError.self) { try PreferencesImporter.read(bytes, options) }
    #expect(
      error?.description
        == "expected a GIMP palette, found a colour set (Contents.json of an asset "
        + "catalogue); its format is called colorset")
  }
}
