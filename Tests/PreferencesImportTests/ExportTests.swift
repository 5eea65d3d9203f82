import Foundation
import Preferences
import Testing

@testable import PreferencesImport

@Suite("export")
struct ExportTests {
  private func row(_ key: String, _ value: StoredValue) throws -> ExportedPreference {
    ExportedPreference(
      name: try PreferenceName(namespace: "N", key: key), value: value,
      createdAt: 1_751_630_869_082, updatedAt: 1_751_630_870_000)
  }

  private func rows(_ preferences: [ImportedPreference]) -> [ExportedPreference] {
    preferences.map {
      ExportedPreference(
        name: $0.name, value: $0.value, createdAt: 1_751_630_869_082, updatedAt: 1_751_630_870_000)
    }
  }

  static let samples: [StoredValue] =
    [
      .null, .bool(true), .bool(false), .int(0), .int(.min), .int(.max), .real(0), .real(-0.0),
      .real(3), .real(0.1), .real(1e300), .real(.leastNonzeroMagnitude), .real(.infinity),
      .real(-.infinity),
      .text(""), .text("a\0b"), .text("\r\n\t <&>'\""),
      .text("\u{FFFE}\u{FFFF}\u{7F}\u{85}\u{2028}"),
      .text("😀\u{10FFFF}"), .text("\u{65}\u{301}"), .text("\u{E9}"), .text("true"), .text(" x "),
      .data([]), .data([0]), .data([UInt8](0...255)),
      .date(milliseconds: 0), .date(milliseconds: 1), .date(milliseconds: -1),
      .date(milliseconds: 978_307_200_000), .date(milliseconds: .max), .date(milliseconds: .min),
      .date(milliseconds: -62_135_769_600_000), .date(milliseconds: 253_402_300_800_000),
      .json("[]"), .json("{}"), .json("null"), .json("true"), .json("1"), .json(#""x""#),
      .json("18446744073709551615"), .json("18446744073709551616"), .json("1.10"),
      .json("[1.10,1e400,-0,-0.0,1e5]"),
      .json(#"[1, 2]"#), .json("not json"), .json(""), .json(#"{"b":1,"a":[null,true,"\u0000"]}"#),
      .json(#"{"a\u0001":1}"#), .json("[\"\u{FFFF}\"]"),
      .json(#"{"\#u{FFFE}":1}"#.replacing("\\u{FFFE}", with: "\u{FFFE}")),
      .json(##"{"$data":"AQI="}"##), .json(##"[{"$data":"AQI="}]"##), .json(##"[{"$data":"AQ"}]"##),
      .json(##"[{"$data":5}]"##),
      .json(##"[{"$date":"2001-01-01T00:00:00Z"},{"$date":0.5},{"$date":1},{"$date":"x"}]"##),
      .json(
        ##"[{"$set":[1]},{"$real":"inf"},{"$real":"nan"},{"$real":1},{"$foo":1},{"$$foo":1}]"##),
      .json(##"{"$set":[1]}"##), .json(##"{"$real":"nan"}"##),
      .json(##"[{"$$data":1},{"$$$data":{"$$x":1}}]"##),
      .json(##"{"CF$UID":5}"##),
      .json(##"[{"CF$UID":5},{"CF$UID":-5},{"CF$UID":"x"},{"$CF$UID":5},{"$$CF$UID":5}]"##),
      .json(##"{"$type":"url","$value":"x"}"##), .json(##"[{"$type":"json","$value":"[1]"}]"##),
      .json(##"[{"$type":"foo"}]"##),
      .json(##"[{"$type":"json","$value":"[1]","x":1}]"##), .json(##"{"$value":1}"##),
      .json(String(repeating: "[", count: 128) + String(repeating: "]", count: 128)),
      .json(String(repeating: "[", count: 127) + "null" + String(repeating: "]", count: 127)),
      StoredValue(type: .url, storage: .text("https://example.com/?a=1&b=2")),
      StoredValue(type: .uuid, storage: .text("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
      StoredValue(type: .appearance, storage: .text("dark")),
      StoredValue(type: .color, storage: .components(red: 1, green: -0.25, blue: 1.5, alpha: 0)),
      StoredValue(type: .color, storage: .components(red: 0.1, green: -0.0, blue: 1, alpha: 1)),
      StoredValue(type: .colorBlob, storage: .blob(Array(#"{"space":"p3"}"#.utf8))),
      StoredValue(type: .colorBlob, storage: .blob([0xFF])),
      .text(piled), .json("[\"\(piled)\"]"), StoredValue(type: .url, storage: .text(piled)),
      StoredValue(type: .text, storage: .malformedText([0x61, 0xFF])),
      StoredValue(type: .url, storage: .malformedText([0xC3])),
      StoredValue(type: .json, storage: .malformedText([0x5B, 0xFF])),
    ] + unknown

  /// More marks on a character than a reader takes.
  private static var piled: String { "e" + String(repeating: "\u{301}", count: 257) }

  private static let unknown =
    ([
      .null, .integer(-5), .real(-0.0), .real(.infinity), .text("x"), .text("\0"), .blob([]),
      .blob([1]), .components(red: 1, green: 2, blue: 3, alpha: 4), .malformedText([0xFF]),
    ] as [StoredValue.Storage]).map {
      StoredValue(type: StoredType(rawValue: "from_2031"), storage: $0)
    }

  @Test("every value comes back the same from both formats", arguments: samples)
  func roundTrip(_ value: StoredValue) throws {
    try check([try row("k", value)])
  }

  /// Exports, imports and exports again, in both formats.
  private func check(_ rows: [ExportedPreference]) throws {
    let sorted = rows.sorted { $0.name < $1.name }
    for export in [
      { rows throws in try PreferencesExporter.json(rows) },
      { rows throws in try PreferencesExporter.propertyList(rows, namespace: "N") },
    ] as [([ExportedPreference]) throws -> [UInt8]] {
      let bytes = try export(rows)
      let result = try PreferencesImporter.read(bytes, namespace: "N")
      #expect(result.report.leftOut == [])
      #expect(result.preferences.count == sorted.count)
      for (imported, row) in zip(result.preferences, sorted) {
        #expect(imported.name == row.name)
        #expect(imported.value.isIdentical(to: row.value), "\(imported.value) \(row.value)")
      }
      #expect(try export(self.rows(result.preferences)) == bytes)
    }
  }

  @Test("random values of every type come back the same", arguments: 0..<8 as Range<UInt64>)
  func randomRoundTrip(_ seed: UInt64) throws {
    var generator = ValueGenerator(seed: seed)
    var rows: [ExportedPreference] = []
    for number in 0..<(Thoroughness.isFull ? 2000 : 200) {
      rows.append(try row("key \(number)", generator.value()))
    }
    try check(rows)
  }

  @Test("the JSON export is legible and ordered by name")
  func json() throws {
    let rows = [
      try row("b", .bool(true)), try row("a", .date(milliseconds: 1)),
      ExportedPreference(
        name: try PreferenceName(namespace: "A", key: "z"),
        value: StoredValue(
          type: .color, storage: .components(red: 1, green: 0.5, blue: 0, alpha: 1)),
        createdAt: 0, updatedAt: .max),
    ]
    let text = String(decoding: try PreferencesExporter.json(rows), as: UTF8.self)
    #expect(
      text == """
        {
          "preferencesExport": 1,
          "preferences": [
            {
              "namespace": "A",
              "key": "z",
              "type": "color",
              "value": {
                "red": 1.0,
                "green": 0.5,
                "blue": 0.0,
                "alpha": 1.0
              },
              "createdAt": "1970-01-01T00:00:00.000Z",
              "updatedAt": 9223372036854775807
            },
            {
              "namespace": "N",
              "key": "a",
              "type": "date",
              "value": "1970-01-01T00:00:00.001Z",
              "createdAt": "2025-07-04T12:07:49.082Z",
              "updatedAt": "2025-07-04T12:07:50.000Z"
            },
            {
              "namespace": "N",
              "key": "b",
              "type": "bool",
              "value": true,
              "createdAt": "2025-07-04T12:07:49.082Z",
              "updatedAt": "2025-07-04T12:07:50.000Z"
            }
          ]
        }

        """)
  }

  @Test("the property list is a domain that Foundation reads, with native types")
  func foundation() throws {
    let rows = [
      try row("array", .json(#"["en","de",1,2.5,true]"#)), try row("bool", .bool(true)),
      try row("data", .data([1, 2])), try row("date", .date(milliseconds: 978_307_201_000)),
      try row("dict", .json(#"{"a":{"b":[]}}"#)), try row("int", .int(-1)),
      try row("real", .real(3)),
      try row("text", .text("<é&\r\n>")),
      try row("url", StoredValue(type: .url, storage: .text("x:y"))),
      try row("inf", .real(-.infinity)),
      try row("nested", .json(#"[{"$date":"2001-01-01T00:00:01Z"},null]"#)),
    ]
    let bytes = try PreferencesExporter.propertyList(rows, namespace: "N")
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    let domain = try #require(list as? [String: Any])
    #expect((domain["array"] as? [Any])?.count == 5)
    #expect((domain["array"] as? [Any])?.first as? String == "en")
    #expect(domain["bool"] as? Bool == true)
    #expect(domain["data"] as? Data == Data([1, 2]))
    #expect((domain["date"] as? Date)?.timeIntervalSinceReferenceDate == 1)
    #expect((domain["dict"] as? [String: [String: [String]]]) == ["a": ["b": []]])
    #expect(domain["int"] as? Int == -1)
    #expect(domain["real"] as? Double == 3)
    #expect(domain["text"] as? String == "<é&\r\n>")
    #expect(domain["url"] as? [String: String] == ["$type": "url", "$value": "x:y"])
    #expect(domain["inf"] as? Double == -.infinity)
    #expect(((domain["nested"] as? [Any])?.first as? Date)?.timeIntervalSinceReferenceDate == 1)
    #expect(
      (domain["nested"] as? [Any])?.last as? [String: String] == [
        "$type": "json", "$value": "null",
      ])
  }

  @Test("every sample is readable by Foundation, none spoils the whole file")
  func foundationReadsAll() throws {
    let rows = try Self.samples.enumerated().map { try row("key \($0.offset)", $0.element) }
    let bytes = try PreferencesExporter.propertyList(rows, namespace: "N")
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    #expect((list as? [String: Any])?.count == Self.samples.count)
  }

  @Test("only the rows of the namespace are in the property list, ordered by key")
  func namespace() throws {
    let rows = [
      try row("b", .int(2)), try row("a", .int(1)),
      ExportedPreference(
        name: try PreferenceName(namespace: "M", key: "c"), value: .int(3), createdAt: 0,
        updatedAt: 0),
    ]
    let bytes = try PreferencesExporter.propertyList(rows, namespace: "N")
    #expect(
      String(decoding: bytes, as: UTF8.self).hasSuffix(
        "<plist version=\"1.0\">\n<dict>\n\t<key>a</key>\n\t<integer>1</integer>\n\t<key>b</key>\n\t<integer>2</integer>\n</dict>\n</plist>\n"
      ))
    #expect(try imported(PreferencesExporter.propertyList([], namespace: "N")).isEmpty)
  }

  @Test("a key that XML cannot hold is an error that names it, not a loss")
  func key() throws {
    let rows = [try row("a\u{FFFF}", .int(1))]
    #expect(throws: ExportError.self) { try PreferencesExporter.propertyList(rows, namespace: "N") }
    try checkJSON(rows)
  }

  private func checkJSON(_ rows: [ExportedPreference]) throws {
    let result = try PreferencesImporter.read(PreferencesExporter.json(rows), namespace: "N")
    #expect(result.preferences.map(\.name) == rows.map(\.name))
  }

  @Test(
    "real domains come back the same after export", .enabled(if: RealFiles.arePresent),
    arguments: [
      "plist/window-manager-prefs.plist", "plist/symbolic-hotkeys.plist",
      "terminal/device-rgb.terminal",
      "itermcolors/binary-p3-srgb.itermcolors", "itermcolors/p3-with-light-dark.itermcolors",
    ])
  func realDomains(_ name: String) throws {
    let result = try PreferencesImporter.read(RealFiles.bytes(name), namespace: "N")
    try check(rows(result.preferences))
  }

  @Test("an archived colour leaves as the bytes that came", .enabled(if: RealFiles.arePresent))
  func archive() throws {
    let bytes = try RealFiles.bytes("nscolor/p3-custom-spaceid.plist")
    var options = ImportOptions(namespace: "N")
    options.keepsArchives = true
    let value = try #require(try PreferencesImporter.read(bytes, options).preferences.first?.value)
    let file = try PreferencesExporter.propertyList([try row("color", value)], namespace: "N")
    let list = try PropertyListSerialization.propertyList(from: Data(file), format: nil)
    #expect((list as? [String: Data])?["color"] == Data(bytes))
  }

  @Test("what XML cannot say is quoted at its own place, the rest stays native")
  func quoting() throws {
    let json = try JSONValue(
      parsing: ##"[1,{"$type":"json","$value":"[1]"},null,{"a":{"$date":0.5}},{"$$data":1}]"##)
    let quoted = { (text: String) in
      PropertyList.dictionary([.init("$type", .string("json")), .init("$value", .string(text))])
    }
    #expect(
      PropertyList(json)
        == .array([
          .integer(1), quoted(##"{"$type":"json","$value":"[1]"}"##), quoted("null"),
          .dictionary([.init("a", quoted(##"{"$date":0.5}"##))]),
          .dictionary([.init("$data", .integer(1))]),
        ]))
  }

  @Test("identical means the same bytes, not what Swift holds for equal")
  func identity() {
    #expect(!StoredValue.text("\u{E9}").isIdentical(to: .text("\u{65}\u{301}")))
    #expect(!StoredValue.real(0).isIdentical(to: .real(-0.0)))
    #expect(!StoredValue.text("1").isIdentical(to: .json("1")))
    let color = { (red: Double) in
      StoredValue(type: .color, storage: .components(red: red, green: 1, blue: 1, alpha: 1))
    }
    #expect(!color(0).isIdentical(to: color(-0.0)))
    #expect(color(0.1).isIdentical(to: color(0.1)))
  }
}
