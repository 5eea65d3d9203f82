import Preferences
import Testing

/// The check values are those of CSS Color 4 and its tests, and of archives that hold both sides.
@Suite("conversion of colours")
struct ColorConversionTests {
  /// Whether the first three components are these, to 1e-4.
  static func expect(
    _ color: PreferenceColor, _ red: Double, _ green: Double, _ blue: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (found, expected) in [(color.red, red), (color.green, green), (color.blue, blue)] {
      #expect(abs(found - expected) < 1e-4, "\(color)", sourceLocation: sourceLocation)
    }
  }

  @Test("Display P3 to sRGB, by the check values of the standard")
  func displayP3() {
    func sRGB(_ red: Double, _ green: Double, _ blue: Double) -> PreferenceColor {
      PreferenceColor(.displayP3, red: red, green: green, blue: blue).converted(to: .sRGB)
    }
    Self.expect(sRGB(1, 0, 0), 1.09307, -0.22674, -0.15013)
    Self.expect(sRGB(0.465377, 0.532768, 0.317713), 0.448436, 0.53537, 0.288113)
    Self.expect(sRGB(1, 0.3, 0.7), 1.08661, 0.20368, 0.71293)
    #expect(sRGB(0.21604, 0.49418, 0.13151).hex == "#008000")
    #expect(sRGB(1, 0, 0).space == .extendedSRGB)
    Self.expect(
      PreferenceColor(red: 1.09307, green: -0.22674, blue: -0.15013).converted(to: .displayP3),
      1, 0, 0)
  }

  @Test("light in the primaries of sRGB, also beyond 0 to 1")
  func linear() {
    let light = PreferenceColor(.linearSRGB, red: -0.05, green: 0.2140411, blue: 1.5)
    #expect(light.space == .extendedLinearSRGB)
    Self.expect(light.converted(to: .extendedSRGB), -0.2478, 0.5, 1.1942)
  }

  @Test("white and every gray stay exactly gray in every space")
  func grays() {
    for step in 0...1000 {
      let gray = Double(step) / 1000
      for space in PreferenceColor.Space.allCases {
        for target in PreferenceColor.Space.allCases {
          let color = PreferenceColor(space, red: gray, green: gray, blue: gray)
            .converted(to: target)
          #expect(color.red == color.green && color.green == color.blue)
          if gray == 0 || gray == 1 { #expect(color.red == gray) }
        }
      }
    }
    #expect(
      PreferenceColor(gray: 0.3).converted(to: .sRGB)
        == PreferenceColor(red: 0.3, green: 0.3, blue: 0.3))
    #expect(PreferenceColor(gray: 0.3).converted(to: .displayP3).green == 0.3)
  }

  @Test("to Display P3 and back, 100,000 random colours: less than 1e-12 away")
  func roundTrip() {
    var generator = SystemRandomNumberGenerator()
    var worst = 0.0
    for _ in 0..<100_000 {
      func part() -> Double { .random(in: -0.25...1.25, using: &generator) }
      let color = PreferenceColor(red: part(), green: part(), blue: part())
      let back = color.converted(to: .displayP3).converted(to: .sRGB)
      let error = max(
        abs(color.red - back.red), abs(color.green - back.green), abs(color.blue - back.blue))
      // At the joint of the curve's two branches the standard itself jumps by 3e-8.
      if error < 1e-7, error > 1e-12, Self.isAtTheJoint(color.converted(to: .displayP3)) {
        continue
      }
      worst = max(worst, error)
    }
    #expect(worst < 1e-12)
  }

  private static func isAtTheJoint(_ color: PreferenceColor) -> Bool {
    [color.red, color.green, color.blue].contains { abs(abs($0) - 0.04045) < 1e-6 }
  }

  @Test("calibrated colours of macOS, by pairs that files hold")
  func calibrated() {
    let report = ImportedColor.genericRGB(red: 24.0 / 255, green: 27.0 / 255, blue: 32.0 / 255)
    #expect(report.color.hex == "#20242B")
    #expect(ImportedColor.genericRGB(red: 0, green: 1, blue: 0).color.hex == "#00F900")
    #expect(ImportedColor.genericRGB(red: 1, green: 1, blue: 1).color == .white)
    let gray = ImportedColor.genericGray(0.602715373).color
    #expect(abs(gray.red * 255 - 170) < 0.01 && gray.red == gray.green && gray.green == gray.blue)
  }

  @Test("Lab, Adobe RGB and ink")
  func imported() {
    let base03 = ImportedColor.lab(lightness: 15, a: -12, b: -12).color
    #expect(base03.hex == "#002B36")
    #expect(ImportedColor.lab(lightness: 100, a: 0, b: 0).color.hex == "#FFFFFF")
    #expect(ImportedColor.adobeRGB(red: 1, green: 1, blue: 1).color == .white)
    Self.expect(ImportedColor.adobeRGB(red: 0, green: 1, blue: 0).color, -0.663950, 1, -0.229161)
    #expect(
      ImportedColor.cmyk(cyan: 0, magenta: 1, yellow: 1, black: 0.5).color
        == PreferenceColor(red: 0.5, green: 0, blue: 0))
  }

  @Test("a gray of a colour keeps its luminance")
  func luminance() {
    Self.expect(PreferenceColor.green.converted(to: .gray), 0.862465, 0.862465, 0.862465)
    #expect(abs(PreferenceColor.white.contrastRatio(to: .black) - 21) < 1e-12)
    #expect(abs(PreferenceColor(hex6: 0x777777).contrastRatio(to: .white) - 4.478) < 0.001)
  }

  @Test("two colours look the same when nobody could tell them apart")
  func visualEquality() {
    let color = PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.7)
    let same = color.converted(to: .extendedSRGB)
    #expect(color != same)
    #expect(color.isVisuallyEqual(to: same))
    #expect(!color.isVisuallyEqual(to: .red))
    #expect(PreferenceColor(white: 0.5).isVisuallyEqual(to: PreferenceColor(gray: 0.501)))
    #expect(!PreferenceColor(white: 0.5).isVisuallyEqual(to: PreferenceColor(gray: 0.503)))
    #expect(
      PreferenceColor(white: 0, alpha: 0).isVisuallyEqual(to: PreferenceColor(gray: 1, alpha: 0)))
    #expect(!PreferenceColor.black.isVisuallyEqual(to: .clear))
  }

  @Test(
    "components as large as numbers go stay numbers, and keep their colour",
    arguments: PreferenceColor.Space.allCases)
  func huge(_ space: PreferenceColor.Space) {
    let color = PreferenceColor(space, red: 1e308, green: 0, blue: -1e308)
    for target in PreferenceColor.Space.allCases {
      let converted = color.converted(to: target)
      #expect(converted.red.isFinite && converted.green.isFinite && converted.blue.isFinite)
    }
    #expect(color.hex == "#FF0000")
    #expect(PreferenceColor(space, red: 1e308, green: 1e308, blue: 1e308).hex == "#FFFFFF")
  }

  @Test("a colour has one form: extended where it is beyond, sRGB where its gray is none")
  func normalForm() {
    var color = PreferenceColor(.extendedSRGB, red: 0.1, green: 0.2, blue: 0.3)
    #expect(color.space == .sRGB)
    color.blue = 1.5
    #expect(color.space == .extendedSRGB)
    #expect(color.clamped.space == .sRGB)
    var gray = PreferenceColor(gray: 0.5)
    gray.red = 0.75
    #expect(gray == PreferenceColor(red: 0.75, green: 0.5, blue: 0.5))
    #expect(PreferenceColor(red: -0.0, green: 0, blue: 0).red.sign == .plus)
  }
}

extension PreferenceColor {
  fileprivate init(hex6 value: Int) {
    self.init(
      red: Double(value >> 16 & 255) / 255, green: Double(value >> 8 & 255) / 255,
      blue: Double(value & 255) / 255)
  }
}
