import Foundation
import Preferences
import Testing

@Suite("variants of a colour")
struct AdaptiveColorTests {
  static func gray(_ white: Double) -> PreferenceColor { PreferenceColor(white: white) }

  @Test("the nearest variant that is given is shown")
  func resolution() {
    let all = AdaptiveColor(
      any: Self.gray(0), light: Self.gray(0.1), dark: Self.gray(0.2), anyHigh: Self.gray(0.3),
      lightHigh: Self.gray(0.4), darkHigh: Self.gray(0.5))
    #expect(all.resolved(for: .system) == Self.gray(0))
    #expect(all.resolved(for: .light) == Self.gray(0.1))
    #expect(all.resolved(for: .dark) == Self.gray(0.2))
    #expect(all.resolved(for: .system, contrast: .high) == Self.gray(0.3))
    #expect(all.resolved(for: .light, contrast: .high) == Self.gray(0.4))
    #expect(all.resolved(for: .dark, contrast: .high) == Self.gray(0.5))
    // dark + high, dark, any + high, any
    var some = all
    some[.darkHigh] = nil
    #expect(some.resolved(for: .dark, contrast: .high) == Self.gray(0.2))
    some[.dark] = nil
    #expect(some.resolved(for: .dark, contrast: .high) == Self.gray(0.3))
    some[.anyHigh] = nil
    #expect(some.resolved(for: .dark, contrast: .high) == Self.gray(0))
    #expect(some.resolved(for: .dark) == Self.gray(0))
  }

  @Test("without a colour for any appearance, light stands in; the last variant stays")
  func lightOnly() {
    var color = AdaptiveColor(any: .white, light: .black)
    color[.any] = nil
    #expect(color.resolved(for: .dark) == .black)
    #expect(color.resolved(for: .system, contrast: .high) == .black)
    color[.light] = nil
    #expect(color[.light] == .color(.black))
  }

  @Test("an unknown name gives no colour rather than another variant's")
  func references() {
    var color = AdaptiveColor(any: .white)
    color[.dark] = .reference(ColorReference("labelColor", platform: "ios"))
    #expect(color.resolved(for: .light) == .white)
    #expect(color.resolved(for: .dark) == nil)
    let fallback = AdaptiveColor(any: .black, dark: .red)
    color[.dark] = .reference(ColorReference("labelColor", platform: "ios", fallback: fallback))
    #expect(color.resolved(for: .dark) == .red)
    #expect(color.color == nil && color.reference == nil)
    #expect(AdaptiveColor(ColorReference("a.b")).reference == ColorReference("a.b"))
    #expect(AdaptiveColor(.red).color == .red)
    #expect(
      "\(AdaptiveColor(any: .white, dark: .black, darkHigh: .red))"
        == "#FFFFFF, dark #000000, dark-high #FF0000")
  }

  @Test("coders of others keep a colour, too")
  func codable() throws {
    let color = PreferenceColor(.displayP3, red: 1, green: 0.5, blue: 0.25, alpha: 0.5)
    let data = try JSONEncoder().encode(color)
    #expect(try JSONDecoder().decode(PreferenceColor.self, from: data) == color)
    let old = Data(#"{"red":1,"green":0.5,"blue":0.25,"opacity":0.5}"#.utf8)
    #expect(
      try JSONDecoder().decode(PreferenceColor.self, from: old)
        == PreferenceColor(red: 1, green: 0.5, blue: 0.25, alpha: 0.5))
    let adaptive = AdaptiveColor(any: color, dark: .red)
    let list = try PropertyListEncoder().encode([adaptive])
    #expect(try PropertyListDecoder().decode([AdaptiveColor].self, from: list) == [adaptive])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([AdaptiveColor].self, from: Data(#"["nothing"]"#.utf8))
    }
  }
}
