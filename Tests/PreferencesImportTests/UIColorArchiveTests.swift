import Preferences
import Testing

@testable import PreferencesImport

@Suite("archived UIColor")
struct UIColorArchiveTests {
  private func read(_ members: KeyValuePairs<String, PropertyList>) throws -> ImportedColors {
    try ImportedColors(
      ArchiveBuilder.color(
        members, classes: ["UIDeviceRGBColor", "UIColor", "NSObject"]))
  }

  @Test("components are extended sRGB, those of double precision first")
  func components() throws {
    let result = try read([
      "UIColorComponentCount": .integer(4), "UIRed": .real(1.0930000543594360),
      "UIRed-Double": .real(1.093), "UIGreen": .real(-0.25), "UIBlue": .integer(0),
      "UIAlpha": .real(0.5), "NSRGB": ArchiveBuilder.numbers("1 0 0\0"),
      "NSColorSpace": .integer(2),
    ])
    #expect(
      result.colors["color"]?.color
        == PreferenceColor(.extendedSRGB, red: 1.093, green: -0.25, blue: 0, alpha: 0.5))
    #expect(result.notes["color"] == "archived UIColor")
  }

  @Test("one component and alpha are a gray")
  func gray() throws {
    let result = try read([
      "UIColorComponentCount": .integer(2), "UIWhite": .real(0.25), "UIAlpha": .real(1),
    ])
    #expect(result.colors["color"]?.color == PreferenceColor(gray: 0.25))
  }

  @Test("white and black are fixed, whatever their names")
  func fixed() throws {
    let white = try read([
      "UISystemColorName": .string("whiteColor"), "UIWhite": .real(1), "UIAlpha": .real(1),
    ])
    #expect(white.colors["color"]?.color == PreferenceColor(gray: 1))
    let black = try read(["UISystemColorName": .string("blackColor")])
    #expect(black.colors["color"]?.color == PreferenceColor(gray: 0))
  }

  @Test("a name that changes with the appearance stays a name")
  func dynamic() throws {
    let result = try read([
      "UISystemColorName": .string("labelColor"), "UIWhite": .real(0), "UIAlpha": .real(1),
    ])
    let reference = try #require(result.colors["color"]?.reference)
    #expect(reference.name == "labelColor" && reference.platform == "ios")
    #expect(reference.fallback?.color == PreferenceColor(gray: 0))
    #expect(result.outcomes["color"] == .reference)
    let bare = try read(["UISystemColorName": .string("tintColor")])
    #expect(bare.colors["color"]?.reference?.fallback == nil)
  }

  @Test("a colour without components is refused")
  func refusals() throws {
    #expect(try read([:]).leftOut == ["color": "a UIColor without components"])
    let pattern = try read(["UIPatternSelector": .string("groupTableViewBackgroundColor")])
    #expect(pattern.leftOut == ["color": "a pattern of pictures, which has no numbers"])
    let infinite = try read([
      "UIRed": .real(.infinity), "UIGreen": .real(0), "UIBlue": .real(0),
    ])
    #expect(infinite.leftOut == ["color": "a component of the colour is not a finite number"])
  }
}
