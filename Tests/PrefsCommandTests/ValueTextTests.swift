import Preferences
import Testing

@testable import prefs

@Suite("Values as text")
struct ValueTextTests {
  static let accepted: [(StoredType, String, StoredValue.Storage, String)] = [
    (.bool, "true", .integer(1), "true"), (.bool, "YES", .integer(1), "true"),
    (.bool, "on", .integer(1), "true"), (.bool, "1", .integer(1), "true"),
    (.bool, "false", .integer(0), "false"), (.bool, "No", .integer(0), "false"),
    (.bool, "off", .integer(0), "false"), (.bool, "0", .integer(0), "false"),
    (.int, "0", .integer(0), "0"), (.int, "-5", .integer(-5), "-5"),
    (.int, "+7", .integer(7), "7"), (.int, "007", .integer(7), "7"),
    (.int, "9223372036854775807", .integer(.max), "9223372036854775807"),
    (.int, "-9223372036854775808", .integer(.min), "-9223372036854775808"),
    (.real, "1", .real(1), "1.0"), (.real, "0.1", .real(0.1), "0.1"),
    (.real, "-1e-7", .real(-1e-7), "-1e-07"), (.real, ".5", .real(0.5), "0.5"),
    (.real, "1e308", .real(1e308), "1e+308"), (.real, "-0", .real(-0.0), "-0.0"),
    (.real, "inf", .real(.infinity), "inf"), (.real, "-Infinity", .real(-.infinity), "-inf"),
    (.text, "", .text(""), ""), (.text, " a\nb ", .text(" a\nb "), " a\nb "),
    (.text, "true", .text("true"), "true"),
    (.data, "aGk=", .blob([104, 105]), "aGk="), (.data, "", .blob([]), ""),
    (.data, "/+8=", .blob([255, 239]), "/+8="),
    (.date, "1970-01-01T00:00:00Z", .integer(0), "1970-01-01T00:00:00.000Z"),
    (
      .date, "2026-03-01T12:30:00.25+01:00", .integer(1_772_364_600_250),
      "2026-03-01T11:30:00.250Z"
    ),
    (
      .date, "2024-02-29 23:59:59,9996z", .integer(1_709_251_199_999),
      "2024-02-29T23:59:59.999Z"
    ),
    (.date, "1969-12-31T23:59:59.999Z", .integer(-1), "1969-12-31T23:59:59.999Z"),
    (.date, "0000-01-01T00:00:00Z", .integer(-62_167_219_200_000), "0000-01-01T00:00:00.000Z"),
    (
      .date, "9999-12-31T23:59:59.999Z", .integer(253_402_300_799_999),
      "9999-12-31T23:59:59.999Z"
    ),
    (.date, "2000-01-01t00:00:00-0330", .integer(946_697_400_000), "2000-01-01T03:30:00.000Z"),
    (.date, "@1500", .integer(1500), "1970-01-01T00:00:01.500Z"),
    (.date, "@-9223372036854775808", .integer(.min), "@-9223372036854775808"),
    (
      .url, "https://example.com/a?b=c#d", .text("https://example.com/a?b=c#d"),
      "https://example.com/a?b=c#d"
    ),
    (.url, "../relative", .text("../relative"), "../relative"),
    (
      .uuid, "6f2a1c3e-9b1d-4e57-8a40-0c1d2e3f4a5b",
      .text("6F2A1C3E-9B1D-4E57-8A40-0C1D2E3F4A5B"), "6F2A1C3E-9B1D-4E57-8A40-0C1D2E3F4A5B"
    ),
    (.json, " {\"b\" : [1, 2.50,null]} ", .text("{\"b\":[1,2.50,null]}"), "{\"b\":[1,2.50,null]}"),
    (.json, "\"\\u00e9\"", .text("\"é\""), "\"é\""),
    (
      .date, "+012026-01-01T00:00:00Z", .integer(317_336_745_600_000), "+012026-01-01T00:00:00.000Z"
    ),
    (.color, "#fff", .components(red: 1, green: 1, blue: 1, alpha: 1), "#FFFFFF"),
    (.color, "#F008", .components(red: 1, green: 0, blue: 0, alpha: 8.0 / 15), "#FF000088"),
    (.color, "#ff8800", .components(red: 1, green: 136.0 / 255, blue: 0, alpha: 1), "#FF8800"),
    (
      .color, "#00000080", .components(red: 0, green: 0, blue: 0, alpha: 128.0 / 255),
      "#00000080"
    ),
    (.color, "1,0.5,0", .components(red: 1, green: 0.5, blue: 0, alpha: 1), "#FF8000"),
    (
      .color, "0.2, 0.4 ,0.6, 0.5", .components(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.5),
      "#33669980"
    ),
    (.color, "0 0 1 0.5", .components(red: 0, green: 0, blue: 1, alpha: 0.5), "#0000FF80"),
    (
      .color, "1.25 -0.5 0", .components(red: 1.25, green: -0.5, blue: 0, alpha: 1),
      "color(srgb 1.25 -0.5 0 / 1)"
    ),
    (
      .color, "color(srgb 1.25 -0.5 0 / 1)",
      .components(red: 1.25, green: -0.5, blue: 0, alpha: 1), "color(srgb 1.25 -0.5 0 / 1)"
    ),
    (
      .color, "color(srgb 2 0.5 0 / 1)",
      .components(red: 2, green: 0.5, blue: 0, alpha: 1), "color(srgb 2 0.5 0 / 1)"
    ),
    (.appearance, "system", .text("system"), "system"),
    (.appearance, "Dark", .text("dark"), "dark"),
    (.null, "null", .null, "null"),
  ]

  @Test("every form of a type is read, and printed in one form", arguments: accepted)
  func good(tag: StoredType, text: String, storage: StoredValue.Storage, printed: String) throws {
    let type = try #require(ValueType.of(tag))
    let value = try ValueText.parse(text, for: "a.b", type: type)
    #expect(value == StoredValue(type: tag, storage: storage))
    #expect(ValueText.print(value) == printed)
    #expect(try ValueText.print(ValueText.parse(printed, for: "a.b", type: type)) == printed)
  }

  static let refused: [(StoredType, [String])] = [
    (.bool, ["", "2", "ja", "true ", "t"]),
    (.int, ["", "1.0", " 1", "1 ", "0x10", "1_000", "9223372036854775808", "1e3", "١"]),
    (
      .real, ["", "nan", "-nan", "0x1p3", "1,5", "1.5x", "1e999", "-1e999", " 1", "1 ", "--1", "."]
    ),
    (.data, ["a", "aGk", "a b=", "?"]),
    (
      .date,
      [
        "", "2026", "2026-03-01", "2026-03-01T12:00", "1700000000", "2026-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00.Z",
        "2026-1-1T00:00:00Z",
        "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00Zx", "2026-01-01T00:00:00+1", "@", "@1.5",
        "@9223372036854775808", "-001-01-01T00:00:00Z",
        "٢٠٢٦-01-01T00:00:00Z",
      ]
    ),
    (.url, ["", "a b", "http://[", "http://example.com/\u{7}"]),
    (
      .uuid,
      [
        "", "6f2a1c3e9b1d4e578a400c1d2e3f4a5b", "6f2a1c3e-9b1d-4e57-8a40-0c1d2e3f4a5",
        "6f2a1c3e-9b1d-4e57-8a40-0c1d2e3f4a5g",
      ]
    ),
    (
      .color,
      [
        "", "#", "#f", "#ff", "#fffff", "#ggg", "#fffffff", "red", "1,2", "1,2,3", "255,0,0",
        "1,,0", "0 0", "0 0 0 0 0", "nan 0 0", "inf,0,0", "color(srgb 1 0)", "color(p3 1 0 0 / 1)",
        "1,0,0,", "#٣٣٣",
      ]
    ),
    (.json, ["", "{", "{a:1}", "[1,]", "nan", "{\"a\":1,\"a\":2}", "1 2", "'x'"]),
    (.appearance, ["", "blue", "auto", "dark "]),
    (.null, ["", "nil", "NULL"]),
  ]

  @Test("what does not fit is refused with key, type and text", arguments: refused)
  func bad(tag: StoredType, texts: [String]) throws {
    let type = try #require(ValueType.of(tag))
    for text in texts {
      let failure = #expect(throws: Failure.self, "\(tag) '\(text)'") {
        try ValueText.parse(text, for: "a.b", type: type)
      }
      #expect(failure?.code == .badData)
      #expect(failure?.message.hasPrefix("a.b: expected \(tag) (") == true)
      #expect(failure?.message.hasSuffix("found '\(text.shown)'") == true)
    }
  }

  @Test(
    "without a type only the plain case is guessed",
    arguments: [
      ("true", StoredType.bool), ("false", .bool), ("yes", .text), ("True", .text),
      ("1", .int), ("0", .int), ("-5", .int), ("+5", .text), ("007", .text), ("1_0", .text),
      ("1.5", .real), ("1e3", .real), ("-0.5", .real), ("01.5", .text), ("1.", .text),
      (".5", .text),
      ("1.2.3", .text), ("inf", .text), ("nan", .text), ("", .text), (" 1", .text),
      ("#fff", .color), ("#FF880080", .color), ("#tag", .text), ("#12345", .text), ("1,0,0", .text),
      ("null", .text), ("dark", .text), ("2026-03-01T00:00:00Z", .text), ("١٢", .text),
    ])
  func guesses(text: String, tag: StoredType) throws {
    #expect(try ValueText.parse(text, for: "a.b").type == tag)
    #expect(try ValueText.parse(text, for: "a.b", stored: .null).type == tag)
  }

  @Test(
    "a number that no type can hold is not turned into text behind one's back",
    arguments: ["9223372036854775808", "-99999999999999999999", "1e999"])
  func outOfRange(text: String) {
    let failure = #expect(throws: Failure.self) { try ValueText.parse(text, for: "a.b") }
    #expect(failure?.message.contains("out of range") == true)
  }

  @Test("the stored type wins over the guess, and --type over both")
  func precedence() throws {
    #expect(try ValueText.parse("5", for: "a.b", stored: .text) == .text("5"))
    #expect(try ValueText.parse("5", for: "a.b", stored: .real) == .real(5))
    #expect(try ValueText.parse("1", for: "a.b", stored: .bool) == .bool(true))
    #expect(try ValueText.parse("#000", for: "a.b", stored: .colorBlob).type == .color)
    let type = ValueType.of(.text)
    #expect(try ValueText.parse("5", for: "a.b", stored: .int, type: type) == .text("5"))
    #expect(throws: Failure.self) { try ValueText.parse("x", for: "a.b", stored: .int) }
  }

  @Test("a type of a newer version is not overwritten unless told")
  func newerType() throws {
    let stored = StoredType(rawValue: "gradient")
    let failure = #expect(throws: Failure.self) {
      try ValueText.parse("x", for: "a.b", stored: stored)
    }
    #expect(failure?.message.contains("'gradient'") == true)
    let type = ValueType.of(.text)
    #expect(try ValueText.parse("x", for: "a.b", stored: stored, type: type) == .text("x"))
  }

  @Test("what does not fit its tag, or has a newer one, is printed as it is stored")
  func printsAnything() {
    func print(_ tag: String, _ storage: StoredValue.Storage) -> String {
      ValueText.print(StoredValue(type: StoredType(rawValue: tag), storage: storage))
    }
    #expect(print("gradient", .text("a")) == "a")
    #expect(print("gradient", .blob([104, 105])) == "aGk=")
    #expect(print("gradient", .integer(3)) == "3")
    #expect(print("gradient", .null) == "null")
    #expect(print("int", .real(1.5)) == "1.5")
    #expect(print("text", .malformedText([104, 255])) == "h\u{FFFD}")
    #expect(print("color_blob", .blob(Array("{}".utf8))) == "{}")
  }

  @Test("the example of every type reads and prints back", arguments: ValueType.all.map(\.tag))
  func examples(tag: StoredType) throws {
    let type = try #require(ValueType.of(tag))
    for text in [type.example] + type.words {
      #expect(try ValueText.print(ValueText.parse(text, for: "a.b", type: type)) == text)
    }
  }
}
