import Testing

@testable import Preferences

/// What SwiftUI makes of a colour: its light, in single precision.
@Suite("colours in single precision")
struct SinglePrecisionTests {
  private func returned(
    _ color: PreferenceColor, in space: PreferenceColor.Space? = nil
  ) -> PreferenceColor {
    let light = color.converted(to: .linearSRGB)
    return PreferenceColor(
      linearRed: Float(light.red), green: Float(light.green), blue: Float(light.blue),
      opacity: Float(light.alpha), in: space ?? color.space)
  }

  @Test("a colour of 8 bits or of three decimals comes back as the same numbers")
  func exact() {
    for space in [PreferenceColor.Space.sRGB, .displayP3, .gray] {
      for steps in [255, 1000] {
        for step in 0...steps {
          let part = Double(step) / Double(steps)
          let gray = PreferenceColor(space, red: part, green: part, blue: part, alpha: part)
          #expect(returned(gray) == gray)
          guard space != .gray else { continue }
          let vivid = PreferenceColor(space, red: part, green: 1 - part, blue: 0, alpha: 1 - part)
          #expect(returned(vivid).isClose(to: vivid, within: 1e-15))
          let mixed = PreferenceColor(
            space, red: Double(step * 7 % steps) / Double(steps), green: 0.2,
            blue: Double(step * 31 % steps) / Double(steps))
          #expect(returned(mixed) == mixed)
        }
      }
    }
  }

  @Test("other numbers move by less than a thousandth of a step of 8 bits")
  func near() {
    for step in 0..<10_000 {
      let part = Double(step) / 7919 - 0.1
      let color = PreferenceColor(red: part, green: 0.12345, blue: 1 - part)
      #expect(returned(color).isClose(to: color, within: 0.001 / 255))
    }
  }

  @Test("the space is the one asked for; a gray that gets a hue becomes sRGB")
  func space() {
    let red = PreferenceColor(.displayP3, red: 1, green: 0, blue: 0)
    #expect(returned(red, in: .displayP3) == red)
    #expect(returned(red, in: .sRGB).space == .extendedSRGB)
    #expect(returned(red, in: .sRGB).isVisuallyEqual(to: red))
    #expect(returned(.red, in: .gray) == .red)
    #expect(returned(.white, in: .gray) == PreferenceColor(gray: 1))
    #expect(returned(.red, in: .linearSRGB).space == .linearSRGB)
  }

  @Test("what is not a number stays none")
  func notANumber() {
    let color = PreferenceColor(linearRed: .nan, green: 0, blue: .infinity, opacity: 1)
    #expect(color.red.isNaN && color.blue == .infinity && color.green == 0)
  }
}

extension PreferenceColor {
  fileprivate func isClose(to other: PreferenceColor, within distance: Double) -> Bool {
    space == other.space && abs(red - other.red) <= distance
      && abs(green - other.green) <= distance && abs(blue - other.blue) <= distance
      && abs(alpha - other.alpha) <= distance
  }
}
