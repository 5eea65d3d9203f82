import Preferences
import Testing

@Suite("JSON values")
struct JSONValueTests {
  @Test("members are read, set, added at the end and removed")
  func members() {
    var fields: JSONObject = ["a": 1, "b": "x", "c": true]
    fields["b"] = 2
    fields["d"] = .null
    fields["a"] = nil
    fields["nothing"] = nil
    #expect(fields.description == #"{"b":2,"c":true,"d":null}"#)
    #expect(fields["d"] == .some(.null))
    #expect(fields["a"] == nil)
    #expect(fields.names == ["b", "c", "d"])
    #expect(fields.count == 3 && !fields.isEmpty)
    #expect(fields.map(\.name) == fields.names)
  }

  @Test(
    "a renamed member stays in its place and replaces one of the new name",
    arguments: [
      ("a", "z", true, #"{"z":1,"b":2,"c":3}"#), ("c", "a", true, #"{"b":2,"a":3}"#),
      ("a", "c", true, #"{"c":1,"b":2}"#), ("a", "a", true, #"{"a":1,"b":2,"c":3}"#),
      ("x", "a", false, #"{"a":1,"b":2,"c":3}"#),
    ])
  func rename(_ old: String, _ new: String, found: Bool, text: String) {
    var fields: JSONObject = ["a": 1, "b": 2, "c": 3]
    #expect(fields.rename(old, to: new) == found)
    #expect(fields.description == text)
  }

  @Test("an object of many members behaves as one of few", arguments: [15, 16, 17, 18, 40])
  func manyMembers(_ count: Int) {
    var fields = JSONObject()
    for number in 0..<count { fields["k\(number)"] = JSONValue(number) }
    for number in 0..<count where number % 3 == 0 { fields["k\(number)"] = nil }
    fields.rename("k1", to: "one")
    fields["k4"] = "four"
    let kept = (0..<count).filter { $0 % 3 != 0 }
    #expect(fields.names == kept.map { $0 == 1 ? "one" : "k\($0)" })
    #expect(fields["k1"] == nil && fields["one"] == 1 && fields["k4"] == "four")
    for number in kept where number != 1 && number != 4 {
      #expect(fields["k\(number)"] == JSONValue(number))
    }
  }

  @Test("a nested member is edited through optional chaining")
  func nested() {
    var fields: JSONObject = ["frame": ["size": ["width": 1]], "text": "x"]
    fields["frame"]?["size"]?["width"] = 2
    fields["frame"]?["x"] = 3
    fields["text"]?["x"] = 4
    fields["missing"]?["x"] = 5
    #expect(fields == ["frame": ["x": 3, "size": ["width": 2]], "text": "x"])
  }

  @Test("objects are equal whatever the order, numbers only with the same text")
  func equality() {
    let a: JSONObject = ["x": 1, "y": [2]], b: JSONObject = ["y": [2], "x": 1]
    #expect(a == b && a.hashValue == b.hashValue)
    #expect(a != ["x": 1] && a != ["x": 1, "y": [3]] && a != ["x": 1, "z": [2]])
    #expect(number("1") != number("1.0"))
    #expect(JSONValue("\u{E9}") == "e\u{301}")
  }

  @Test(
    "a number gives its integer exactly or not at all, and never traps",
    arguments: [
      ("0", 0, 0), ("-0", 0, 0), ("-0.0", 0, 0), ("2.0", 2, 2), ("2.5", nil, nil),
      ("1.5e1", 15, 15), ("-25e2", -2500, nil), ("120e-1", 12, 12), ("12e-1", nil, nil),
      ("9223372036854775807", .max, UInt64(Int64.max)),
      ("9223372036854775808", nil, 9_223_372_036_854_775_808),
      ("-9223372036854775808", .min, nil), ("-9223372036854775809", nil, nil),
      ("18446744073709551615.000", nil, .max), ("18446744073709551616", nil, nil),
      ("1e18", 1_000_000_000_000_000_000, 1_000_000_000_000_000_000), ("1e400", nil, nil),
      ("0e99999999999999999999", 0, 0), ("1e99999999999999999999", nil, nil),
      ("1e-99999999999999999999", nil, nil), ("1e9223372036854775807", nil, nil),
      ("1.5e-9223372036854775808", nil, nil), ("0.00e-9223372036854775808", 0, 0),
      ("100000000000000000000000000000000000000000000000e-46", 10, 10),
      ("0.000000000000000000000000000000000000000000000001e48", 1, 1),
    ] as [(String, Int64?, UInt64?)])
  func integers(_ text: String, signed: Int64?, unsigned: UInt64?) throws {
    let value = try JSONValue(parsing: text)
    #expect(value.int64 == signed)
    #expect(value.uint64 == unsigned)
  }

  @Test("digits beyond every type survive, and a double is the nearest or none")
  func longNumbers() throws {
    for text in ["123456789012345678901234567890", "1e400", "-1.10", "1E5"] {
      #expect(try JSONValue(parsing: "[\(text)]").text() == "[\(text)]")
    }
    #expect(try JSONValue(parsing: "1e400").double == nil)
    #expect(try JSONValue(parsing: "1e-400").double == 0)
    #expect(try JSONValue(parsing: "0.1").double == 0.1)
  }

  @Test(
    "a number is made of exactly one JSON number", arguments: ["", " 1", "1 ", "01", "x", "1]"])
  func notANumber(_ text: String) {
    #expect(JSONNumber(text) == nil)
    #expect(JSONNumber("-1.5e3")?.double == -1500)
  }

  @Test("NaN and infinities are no numbers", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(_ value: Double) {
    #expect(JSONNumber(value) == nil)
    #expect(JSONValue(value) == nil)
  }

  @Test("an accessor of another kind gives nil")
  func accessors() {
    let values: [JSONValue] = [nil, true, 1, "x", [1], ["a": 1]]
    #expect(values.map(\.isNull) == [true, false, false, false, false, false])
    #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil])
    #expect(values.map(\.double) == [nil, nil, 1, nil, nil, nil])
    #expect(values.map(\.string) == [nil, nil, nil, "x", nil, nil])
    #expect(values.map(\.array) == [nil, nil, nil, nil, [1], nil])
    #expect(values.map(\.object) == [nil, nil, nil, nil, nil, ["a": 1]])
    #expect(values[4]["a"] == nil && values[5]["a"] == 1)
  }
}
