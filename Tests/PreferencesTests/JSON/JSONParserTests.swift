import Preferences
import Testing

@Suite("JSON text to tree")
struct JSONParserTests {
  @Test(
    "what RFC 8259 allows is read",
    arguments: [
      ("null", .null), ("true", true), (" false\t\r\n", false), ("0", 0), ("-0", number("-0")),
      ("12.50e+3", number("12.50e+3")), ("\"\"", ""), ("[]", []), ("{}", [:]),
      ("[ 1 , [2] ]", [1, [2]]), (#"{"a":1,"":{"b":null}}"#, ["a": 1, "": ["b": nil]]),
      (#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00é😀""#, "\"\\/\u{8}\u{C}\n\r\t\u{E9}\u{1F600}é😀"),
      (#""\u0000""#, "\0"), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
    ] as [(String, JSONValue)])
  func accepted(_ text: String, _ expected: JSONValue) throws {
    let value = try JSONValue(parsing: text)
    #expect(value == expected)
    #expect(try JSONValue(parsing: Array(text.utf8)) == expected)
  }

  @Test(
    "malformed text is refused with line, column, what was expected and what was found",
    arguments: [
      ("", 1, 1, "a value", "the end of the text"),
      ("  \n ", 2, 2, "a value", "the end of the text"),
      ("nul", 1, 1, "a value", "'n'"),
      ("nullx", 1, 5, "the end of the text", "'x'"),
      ("1 2", 1, 3, "the end of the text", "'2'"),
      ("[1,\n 2,,3]", 2, 4, "a value", "','"),
      ("[1,]", 1, 4, "a value", "']'"),
      ("[1 2]", 1, 4, "',' or ']'", "'2'"),
      ("[1", 1, 3, "',' or ']'", "the end of the text"),
      ("[1}", 1, 3, "',' or ']'", "'}'"),
      ("{\"a\":1,}", 1, 8, "a member name in quotes", "'}'"),
      ("{a:1}", 1, 2, "a member name in quotes", "'a'"),
      ("{\"a\" 1}", 1, 6, "':'", "'1'"),
      ("{\"a\":1 \"b\":2}", 1, 8, "',' or '}'", "'\"'"),
      ("{\"a\":}", 1, 6, "a value", "'}'"),
      ("01", 1, 2, "no digit after a leading zero", "'1'"),
      ("-", 1, 2, "a digit", "the end of the text"),
      ("-a", 1, 2, "a digit", "'a'"),
      ("+1", 1, 1, "a value", "'+'"),
      (".5", 1, 1, "a value", "'.'"),
      ("1.", 1, 3, "a digit", "the end of the text"),
      ("1e", 1, 3, "a digit", "the end of the text"),
      ("1e+]", 1, 4, "a digit", "']'"),
      ("0x10", 1, 2, "the end of the text", "'x'"),
      ("NaN", 1, 1, "a value", "'N'"),
      ("'a'", 1, 1, "a value", "'''"),
      ("\"abc", 1, 5, "'\"'", "the end of the text"),
      ("\"\\n", 1, 4, "'\"'", "the end of the text"),
      ("\"a\nb\"", 1, 3, "an escape in place of a control character", "'\\u{a}'"),
      ("\"\\n\tb\"", 1, 4, "an escape in place of a control character", "'\\u{9}'"),
      ("\"\\", 1, 3, "an escape character", "the end of the text"),
      ("\"\\x\"", 1, 3, "one of \" \\ / b f n r t u after '\\'", "'x'"),
      ("\"\\u12g4\"", 1, 6, "four hexadecimal digits after '\\u'", "'g'"),
      ("\"\\ud83d\"", 1, 2, "a pair of surrogates", "a lone one"),
      ("\"\\ud83d\\n\"", 1, 2, "a pair of surrogates", "a lone one"),
      ("\"\\ud83d\\ud83d\"", 1, 2, "a pair of surrogates", "a lone one"),
      ("\"a\\ude00\"", 1, 3, "a pair of surrogates", "a lone one"),
      ("{\"a\":1,\r\n\"a\":2}", 2, 1, "another member name", "'a' again"),
      (
        "{\"\u{E9}\":1,\"e\u{301}\":2}", 1, 8, "another member name",
        "'e\u{301}', which differs from an earlier name only in its Unicode normalisation"
      ),
      ("\"é😀e\u{301}\" x", 1, 7, "the end of the text", "'x'"),
      ("[1] // end", 1, 5, "the end of the text", "'/'"),
      ("\u{FEFF}1", 1, 1, "a value", "a byte order mark"),
      ("\r\r\n\n?", 4, 1, "a value", "'?'"),
    ] as [(String, Int, Int, String, String)])
  func refused(
    _ text: String, line: Int, column: Int, expected: String, found: String
  ) {
    #expect(
      throws: JSONCodingError.malformed(
        line: line, column: column, expected: expected, found: found)
    ) { try JSONValue(parsing: text) }
  }

  @Test(
    "bytes that are not UTF-8 are refused where they stand",
    arguments: [
      ([0x22, 0x61, 0xFF, 0x22], 3, "UTF-8", "a byte that is not"),
      ([0x22, 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0x22], 3, "UTF-8", "a byte that is not"),
      ([0x22, 0x5C, 0x6E, 0xC3, 0x22], 4, "UTF-8", "a byte that is not"),
      ([0xFF], 1, "a value", "a byte that is not UTF-8"),
    ] as [([UInt8], Int, String, String)])
  func malformedUTF8(_ bytes: [UInt8], column: Int, expected: String, found: String) {
    #expect(
      throws: JSONCodingError.malformed(line: 1, column: column, expected: expected, found: found)
    ) { try JSONValue(parsing: bytes) }
  }

  @Test("a hundred thousand brackets are refused, and the limit itself is read")
  func depth() throws {
    let limit = JSONValue.maximumDepth
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let deep = String(repeating: open, count: 100_000)
      #expect(throws: JSONCodingError.self) { try JSONValue(parsing: deep) }
      let nested = { (levels: Int) in
        String(repeating: open, count: levels) + (open == "[" ? "" : "1")
          + String(repeating: close, count: levels)
      }
      let value = try JSONValue(parsing: nested(limit))
      #expect(try value.text() == nested(limit))
      #expect(
        throws: JSONCodingError.malformed(
          line: 1, column: limit * open.count + 1, expected: "at most \(limit) levels of nesting",
          found: "one more")
      ) { try JSONValue(parsing: nested(limit + 1)) }
    }
    let wide = "[" + String(repeating: "[],", count: 1000) + "[]]"
    #expect(try JSONValue(parsing: wide).array?.count == 1001)
  }

  @Test("comments, trailing commas and a byte order mark are read when asked for")
  func dialect() throws {
    let text = """
      \u{FEFF}// settings
      { /* the width */ "width": 3, // px
        "list": [1, 2 /* two */ , ],
        "url": "http://a/*b*/",
      } /**/ //
      """
    let value = try JSONValue(parsing: text, options: .withComments)
    #expect(value == ["width": 3, "list": [1, 2], "url": "http://a/*b*/"])
  }

  @Test(
    "what the dialect does not allow is refused too",
    arguments: [
      ("[,]", 1, 2, "a value", "','"),
      ("[1,,]", 1, 4, "a value", "','"),
      ("1 /* a", 1, 3, "'*/' after this", "the end of the text"),
      ("1 /*/", 1, 3, "'*/' after this", "the end of the text"),
      ("1 / 2", 1, 3, "'//' or '/*'", "'/'"),
      ("{/*a*/,}", 1, 7, "a member name in quotes", "','"),
    ] as [(String, Int, Int, String, String)])
  func dialectRefused(
    _ text: String, line: Int, column: Int, expected: String, found: String
  ) {
    #expect(
      throws: JSONCodingError.malformed(
        line: line, column: column, expected: expected, found: found)
    ) { try JSONValue(parsing: text, options: .withComments) }
  }

  @Test("an object of many members finds each, and still refuses a duplicate")
  func manyMembers() throws {
    let members = (0..<1000).map { "\"key\($0)\":\($0)" }
    let text = "{" + members.joined(separator: ",") + "}"
    let object = try #require(try JSONValue(parsing: text).object)
    #expect((0..<1000).allSatisfy { object["key\($0)"]?.int64 == Int64($0) })
    let twice = "{" + (members + ["\"key500\":0"]).joined(separator: ",") + "}"
    #expect(throws: JSONCodingError.self) { try JSONValue(parsing: twice) }
  }
}
