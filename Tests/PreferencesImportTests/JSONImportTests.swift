import Preferences
import Testing

@testable import PreferencesImport

@Suite("JSON")
struct JSONImportTests {
  @Test(
    "each JSON value has a type of ours",
    arguments: [
      ("true", .bool(true)), ("1", .int(1)), ("-0", .int(0)), ("1.0", .real(1)),
      ("1e2", .real(100)),
      ("-0.0", .real(-0.0)), (#""é\u0000""#, .text("é\0")), ("null", .null),
      ("[1, 1.0]", .json("[1,1.0]")), (#"{"b": 1, "a": null}"#, .json(#"{"b":1,"a":null}"#)),
      ("9223372036854775807", .int(.max)), ("9223372036854775808", .json("9223372036854775808")),
      ("1e400", .json("1e400")), (#"{"$data": "AQI="}"#, .json(##"{"$data":"AQI="}"##)),
    ] as [(String, StoredValue)])
  func types(_ text: String, _ expected: StoredValue) throws {
    #expect(try imported(Array(#"{"k": \#(text)}"#.utf8)) == ["k": expected])
    #expect(try imported(Array(#"\#(text)"#.utf8), key: "k") == ["k": expected])
  }

  @Test(
    "what is no object of settings is refused",
    arguments: [
      (
        "[1]",
        "expected a preferences domain, an object of settings, found a list at the top; with --key NAME it is imported under one key"
      ),
      (
        "42",
        "expected a preferences domain, an object of settings, found a number at the top; with --key NAME it is imported under one key"
      ),
      ("{\"a\": 1,\n \"a\": 2}", "2:2: expected another member name, found 'a' again"),
      ("{\"a\": 1,,}", "1:9: expected a member name in quotes, found"),
      ("{\"a\": NaN}", "1:7: expected a value, found"),
      ("{\"a\": 1} x", "1:10: expected the end of the text, found"),
    ])
  func refused(_ text: String, _ message: String) {
    #expect(refusal(Array(text.utf8)).hasPrefix(message), "\(refusal(Array(text.utf8)))")
  }

  @Test("names that the store cannot hold are left out")
  func names() throws {
    let result = try PreferencesImporter.read(
      Array(#"{"": 1, "a\nb": 2, "c": 3}"#.utf8), namespace: "N")
    #expect(result.preferences.map(\.name.key) == ["c"])
    #expect(result.report.leftOut.map(\.path) == ["", "a\nb"])
    #expect(result.report.lines[2].hasPrefix(#"'a\u{a}b' left out: "#))
  }

  @Test("rows of an export that break its rules are left out one by one")
  func brokenRows() throws {
    let text = """
      {"preferencesExport": 1, "preferences": [
        {"namespace": "N", "key": "good", "type": "int", "value": 1},
        {"namespace": "N", "key": "noType", "value": 1},
        {"namespace": "N", "key": "wrong", "type": "int", "value": "x"},
        {"namespace": "N", "key": "none", "type": "json"},
        {"namespace": "N", "key": "bool", "type": "bool", "storage": "integer", "value": 2},
        {"namespace": "N", "key": "tag", "type": "A tag", "storage": "null", "value": null},
        {"namespace": "N", "key": "nothing", "type": "null"},
        {"namespace": "N", "key": "good", "type": "int", "value": 2},
        {"namespace": "", "key": "x", "type": "int", "value": 2},
        7
      ]}
      """
    let result = try PreferencesImporter.read(Array(text.utf8), namespace: "Other")
    #expect(
      result.preferences.map { "\($0.name) \($0.value.storage)" } == [
        "N.good integer(1)", "N.nothing null",
      ])
    #expect(
      result.report.leftOut.map(\.path) == [
        "preferences[1]", "N.wrong", "N.none", "N.bool", "N.tag", "N.good", ".x",
        "preferences[9]",
      ])
  }

  @Test("an export of another version is refused", arguments: ["2", "\"1\"", "1.5", "null"])
  func version(_ version: String) {
    let text = #"{"preferencesExport": \#(version), "preferences": []}"#
    #expect(
      refusal(Array(text.utf8))
        == "expected version 1 of the export, found \(version); a newer version of this program reads it"
    )
  }

  @Test("comments and trailing commas are allowed, text that looks like one is kept")
  func comments() throws {
    let text = """
      // settings
      { /* one */ "url": "http://example.com", // two
        "list": [1, 2,],
      }
      """
    #expect(
      try imported(Array(text.utf8))
        == ["url": .text("http://example.com"), "list": .json("[1,2]")])
  }

  @Test(
    "an editor's settings keep dots and brackets in their keys", .enabled(if: RealFiles.arePresent))
  func editor() throws {
    let values = try imported(RealFiles.bytes("vscode/settings-comments-trailing-comma.json"))
    let python = try #require(values["[python]"])
    #expect(python.type == .json)
    #expect(values.keys.contains { $0.contains(".") })
  }
}
