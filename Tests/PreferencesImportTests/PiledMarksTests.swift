import Testing

@testable import PreferencesImport

/// Swift compares texts in their normal form, in time with the square of the marks on one character:
/// of a file of 100 KB each comparison could cost a second.
@Suite("characters with more marks than any language has")
struct PiledMarksTests {
  private static func marks(_ count: Int) -> String {
    "e" + String(repeating: "\u{301}\u{323}", count: count / 2)
  }
  /// The same, one mark an escape.
  private static func escaped(_ count: Int, _ escape: String) -> String {
    "e" + String(repeating: escape, count: count)
  }
  private static func xml(_ count: Int, in text: String) -> String {
    #"<plist version="1.0"><dict><key>k</key>\#(text)</dict></plist>"#
      .replacing("MARKS", with: marks(count))
  }

  private static func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
  private static func utf16(_ count: Int) -> [UInt8] {
    marks(count).utf16.flatMap { word(Int($0)) }
  }

  /// A file of each format for a number of marks.
  private static let files: [@Sendable (Int) -> [UInt8]] = [
    { Array(#"{"\#(marks($0))": 1}"#.utf8) },
    { Array(#"{"a": "\#(escaped($0, #"\u0301"#))"}"#.utf8) },
    { Array(xml($0, in: "<string>MARKS</string>").utf8) },
    { Array(xml($0, in: "<true/><key>MARKS</key><true/>").utf8) },
    { Array(xml($0, in: #"<string a="MARKS"/>"#).utf8) },
    {
      let rest = Substring(marks($0 - 128).unicodeScalars.dropFirst())
      return Array(xml(128, in: "<string>MARKS<!-- -->\(rest)</string>").utf8)
    },
    { Array(xml(0, in: "<string>\(escaped($0, "&#769;"))</string>").utf8) },
    { Array("[a]\nb=\(marks($0))\n".utf8) },
    { Array("GIMP Palette\n0 0 0 \(marks($0))\n".utf8) },
    {
      let name = utf16($0)
      return BinaryPropertyListBuilder.file([
        [0xD1, 1, 2], [0x51, 0x61], [0x6F, 0x11] + word(name.count / 2) + name,
      ])
    },
    {
      let name = utf16($0) + [0, 0]
      let body = word(name.count / 2) + name + Array("Gray".utf8) + [0, 0, 0, 0, 0, 2]
      return Array("ASEF".utf8) + [0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0] + word(body.count) + body
    },
    { count in
      let schema =
        #"<schemalist><schema id="s"><key name="k" type="s"><default>'MARKS'</default></key>"#
        + "</schema></schemalist>"
      return Array(schema.replacing("MARKS", with: marks(count)).utf8)
    },
  ]

  @Test("are refused in every format, or left out", arguments: files.indices)
  func refused(_ number: Int) {
    let bytes = Self.files[number](258)
    do {
      let lines = try PreferencesImporter.read(bytes, namespace: "N").report.lines
      #expect(lines.contains { $0.contains("256 marks") }, "\(lines)")
    } catch {
      #expect(error.description.contains("at most 256 marks on a character"))
    }
  }

  @Test("are taken up to 256", arguments: files.indices)
  func taken(_ number: Int) {
    let bytes = Self.files[number](256)
    do {
      let lines = try PreferencesImporter.read(bytes, namespace: "N").report.lines
      #expect(!lines.contains { $0.contains("256 marks") }, "\(lines)")
    } catch {
      #expect(!error.description.contains("256 marks"))
    }
  }
}
