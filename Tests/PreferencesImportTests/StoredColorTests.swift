import Preferences
import Testing

@testable import PreferencesImport

@Suite("reading a stored value as a colour")
struct StoredColorTests {
  private static let readable: [(StoredValue, String, String?)] = [
    (.text("#ff8000"), "#FF8000", nil),
    (.text("color(display-p3 0.21604 0.49418 0.13151)"), "#008000", nil),
    (.text("UIExtendedSRGBColorSpace 1 0.501961 0 1"), "#FF8000", nil),
    (
      .text("NSCalibratedRGBColorSpace 0 1 0 1"), "#00F900",
      "Generic RGB (calibrated, gamma 1.8) to sRGB"
    ),
    (.text("1 0.5 0"), "#FF8000", "numbers without a colour space, taken as sRGB"),
    (.json(#"{"red":1,"green":0.5,"blue":0,"opacity":0.5}"#), "#FF800080", bare),
    (.json("[1,0.5,0]"), "#FF8000", bare), (.json("[1,0.5,0,0.5]"), "#FF800080", bare),
    (
      .json(#"{"space":"display-p3","red":0.21604,"green":0.49418,"blue":0.13151}"#), "#008000",
      nil
    ),
    (
      .json(#"["kCGColorSpaceDisplayP3",[0.21604,0.49418,0.13151,1]]"#), "#008000",
      "list of a colour space and components"
    ),
  ]
  private static let bare = "numbers without a colour space, taken as sRGB"

  @Test("the forms that programs store are read, with the rule", arguments: readable)
  func forms(_ value: StoredValue, _ hex: String, _ note: String?) throws {
    let reading = try #require(value.readAsColor())
    #expect(reading.color.color?.hex == hex)
    #expect(reading.note == note)
    #expect(reading.isConverted == (note?.hasPrefix("Generic") == true))
  }

  @Test("a colour that is stored already is that colour")
  func colors() throws {
    let adaptive = AdaptiveColor(any: .white, dark: .black)
    let value = try #require(StoredValue(color: adaptive))
    #expect(value.readAsColor()?.color == adaptive)
    #expect(value.readAsColor()?.note == nil)
  }

  @Test("the description of a named colour is a reference")
  func names() {
    let color = StoredValue.text("Catalog color: System labelColor").readAsColor()?.color
    #expect(color?.reference == ColorReference("labelColor", platform: "System"))
  }

  @Test(
    "anything else is no colour",
    arguments: [
      .text(""), .text("red"), .text("255,0,0"), .text("YnBsaXN0MDA="), .json("[255,0,0]"),
      .json("[1,2]"), .json(#"{"red":1}"#), .json("{}"), .json(#"["kCGColorSpaceSRGB",[1,1,1]]"#),
      .json("not JSON"), .data([]), .data([1, 2, 3]), .int(0xFF0000), .bool(true), .null,
    ] as [StoredValue])
  func others(_ value: StoredValue) { #expect(value.readAsColor() == nil) }
}
