import Preferences
import Testing

@testable import PreferencesImport

@Suite("domains of property lists")
struct PropertyListDomainTests {
  private func value(_ element: String) throws -> StoredValue? {
    try imported(xml("<dict><key>k</key>\(element)</dict>"))["k"]
  }

  @Test(
    "each type of property lists has one of ours",
    arguments: [
      ("<true/>", .bool(true)), ("<integer>1</integer>", .int(1)), ("<real>3</real>", .real(3)),
      ("<real>+infinity</real>", .real(.infinity)), ("<string>x</string>", .text("x")),
      ("<data>AQI=</data>", .data([1, 2])), ("<data></data>", .data([])),
      ("<date>1970-01-01T00:00:01Z</date>", .date(milliseconds: 1000)),
      ("<date>1969-12-31T23:59:59.9994Z</date>", .date(milliseconds: -1)),
      ("<array/>", .json("[]")), ("<dict/>", .json("{}")),
      ("<integer>9223372036854775808</integer>", .json("9223372036854775808")),
      ("<array><integer>3</integer><real>3</real><true/></array>", .json("[3,3.0,true]")),
      (
        "<dict><key>b</key><true/><key>a</key><string>é</string></dict>",
        .json(#"{"b":true,"a":"é"}"#)
      ),
      // What JSON cannot say.
      ("<array><data>AQI=</data></array>", .json(#"[{"$data":"AQI="}]"#)),
      (
        "<array><date>2001-01-01T00:00:00Z</date></array>",
        .json(#"[{"$date":"2001-01-01T00:00:00Z"}]"#)
      ),
      ("<array><date>2001-01-01T00:00:00.5Z</date></array>", .json(#"[{"$date":0.5}]"#)),
      (
        "<array><real>nan</real><real>-inf</real></array>",
        .json(#"[{"$real":"nan"},{"$real":"-inf"}]"#)
      ),
      (
        "<array><dict><key>CF$UID</key><integer>5</integer></dict></array>",
        .json(#"[{"CF$UID":5}]"#)
      ),
      ("<dict><key>CF$UID</key><integer>5</integer></dict>", .json(#"{"CF$UID":5}"#)),
      // Dictionaries that look like it.
      ("<dict><key>$data</key><string>AQI=</string></dict>", .json(#"{"$$data":"AQI="}"#)),
      ("<dict><key>$$data</key><true/></dict>", .json(#"{"$$$data":true}"#)),
      ("<dict><key>CF$UID</key><string>x</string></dict>", .json(#"{"$CF$UID":"x"}"#)),
      ("<dict><key>$a</key><true/><key>$b</key><true/></dict>", .json(#"{"$a":true,"$b":true}"#)),
      // The typed form of our own export.
      (
        "<dict><key>$type</key><string>url</string><key>$value</key><string>x:y</string></dict>",
        StoredValue(type: .url, storage: .text("x:y"))
      ),
      (
        "<dict><key>$type</key><string>int</string><key>$value</key><string>x</string></dict>",
        .json(##"{"$type":"int","$value":"x"}"##)
      ),
    ] as [(String, StoredValue)])
  func types(_ element: String, _ expected: StoredValue) throws {
    #expect(try value(element) == expected)
  }

  @Test("a set of a binary file becomes a tagged list, a date keeps every bit in it")
  func binaryOnly() throws {
    let date: [UInt8] = [0x33, 0x41, 0xC2, 0x24, 0x1B, 0x8D, 0xC5, 0x10, 0x2E]
    let file = BinaryPropertyListBuilder.file([
      [0xD1, 1, 2], BinaryPropertyListBuilder.ascii("k"), [0xC2, 3, 4], [0x10, 5], date,
    ])
    let seconds = Double(bitPattern: 0x41C2_241B_8DC5_102E)
    #expect(try imported(file)["k"] == .json(#"{"$set":[5,{"$date":\#(seconds)}]}"#))
  }

  @Test("a real dictionary that looks like a UID is told from one")
  func realUIDDictionary() throws {
    let file = BinaryPropertyListBuilder.file([
      [0xD1, 1, 2], BinaryPropertyListBuilder.ascii("k"), [0xD1, 3, 4],
      BinaryPropertyListBuilder.ascii("CF$UID"), [0x10, 5],
    ])
    #expect(try imported(file)["k"] == .json(#"{"$CF$UID":5}"#))
  }

  @Test("dictionaries of binary files, which have no order, are sorted")
  func sorting() throws {
    let file = BinaryPropertyListBuilder.file([
      [0xD1, 1, 2], BinaryPropertyListBuilder.ascii("k"), [0xD2, 4, 3, 5, 5],
      BinaryPropertyListBuilder.ascii("a"), BinaryPropertyListBuilder.ascii("b"), [0x09],
    ])
    #expect(try imported(file)["k"] == .json(#"{"a":true,"b":true}"#))
  }

  @Test(
    "what the store cannot hold is left out with a reason, and nothing else",
    arguments: [
      ("<key>bad</key><real>nan</real>", "bad", "not a number (NaN)"),
      ("<key></key><true/>", "", "the key is empty"),
      ("<key>a&#10;b</key><true/>", "a\nb", "the key holds the character U+A"),
      (
        "<key>\(String(repeating: "x", count: 256))</key><true/>",
        String(repeating: "x", count: 256), "has 256 bytes"
      ),
      (
        "<key>\u{65}\u{301}</key><true/><key>\u{E9}</key><false/>", "\u{E9}",
        "an earlier entry has this name"
      ),
      (
        "<key>d</key><array><dict><key>\u{65}\u{301}</key><true/><key>\u{E9}</key><false/></dict></array>",
        "d", "two keys differ only in their Unicode form"
      ),
    ])
  func leftOut(_ members: String, _ path: String, _ reason: String) throws {
    let result = try PreferencesImporter.read(
      xml("<dict><key>good</key><true/>\(members)<key>last</key><true/></dict>"), namespace: "N")
    #expect(result.report.leftOut.map(\.path) == [path])
    #expect(result.report.leftOut.first?.reason.contains(reason) == true, "\(result.report)")
    #expect(result.preferences.first?.name.key == "good")
    #expect(result.preferences.last?.name.key == "last")
  }

  @Test("a date beyond the file's range is left out")
  func distantDate() throws {
    for bits in [Double.infinity, .nan, 1e18, -1e300, 9_223_372_036_854_774].map(\.bitPattern) {
      let digits = (0..<8).map { UInt8(bits >> (56 - 8 * UInt64($0)) & 0xFF) }
      let file = BinaryPropertyListBuilder.file([
        [0xD1, 1, 2], BinaryPropertyListBuilder.ascii("k"), [0x33] + digits,
      ])
      let result = try PreferencesImporter.read(file, namespace: "N")
      #expect(result.preferences.isEmpty)
      #expect(
        result.report.leftOut.first?.reason == "a date beyond the range of 64-bit milliseconds")
    }
  }

  @Test("a name in another Unicode form is taken in form C, and the report says so")
  func normalization() throws {
    let result = try PreferencesImporter.read(
      xml("<dict><key>\u{65}\u{301}</key><array/></dict>"), namespace: "N")
    #expect(
      result.report.lines == [
        "XML property list: 1 taken, 0 left out",
        "N.é (json): an array as JSON, name in Unicode form C",
      ])
    #expect(
      result.report.json.description
        == #"{"format":"XML property list","taken":[{"namespace":"N","key":"é","type":"json","outcome":"taken","note":"an array as JSON, name in Unicode form C"}],"leftOut":[]}"#
    )
  }

  @Test("an empty domain is no error")
  func empty() throws {
    #expect(try imported(xml("<dict/>")).isEmpty)
    #expect(try imported(BinaryPropertyListBuilder.file([[0xD0]])).isEmpty)
    #expect(try imported(Array("{}".utf8)).isEmpty)
  }

  @Test("a namespace that is no name is refused before anything is read")
  func namespace() {
    do {
      let result = try PreferencesImporter.read([], namespace: "", file: "x.plist")
      Issue.record("no error: \(result)")
    } catch {
      #expect(error.kind == .invalidName)
      #expect(error.file == "x.plist")
    }
  }

  @Test("an error names file and place")
  func naming() {
    do {
      _ = try PreferencesImporter.read(
        xml("<dict><key>a</key></dict>"), namespace: "N", file: "a b.plist")
    } catch {
      #expect(
        error.description == "a b.plist:4:19: expected a value for the key 'a', found </dict>")
      #expect(error.position == .line(4, column: 19))
    }
    do {
      _ = try PreferencesImporter.read(
        BinaryPropertyListBuilder.file([[0x00]]), namespace: "N", file: "b.plist")
    } catch {
      #expect(
        error.description
          == "b.plist: byte 8: expected the marker of a property list object, found 0x0")
    }
  }
}
