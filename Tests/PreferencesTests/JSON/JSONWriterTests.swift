import Preferences
import Testing

@Suite("JSON tree to text")
struct JSONWriterTests {
  @Test(
    "the compact text has no blanks, the members in order and the fewest escapes",
    arguments: [
      (nil, "null"), (true, "true"), ([], "[]"), ([:], "{}"), ([1, nil, []], "[1,null,[]]"),
      (["b": 1, "a": ["c": false]], #"{"b":1,"a":{"c":false}}"#),
      ("a\"b\\c/d", #""a\"b\\c/d""#),
      (
        "\u{8}\t\n\u{C}\r\0\u{1F}\u{7F}é\u{2028}",
        "\"\\b\\t\\n\\f\\r\\u0000\\u001f\u{7F}é\u{2028}\""
      ),
    ] as [(JSONValue, String)])
  func compact(_ value: JSONValue, _ text: String) throws {
    #expect(try value.text() == text)
    #expect(value.description == text)
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test("the pretty text has a line per element and two blanks per level")
  func pretty() throws {
    let value: JSONValue = ["a": [1, ["b": "x"], []], "c": [:]]
    let text = """
      {
        "a": [
          1,
          {
            "b": "x"
          },
          []
        ],
        "c": {}
      }
      """
    #expect(try value.text(.pretty) == text)
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test(
    "a double is written in the fewest digits that read back as it, and as a double",
    arguments: [
      (3, "3.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e16, "1e+16"), (1e100, "1e+100"),
      (.leastNonzeroMagnitude, "5e-324"), (0.1 + 0.2, "0.30000000000000004"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (123456789, "123456789.0"),
    ] as [(Double, String)])
  func doubles(_ value: Double, _ text: String) throws {
    let number = try #require(JSONNumber(value))
    #expect(number.description == text)
    #expect(try JSONValue(parsing: text) == .number(number))
    #expect(number.double?.bitPattern == value.bitPattern)
  }

  @Test("a tree that is too deep is refused, and its description says so")
  func depth() {
    var value: JSONValue = []
    for _ in 0..<JSONValue.maximumDepth { value = [value] }
    #expect(throws: JSONCodingError.self) { try value.text() }
    #expect(value.description == "nested more than \(JSONValue.maximumDepth) levels deep")
  }
}
