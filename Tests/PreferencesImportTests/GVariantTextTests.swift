import Preferences
import Testing

@testable import PreferencesImport
import TestSupport

@Suite("GVariant text")
struct GVariantTextTests {
  private func value(_ text: String, as type: String? = nil) throws -> StoredValue {
    try GVariantText.read(text, as: type.map { try #require(GVariantType($0)) }).value
  }

  private func reason(_ text: String, as type: String? = nil) -> String {
    do {
      return "no error: \(try value(text, as: type))"
    } catch let error as PropertyList.Unsayable {
      return error.reason
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "the text tells its type",
    arguments: [
      ("true", .bool(true)), ("1", .int(1)), ("-0x10", .int(-16)), ("010", .int(8)),
      ("uint32 0", .int(0)), ("'uint32 0'", .text("uint32 0")), ("@t 5", .int(5)),
      ("uint64 18446744073709551615", .json("18446744073709551615")), ("byte 0xff", .int(255)),
      ("1.0", .real(1)), ("double 100", .real(100)), ("-inf", .real(-.infinity)),
      ("1e3", .real(1000)), (#""it's""#, .text("it's")),
      (#"'a\'b\n\u00e9\U0001F600\\\z'"#, .text("a'b\né😀\\z")), ("'a\\\nb'", .text("ab")),
      ("@as []", .json("[]")), ("[]", .json("[]")), ("['a', 'b']", .json(#"["a","b"]"#)),
      ("[1, 2.5]", .json("[1.0,2.5]")), ("[uint32 1, 2]", .json("[1,2]")), ("()", .json("[]")),
      ("('a', 1)", .json(#"["a",1]"#)), ("(1,)", .json("[1]")),
      ("{'a': 1, 'b': 2}", .json(#"{"a":1,"b":2}"#)), ("@a{sv} {}", .json("{}")),
      ("{'a': <1>, 'b': <['x']>}", .json(#"{"a":1,"b":["x"]}"#)), ("<'a'>", .text("a")),
      ("{1: 'a'}", .json(#"{"1":"a"}"#)), ("{'a', 1}", .json(#"["a",1]"#)),
      (#"b'hi\101'"#, .data(Array("hiA\0".utf8))), ("[byte 1, 2]", .data([1, 2])),
      ("@ms nothing", .null), ("just 'a'", .text("a")), ("@ms 'a'", .text("a")),
      ("objectpath '/a'", .text("/a")), (" [ 1 ,2 ] ", .json("[1,2]")),
    ] as [(String, StoredValue)])
  func types(_ text: String, _ expected: StoredValue) throws {
    #expect(try value(text) == expected)
  }

  @Test(
    "a type that is known decides",
    arguments: [
      ("100", "d", .real(100)), ("[]", "as", .json("[]")), ("nothing", "ms", .null),
      ("{}", "a{sv}", .json("{}")), ("0", "t", .int(0)), ("[1, 2]", "ad", .json("[1.0,2.0]")),
      ("-32768", "n", .int(-32768)), ("[1]", "ay", .data([1])),
    ] as [(String, String, StoredValue)])
  func typed(_ text: String, _ type: String, _ expected: StoredValue) throws {
    #expect(try value(text, as: type) == expected)
  }

  @Test(
    "what is no value has a reason",
    arguments: [
      ("512", "y", "'512' is beyond the range of byte"),
      ("-1", "u", "'-1' is beyond the range of uint32"),
      ("18446744073709551616", "t", "'18446744073709551616' is beyond the range of uint64"),
      ("1e400", "d", "'1e400' is beyond the range of double"), ("nan", "d", "not a number (NaN)"),
      ("'a'", "i", "a value of another type"), ("1.5", "i", "a value of another type"),
      ("uint32 1", "i", "a value of another type"), ("(1, 2)", "(i)", "a value of another type"),
      ("['a', 1]", nil, "elements of different types"), ("1 2", nil, "expected the end of the"),
      ("+-1", nil, "a value of another type"), ("0x-1", nil, "a value of another type"),
      ("(1)", nil, "expected ',' after the one of a tuple"), ("'a", nil, "expected ''', found its"),
      (#"'\u00"#, nil, "expected 4 hexadecimal digits"), (#"'\ud800'"#, nil, "4 hexadecimal"),
      (#"'\u0000'"#, nil, "4 hexadecimal"), ("@q", nil, "expected a value, found its end"),
      ("@ 1", nil, "expected a type after '@'"), ("hello", nil, "expected a value, found 'hello'"),
      ("nothing", nil, "nothing inside another value"), ("", nil, "expected a value"),
      ("{'a': 1, 'a': 2}", nil, "two keys"),
    ] as [(String, String?, String)])
  func refused(_ text: String, _ type: String?, _ expected: String) {
    #expect(reason(text, as: type).contains(expected), "\(reason(text, as: type))")
  }

  @Test(
    "hostile depth and length are refused, not followed",
    arguments: [
      (String(repeating: "[", count: 100_000), "more than 64 levels"),
      (String(repeating: "<", count: 100_000), "more than 64 levels"),
      (String(repeating: "just ", count: 100_000), "more than 64 levels"),
      ("@" + String(repeating: "a", count: 100_000) + "s []", "a type after '@'"),
      ("@" + String(repeating: "(", count: 100_000), "a type after '@'"),
      (String(repeating: "1,", count: 1 << 20), "more than 1048576 bytes"),
      ("'e" + String(repeating: #"\u0301"#, count: 257) + "'", "at most 256 marks on a character"),
    ])
  func hostile(_ text: String, _ expected: String) {
    #expect(reason(text).contains(expected), "\(reason(text).prefix(80))")
  }

  @Test("texts with damage give a value or a reason")
  func damage() throws {
    let texts = [
      "{'a': <@as []>, \"b\": <{'c': <(uint32 1, -2.5, true)>}>}", #"[b'\101x', b"\n"]"#,
      "@a{s(ibm(ay))} {'k': (1, true, just ([0x1f],))}", #"['\u00e9', 'b\'', "\U0001F600"]"#,
    ]
    var generator = SeededGenerator(seed: 20_262)
    let alphabet = Array("[](){}<>@'\"\\,:01x.eabsvmutjn- ".utf8)
    for round in 0..<(Thoroughness.isFull ? 200_000 : 10_000) {
      var bytes = Array(texts[round % texts.count].utf8)
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        bytes[place] = alphabet.randomElement(using: &generator) ?? 0
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if case .success(let conversion) = Result(catching: { try GVariantText.read(text) }) {
        #expect(conversion.value.storageProblem == nil, "seed 20262, round \(round): \(text)")
      }
    }
  }
}
