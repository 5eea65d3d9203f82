import Preferences
import Testing

@testable import PreferencesImport

@Suite("colour sets")
struct ColorSetTests {
  /// A colour set of entries without blanks.
  private func read(
    _ entries: String, assume: ImportOptions.AssumedColorSpace? = nil
  ) throws -> ImportResult {
    var options = ImportOptions(namespace: "N")
    options.assumedColorSpace = assume
    let text = #"{"colors":[\#(entries)],"info":{"author":"xcode","version":1}}"#
    return try PreferencesImporter.read(Array(text.utf8), options)
  }

  private static func entry(
    _ space: String, _ components: String, _ more: String = ""
  ) -> String {
    #"{"idiom":"universal","color":{"color-space":"\#(space)","components":{\#(components)}}\#(more)}"#
  }

  private static func rgb(_ r: String, _ g: String, _ b: String, alpha: String = "\"1.000\"")
    -> String
  {
    #""red":\#(r),"green":\#(g),"blue":\#(b),"alpha":\#(alpha)"#
  }

  private static func when(_ conditions: (String, String)...) -> String {
    let list = conditions.map { #"{"appearance":"\#($0)","value":"\#($1)"}"# }
    return #","appearances":[\#(list.joined(separator: ","))]"#
  }

  @Test(
    "all six colour spaces are read, each as itself (B11)",
    arguments: [
      ("srgb", PreferenceColor(red: 0.25, green: 0.5, blue: 0.75)),
      ("display-p3", PreferenceColor(.displayP3, red: 0.25, green: 0.5, blue: 0.75)),
      ("extended-srgb", PreferenceColor(.extendedSRGB, red: -0.25, green: 0.5, blue: 1.5)),
      (
        "extended-linear-srgb",
        PreferenceColor(.extendedLinearSRGB, red: -0.25, green: 0.5, blue: 1.5)
      ),
      ("gray-gamma-22", PreferenceColor(gray: 0.5)),
      ("extended-gray", PreferenceColor(gray: 1.5)),
    ])
  func spaces(_ space: String, _ color: PreferenceColor) throws {
    let components =
      color.space == .gray
      ? #""white":"\#(color.red)""# : Self.rgb(#""\#(color.red)""#, #""0.5""#, #""\#(color.blue)""#)
    let result = try read(Self.entry(space, components))
    #expect(result.preferences.first?.value.color == AdaptiveColor(color))
    #expect(result.report.leftOut == [])
    #expect(result.report.taken.first?.outcome == .taken)
  }

  @Test(
    "what is unknown is named (B11)",
    arguments: [
      (
        entry("lab", rgb(#""0.1""#, #""0.1""#, #""0.1""#)),
        "unknown color-space 'lab', expected one of display-p3, extended-gray, "
          + "extended-linear-srgb, extended-srgb, gray-gamma-22, srgb"
      ),
      (
        entry("srgb", #""white":"0.5""#),
        "unknown component 'white', expected red, green, blue, alpha"
      ),
      (entry("srgb", #""red":"0.5","green":"0.5""#), "the component blue is missing"),
      (
        entry("srgb", rgb(#""0.1""#, #""blue""#, #""0.1""#)),
        "green: expected 0.5, 0x80 or a whole number up to 255, found 'blue'"
      ),
      (
        entry("srgb", rgb(#""256""#, #""0""#, #""0""#)),
        "red: expected 0.5, 0x80 or a whole number up to 255, found '256'"
      ),
      (
        entry("srgb", rgb(#""0x100""#, #""0""#, #""0""#)),
        "red: expected 0.5, 0x80 or a whole number up to 255, found '0x100'"
      ),
      (
        entry("srgb", rgb(#""0x+1""#, #""0""#, #""0""#)),
        "red: expected 0.5, 0x80 or a whole number up to 255, found '0x+1'"
      ),
      (
        entry("srgb", rgb(#""1e400""#, #""0""#, #""0""#)),
        "red: expected 0.5, 0x80 or a whole number up to 255, found '1e400'"
      ),
      (
        entry("srgb", rgb("255", "0", "0")), "red: expected a number from 0 to 1, found 255"
      ),
      (
        entry("srgb", rgb("null", "0", "0")), "red: expected text or a number, found null"
      ),
      (
        entry("srgb", rgb("0", "0", "0"), when(("luminosity", "tinted"))),
        "unknown appearance 'luminosity tinted'"
      ),
      (#"{"idiom":"universal","color":{}}"#, "expected components or a reference"),
      (#"{"idiom":"universal","color":{"reference":1}}"#, "expected a name as reference"),
      (#"{"idiom":"universal","color":"red"}"#, "expected an object as color, found text"),
    ])
  func unknown(_ entry: String, _ reason: String) throws {
    let good = Self.entry("srgb", Self.rgb("1", "0", "0"), Self.when(("contrast", "high")))
    let result = try read(entry + "," + good)
    #expect(result.report.leftOut == [.init(path: "colors[0]", reason: reason)])
    #expect(colors(result) == ["color": "any-high #FF0000"])
  }

  @Test(
    "a component is read by its own form (B10)",
    arguments: [
      (#""50""#, #""205""#, #""50""#, #""1.000""#, "any #32CD32"),
      (#""0x32""#, #""0xCD""#, #""0X32""#, #""1.000""#, "any #32CD32"),
      (#""0.196""#, #""0.804""#, #""0.196""#, #""1.0""#, "any #32CD32"),
      (#""1""#, #""255""#, #""0""#, #""0x80""#, "any #01FF0080"),
      ("0.5", "1", "0", "0.2", "any #80FF0033"),
      (#""1.000""#, #""1e-05""#, #""1.0e0""#, #""51""#, "any #FF00FF33"),
    ])
  func forms(_ r: String, _ g: String, _ b: String, _ alpha: String, _ color: String) throws {
    let result = try read(Self.entry("srgb", Self.rgb(r, g, b, alpha: alpha)))
    #expect(colors(result) == ["color": color])
  }

  @Test("luminosity and contrast combine to six variants")
  func variants() throws {
    let conditions = [
      "", Self.when(("luminosity", "light")), Self.when(("luminosity", "dark")),
      Self.when(("contrast", "high")),
      Self.when(("luminosity", "light"), ("contrast", "high")),
      Self.when(("contrast", "high"), ("luminosity", "dark")),
    ]
    let entries = conditions.enumerated().map {
      Self.entry("srgb", Self.rgb(#""\#($0.offset)""#, #""0""#, #""0""#), $0.element)
    }
    let result = try read(entries.joined(separator: ","))
    #expect(
      colors(result) == [
        "color": "any #000000, light #010000, dark #020000, any-high #030000, "
          + "light-high #040000, dark-high #050000"
      ])
    let again = try read(entries[0] + "," + entries[0])
    #expect(
      again.report.leftOut == [.init(path: "colors[1]", reason: "another colour for any is taken")])
  }

  @Test("the universal idiom is taken, others are told; without one, the first idiom")
  func idioms() throws {
    func entry(_ idiom: String, _ red: String) -> String {
      Self.entry("srgb", Self.rgb(red, "0", "0"))
        .replacing("universal", with: idiom)
    }
    let result = try read([entry("mac", "1"), entry("universal", "0")].joined(separator: ","))
    #expect(colors(result) == ["color": "any #000000"])
    #expect(
      result.report.leftOut == [
        .init(path: "colors[0]", reason: "for the idiom 'mac'; the one for universal is taken")
      ])
    let other = try read([entry("mac", "1"), entry("ipad", "0")].joined(separator: ","))
    #expect(colors(other) == ["color": "any #FF0000"])
    #expect(other.report.taken.first?.note == "for the idiom mac, none is universal")
    #expect(other.report.leftOut.map(\.path) == ["colors[1]"])
  }

  @Test("a colour for all gamuts goes before those for one")
  func gamuts() throws {
    let wide = Self.entry("display-p3", Self.rgb("1", "0", "0"), #","display-gamut":"display-P3""#)
    let all = Self.entry("srgb", Self.rgb("0", "1", "0"))
    let result = try read([wide, all].joined(separator: ","))
    #expect(colors(result) == ["color": "any #00FF00"])
    #expect(
      result.report.leftOut == [
        .init(
          path: "colors[0]",
          reason: "another colour for any is taken; only for display-gamut display-P3")
      ])
    #expect(try read(wide).report.taken.first?.note == "any: only for display-gamut display-P3")
  }

  @Test("numbers without a space are sRGB, or what the options assume, and that is told")
  func unnamedSpace() throws {
    let entry = Self.entry("srgb", Self.rgb("0", "1", "0"))
      .replacing(#""color-space":"srgb","#, with: "")
    let plain = try read(entry)
    #expect(colors(plain) == ["color": "any #00FF00"])
    #expect(plain.report.taken.first?.note == "any: RGB without a named space, taken as sRGB")
    let calibrated = try read(entry, assume: .calibrated)
    #expect(colors(calibrated) == ["color": "any #00F900"])
    #expect(calibrated.report.taken.first?.outcome == .converted)
  }

  @Test("a colour goes under the key of the options; other JSON is no colour set")
  func keyAndRecognition() throws {
    let text = #"{"colors":[{"idiom":"universal","color":{"reference":"x"}}]}"#
    #expect(Array(try imported(Array(text.utf8), key: "accent").keys) == ["accent"])
    for other in [
      #"{"colors":["red"]}"#, #"{"colors":[],"a":1}"#, #"{"colors":[{"a":1}]}"#,
      #"{"colors":[{"idiom":"x"}],"name":"y"}"#, #"{"colors":[]}"#,
    ] {
      #expect(ImportFormat.detect(Array(other.utf8))?.word == "json", "\(other)")
    }
    #expect(try read("").report.leftOut == [.init(path: "colors", reason: "unset")])
  }
}
