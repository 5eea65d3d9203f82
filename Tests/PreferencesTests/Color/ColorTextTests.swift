import Preferences
import Testing

@Suite("texts of colours")
struct ColorTextTests {
  @Test(
    "forms that people and programs write",
    arguments: [
      ("#F80", "#FF8800"), ("#f80c", "#FF8800CC"), ("#FF8800", "#FF8800"),
      ("#99999955", "#99999955"), (" #FF8800\n", "#FF8800"),
      ("color(srgb 1 0.5 0)", "#FF8000"), ("COLOR( srgb  100% 50% none / 50% )", "#FF800080"),
      ("color(srgb-linear 1 0 0)", "#FF0000"), ("color(gray 0.5)", "#808080"),
      ("color(display-p3 0.21604 0.49418 0.13151)", "#008000"),
      ("rgb(255 128 0 / 0.5)", "#FF800080"), ("rgba(255, 128, 0, 0.5)", "#FF800080"),
      ("rgb(100%, 0%, 0%)", "#FF0000"), ("rgb(85,87,83)", "#555753"),
      ("1 0.5 0", "#FF8000"), ("1,0.5,0,0.5", "#FF800080"), ("0.1, 0.2, 0.3", "#1A334D"),
      ("UIExtendedSRGBColorSpace 0.839216 0.521569 0.690196 1", "#D685B0"),
      ("UIExtendedGrayColorSpace 1 1", "#FFFFFF"),
      ("UIExtendedGrayColorSpace 0.5 0.25", "#80808040"),
      ("UIDisplayP3ColorSpace 0.21604 0.49418 0.13151 1", "#008000"),
      ("kCGColorSpaceModelRGB 1 0 0 1 ", "#FF0000"),
      ("kCGColorSpaceModelMonochrome 0 1 ", "#000000"),
      ("UIDeviceRGBColorSpace 0 1 0 1", "#00FF00"), ("UIDeviceWhiteColorSpace 0.5 1", "#808080"),
      ("NSCalibratedRGBColorSpace 0 1 0 1", "#00F900"),
      ("NSCalibratedWhiteColorSpace 0.602715373 1", "#AAAAAA"),
      ("NSDeviceRGBColorSpace 0 0 1 0.5", "#0000FF80"), ("NSDeviceWhiteColorSpace 1 1", "#FFFFFF"),
      ("sRGB IEC61966-2.1 colorspace 1 0 0 1", "#FF0000"),
      ("Display P3 colorspace 1 1 1 1", "#FFFFFF"),
      ("Generic RGB Profile colorspace 0 1 0 1", "#00F900"),
      ("Generic Gray Gamma 2.2 Profile colorspace 0.5 1", "#808080"),
      ("sRGB IEC61966-2.1 (extended) hdrm(1) colorspace 1 0 0 1", "#FF0000"),
    ])
  func forms(_ text: String, _ hex: String) throws {
    #expect(try PreferenceColor(text).hex == hex)
  }

  @Test("P3 keeps its space and all of its digits")
  func displayP3() throws {
    let color = try PreferenceColor("color(display-p3 1 0.3 0.7 / 0.5)")
    #expect(
      color == PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.7, alpha: 0.5))
    #expect(color.description == "color(display-p3 1 0.3 0.7 / 0.5)")
  }

  @Test("six digits of a description are the n/255 that they round, others stay")
  func snapping() throws {
    let color = try PreferenceColor("UIExtendedSRGBColorSpace 0.839216 0.5216 0.123457 1")
    #expect(color.red == 214.0 / 255)
    #expect(color.green == 0.5216 && color.blue == 0.123457)
  }

  @Test(
    "what is wrong is named, with the component",
    arguments: [
      ("", nil, "empty"), ("red", nil, "expected"), ("#12345", nil, "found 5"),
      ("#12345G", .blue, "hexadecimal"), ("#GG0000", .red, "hexadecimal"),
      ("#0000000x", .alpha, "hexadecimal"), ("#١٢٣", .red, "digits"),
      ("0x80FF0000", nil, "expected"), ("#0x80FF00", nil, "alpha"),
      ("color(rec2020 1 0 0)", .space, "display-p3"), ("color()", .space, "name"),
      ("color(srgb 1 0)", .blue, "found 2"), ("color(srgb 1 0 0 0)", nil, "found 4"),
      ("color(srgb 1 0 x)", .blue, "'x'"), ("color(srgb 1 0 0 / x)", .alpha, "'x'"),
      ("color(srgb 1 0 0 / 1 / 1)", .alpha, "one /"), ("color(srgb nan 0 0)", .red, "nan"),
      ("color(srgb 1e400 0 0)", .red, "number"), ("color(srgb 0x1 0 0)", .red, "number"),
      ("hsl(1, 2, 3)", nil, "rgb"), ("255,0,0", .red, "bytes"), ("1,,0", .green, "missing"),
      ("1 2 3 4 5", nil, "expected"), ("NAME : : #009AEDFF", nil, "expected"),
      ("UIExtendedSRGBColorSpace 1 0", nil, "found 2"),
      ("UIExtendedSRGBColorSpace 1 0 z 1", .blue, "'z'"),
      ("NSCalibratedRGBColorSpace 1e308 0 -1e308 1", nil, "too large"),
      ("Catalog color: System labelColor", nil, "name of a colour"),
      ("<UIDynamicSystemColor: 0x600; name = labelColor>", nil, "name of a colour"),
    ] as [(String, ColorTextError.Part?, String)])
  func refusals(_ text: String, _ part: ColorTextError.Part?, _ reason: String) {
    do {
      let color = try PreferenceColor(text)
      Issue.record("\(text) is \(color)")
    } catch {
      #expect(error.part == part, "\(error)")
      #expect(error.text == text || text.hasPrefix(" ") || error.reason.contains(reason))
      #expect(error.description.contains(reason), "\(error)")
    }
  }

  @Test("names are references, with what knows them")
  func references() throws {
    func reference(_ text: String) throws -> ColorReference? {
      guard case .reference(let reference) = try ColorText(text).source else { return nil }
      return reference
    }
    #expect(
      try reference("Catalog color: System labelColor")
        == ColorReference("labelColor", platform: "System"))
    #expect(
      try reference("<UIDynamicCatalogColor: 0x6000; name = Accent>")
        == ColorReference("Accent", platform: "ios"))
  }

  @Test("a description reads back as the same colour, bit for bit, 20,000 random ones")
  func descriptions() throws {
    var generator = SystemRandomNumberGenerator()
    for round in 0..<20_000 {
      func part() -> Double {
        round % 2 == 0
          ? .random(in: -2...2, using: &generator)
          : Double(Int.random(in: 0...255, using: &generator)) / 255
      }
      let space = PreferenceColor.Space.allCases[round % 6]
      let white = part()
      let color =
        space == .gray
        ? PreferenceColor(gray: white, alpha: part())
        : PreferenceColor(space, red: white, green: part(), blue: part(), alpha: part())
      #expect(try PreferenceColor(color.description) == color)
      #expect(try PreferenceColor(color.css).isVisuallyEqual(to: color, tolerance: 1e-9))
    }
  }

  @Test("a text longer than any form is refused before it is looked at")
  func tooLong() throws {
    let blanks = String(repeating: " ", count: 1019)
    #expect(try PreferenceColor(blanks + "1 1 1") == .white)
    let error = #expect(throws: ColorTextError.self) { try PreferenceColor(" " + blanks + "1 1 1") }
    #expect(error?.reason == "it has more than 1024 bytes of UTF-8")
  }

  @Test("any text is a colour or an error, never a trap")
  func anyText() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "#", "FF", "color(", "srgb", "display-p3", " ", "1", "0.5", "/", ")", ",", "rgb(", "%", "é",
      "none", "-", "e9", "UIExtendedSRGBColorSpace", "colorspace", "Catalog color: ", "\u{0}", "(",
      "<UIDynamic", "; name = ", ">", "NSCalibratedWhiteColorSpace", "\u{301}",
    ]
    for _ in 0..<50_000 {
      let text = (0..<Int.random(in: 0...8, using: &generator))
        .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
      if let reading = try? ColorText(text), case .color(let color) = reading.source {
        #expect(color.red.isFinite && color.alpha.isFinite, "\(text)")
      }
    }
  }
}
