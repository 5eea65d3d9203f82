import Foundation
import Preferences
import Testing

@Suite("Foundation's coders as a yardstick")
struct JSONOracleTests {
  /// Decodes the text with both decoders: both fail, or both give equal values.
  func agree<V: Codable & Equatable>(
    _ type: V.Type, _ texts: [String], location: SourceLocation = #_sourceLocation
  ) {
    for text in texts {
      let theirs = try? JSONDecoder().decode(type, from: Data(text.utf8))
      let ours = (try? JSONValue(parsing: text)).flatMap { try? JSONCoding.decode(type, from: $0) }
      #expect(ours == theirs, "\(text)", sourceLocation: location)
    }
  }

  @Test("decode results agree")
  func decode() {
    let numbers = [
      "0", "-0", "1", "-1", "127", "128", "255", "256", "-128", "-129", "1.0", "1.5", "1e2", "1e-2",
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615",
      "18446744073709551616", "0.1", "1e308", "3.4e38", "\"1\"", "true", "null", "[1]", "{}",
    ]
    agree(Int8.self, numbers)
    agree(UInt8.self, numbers)
    agree(Int16.self, numbers)
    agree(UInt32.self, numbers)
    agree(Int.self, numbers)
    agree(UInt64.self, numbers)
    agree(Double.self, numbers)
    agree(Float.self, numbers)
    agree(Bool.self, numbers)
    agree(String.self, numbers)
    agree([Int].self, ["[]", "[1,2]", "[1,null]", "{}", "[\"a\"]"])
    agree([Int?].self, ["[1,null]", "[null,\"a\"]"])
    agree([String: Int].self, [#"{"a":1}"#, #"{"a":null}"#, "[]", "{}"])
    agree([Int: Int].self, [#"{"1":1,"-5":2}"#, #"{"a":1}"#])
    agree([Column: Int].self, [#"{"column-1":1}"#, #"{"x":1}"#])
    agree([Weekday: Int].self, [#"["monday",1]"#, #"["monday"]"#, #"["x",1]"#])
    agree(
      Shape.self,
      [
        #"{"none":{}}"#, #"{"circle":{"radius":2}}"#, #"{"circle":{}}"#, #"{"square":{}}"#, "{}",
        #"{"none":{},"circle":{"radius":2}}"#, #"{"polygon":{"_0":[1],"closed":false}}"#, "1",
      ])
    agree(
      Frame.self,
      [
        #"{"x":1,"y":2,"width":3,"height":4}"#, #"{"x":1,"y":2,"width":3,"height":4,"label":"a"}"#,
        #"{"x":1,"y":2,"width":3,"height":4,"label":null,"more":1}"#, #"{"x":1}"#, "[]",
        #"{"x":1,"y":2,"width":3,"height":4,"label":5}"#,
      ])
    agree(
      Tree.self, [#"{"node":{"_0":{"leaf":{"_0":1}},"_1":{"leaf":{"_0":2}}}}"#, #"{"leaf":1}"#])
    agree(Level.self, ["1", "2", "3", "\"low\""])
    agree(Nested.self, [#"{"outer":{"a":1,"b":[2,3]},"list":["c",{"d":4},[null]]}"#, "{}"])
    agree(Link.self, [#"{"number":1,"rest":[{"number":2,"rest":[]}]}"#])
  }

  @Test("what our encoder writes, Foundation's decoder reads")
  func encode() throws {
    func check<V: Codable & Equatable>(_ value: V) throws {
      let text = try JSONCoding.encode(value).text()
      #expect(try JSONDecoder().decode(V.self, from: Data(text.utf8)) == value)
    }
    try check(Widths())
    try check(Window())
    try check(Nested())
    try check(Tree.node(.leaf(1), .node(.leaf(2), .leaf(3))))
    try check(Link(1, next: Link(2)))
    try check([Column(1): 1])
    try check([Weekday.monday: [1.5, -0.0]])
    try check(["\u{0}\"\\/\u{1F}é😀\u{2028}"])
  }

  @Test("what our parser takes, Foundation's takes, except for trailing commas")
  func parse() {
    for text in [
      "[01]", "[1.]", "{\"a\":1,\"b\":[true,false,null]}", "[\"\\u00e9\\ud83d\\ude00\"]",
      "[\"\\ud83d\"]", "[\"\t\"]", "[1e5,1E+5,-1e-5]", "[-]", "[nul]", "", " [] ", "[]]", "{\"a\"}",
      "[\"\\x\"]", "[\"\\u12\"]", "[1 2]", "[-0]", "[+1]", "[.5]", "[NaN]",
    ] {
      let theirs = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
      let ours = (try? JSONValue(parsing: text)) != nil
      #expect(ours == theirs, "\(text)")
    }
  }
}
