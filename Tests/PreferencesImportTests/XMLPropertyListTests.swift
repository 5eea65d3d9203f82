import Testing

@testable import PreferencesImport

@Suite("XML property lists")
struct XMLPropertyListTests {
  private func error(_ bytes: [UInt8]) -> String {
    do { return "no error: \(try XMLPropertyListReader.read(bytes))" } catch {
      return error.description
    }
  }

  @Test(
    "every element is read exactly",
    arguments: [
      ("<true/>", .bool(true)), ("<false></false>", .bool(false)),
      ("<integer>1</integer>", .integer(1)),
      ("<integer> -9223372036854775808\n</integer>", .integer(.min)),
      ("<integer>18446744073709551615</integer>", .unsigned(.max)),
      ("<integer>0x1F</integer>", .integer(31)), ("<integer>-0x80</integer>", .integer(-128)),
      ("<integer>+7</integer>", .integer(7)),
      ("<real>3</real>", .real(3)), ("<real>-1.5e-3</real>", .real(-0.0015)),
      ("<real>inf</real>", .real(.infinity)), ("<real>-infinity</real>", .real(-.infinity)),
      ("<string/>", .string("")), ("<string> a\tb </string>", .string(" a\tb ")),
      ("<string>&lt;&amp;&gt;&quot;&apos;&#233;&#x1F600;</string>", .string("<&>\"'é😀")),
      ("<string>a<![CDATA[<b>&amp;]]>c<!-- no -->d</string>", .string("a<b>&amp;cd")),
      ("<string>a\r\nb\rc&#13;</string>", .string("a\nb\nc\r")),
      ("<data>\n\tAQI=\n</data>", .data([1, 2])), ("<data/>", .data([])),
      ("<date>2001-01-01T00:00:00Z</date>", .date(0)),
      ("<date>2000-12-31T23:59:59.25Z</date>", .date(-0.75)),
      ("<date>0000-12-30T00:00:00Z</date>", .date(-63_114_076_800)),
      ("<date>9999-12-31T23:59:59Z</date>", .date(252_423_993_599)),
      ("<array/>", .array([])),
      ("<array> <true/><!-- --><integer>2</integer></array>", .array([.bool(true), .integer(2)])),
      ("<dict/>", .dictionary([])),
      (
        "<dict><key>b</key><true/><key>a</key><false/></dict>",
        .dictionary([.init("b", .bool(true)), .init("a", .bool(false))])
      ),
      ("<array><dict><key>CF$UID</key><integer>5</integer></dict></array>", .array([.uid(5)])),
      (
        "<dict><key>CF$UID</key><integer>5</integer></dict>",
        .dictionary([.init("CF$UID", .integer(5))])
      ),
      (
        "<array><dict><key>CF$UID</key><integer>-5</integer></dict></array>",
        .array([.dictionary([.init("CF$UID", .integer(-5))])])
      ),
    ] as [(String, PropertyList)])
  func elements(_ content: String, _ expected: PropertyList) throws {
    #expect(try XMLPropertyListReader.read(xml(content)) == expected)
  }

  @Test(
    "what breaks the rules is refused with line and column",
    arguments: [
      ("<dict>\n  <key>a</key>\n</dict>", "6:1: expected a value for the key 'a', found </dict>"),
      ("<dict>\n  <true/>\n</dict>", "5:3: expected <key> or </dict>, found <true>"),
      ("<dict><key>a</key><key>b</key></dict>", "4:19: expected a value, found <key>"),
      ("<array><key>a</key></array>", "4:8: expected a value, found <key>"),
      (
        "<dict><key>é</key><true/>\n<key>é</key><true/></dict>",
        "5:1: expected each key once in a dictionary, found 'é' twice"
      ),
      ("<dict><key>é</key>x<true/></dict>", "4:19: expected an element, found the text 'x'"),
      ("<true/><false/>", "4:8: expected one value in <plist>, found a second one, <false>"),
      ("", "5:9: expected a value in <plist>, found none"),
      ("<true>yes</true>", "4:1: expected <true/> without content, found 'yes'"),
      (
        "<integer>1.0</integer>",
        "4:1: expected an integer between -9223372036854775808 and 18446744073709551615, found '1.0'"
      ),
      ("<integer>18446744073709551616</integer>", "found '18446744073709551616'"),
      ("<integer>-9223372036854775809</integer>", "found '-9223372036854775809'"),
      ("<integer>--1</integer>", "found '--1'"), ("<integer>-+1</integer>", "found '-+1'"),
      ("<integer/>", "found ''"), ("<integer>0x</integer>", "found '0x'"),
      (
        "<real>1e400</real>",
        "4:1: expected a number in the range of doubles, 'inf', '-inf' or 'nan', found '1e400'"
      ),
      ("<real>0x1p3</real>", "found '0x1p3'"), ("<real>1,5</real>", "found '1,5'"),
      ("<data>AQI</data>", "4:1: expected base64, found 'AQI'"),
      ("<data>A!==</data>", "found 'A!=='"),
      ("<data>AQ==AQ==</data>", "expected base64"), ("<data>A===</data>", "expected base64"),
      ("<data>A=QI</data>", "expected base64"),
      (
        "<date>2001-02-29T00:00:00Z</date>",
        "4:1: expected a date such as 2025-07-04T12:07:49Z, found '2001-02-29T00:00:00Z'"
      ),
      ("<date>2001-01-01</date>", "expected a date"),
      ("<date>2001-01-01T00:00:00+01:00</date>", "expected a date"),
      ("<date>2001-01-01 00:00:00Z</date>", "expected a date"),
      ("<date>2001-01-01T00:00:00.Z</date>", "expected a date"),
      ("<null/>", "4:1: expected an element of property lists, found <null>"),
      ("<string>a<b/></string>", "4:10: expected text and </string>, found <b>"),
      ("<string>a</strong>", "4:10: expected </string>, found </strong>"),
      ("<string>a & b</string>", "4:11: expected a reference such as '&amp;', found a bare '&'"),
      (
        "<string>a &nbsp; b</string>",
        "4:11: expected a character or one of the five entities of XML, found &nbsp;"
      ),
      ("<string>&#0;</string>", "found &#0;"), ("<string>&#xD800;</string>", "found &#xD800;"),
      ("<string>&#x;</string>", "found &#x;"), ("<string>&#-1;</string>", "found &#-1;"),
      ("<string>\u{1}</string>", "4:9: expected a character that XML allows, found U+1"),
      ("<string>\u{FFFE}</string>", "4:9: expected a character that XML allows, found U+FFFE"),
      ("<string>\u{FFFF}</string>", "4:9: expected a character that XML allows, found U+FFFF"),
      ("<string>]]></string>", "expected no ']]>' in text"),
      ("<string a='1' a='2'>x</string>", "4:15: expected each attribute once, found 'a' twice"),
      ("<string a=1>x</string>", "4:11: expected a quoted text"),
      ("<!-- a -- b --><true/>", "expected no '--' inside a comment"),
      ("<?xml version='1.0'?><true/>", "expected the XML declaration at the start only"),
    ])
  func malformed(_ content: String, _ message: String) {
    #expect(error(xml(content)).contains(message), "\(error(xml(content)))")
  }

  @Test(
    "what stands round the root is checked",
    arguments: [
      ("", "1:1: expected an element, found the end of the file"),
      ("<plist><true/>", "1:15: expected </plist>, found the end of the file"),
      ("<plist><true/></plist>x", "1:23: expected the end of the document, found 'x'"),
      (
        "<plist><true/></plist><plist/>", "1:23: expected the end of the document, found '<plist/>'"
      ),
      ("x<plist/>", "1:1: expected an element, found 'x<plist/>'"),
      ("<svg/>", "expected a property list, with the root element <plist>, found an SVG picture"),
      ("<PLIST/>", "found an XML document with the root element <PLIST>"),
      (
        "<?xml version='1.0' encoding='ISO-8859-1'?><plist/>",
        "expected the encoding UTF-8, or UTF-16 with a byte-order mark, found the encoding 'ISO-8859-1'"
      ),
      (
        "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><string>&a;</string></plist>",
        "1:17: expected a document type without declarations of its own, found '['"
      ),
      ("<!DOCTYPE plist SYSTEM 'file:///x'><plist><string>&a;</string></plist>", "found &a;"),
      ("<plist><string>", "expected </string>, found the end of the file"),
      ("<plist><true/", "expected white space, '>' or '/>' in a tag, found '/'"),
      ("<plist a='b", "expected a closing quote, found the end of the file"),
      ("<plist><!-- ", "expected the end of a comment"),
    ])
  func document(_ text: String, _ message: String) {
    #expect(error(Array(text.utf8)).contains(message), "\(error(Array(text.utf8)))")
  }

  @Test("UTF-16 with its mark and UTF-8 with its mark are read", arguments: [true, false])
  func encodings(_ isBigEndian: Bool) throws {
    let text =
      "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><string>é😀</string></plist>"
    let bytes = text.utf16.flatMap { unit -> [UInt8] in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? pair : pair.reversed()
    }
    #expect(try XMLPropertyListReader.read(bytes) == .string("é😀"))
    let marked = [0xEF, 0xBB, 0xBF] + xml("<string>é</string>")
    #expect(try XMLPropertyListReader.read(marked) == .string("é"))
    #expect(error(Array(bytes.dropLast())).contains("expected UTF-16 text"))
  }

  @Test("a byte that is not UTF-8 is named with its place")
  func badByte() {
    let bytes = Array("<plist>\n<string>a".utf8) + [0xFF] + Array("</string></plist>".utf8)
    #expect(error(bytes) == "2:10: expected UTF-8 text, found the byte 0xFF")
  }

  @Test("nesting has a limit")
  func nesting() throws {
    let nested = { (count: Int) in
      xml(String(repeating: "<array>", count: count) + String(repeating: "</array>", count: count))
    }
    _ = try XMLPropertyListReader.read(nested(PropertyList.maximumDepth))
    #expect(
      error(nested(PropertyList.maximumDepth + 1)).contains(
        "expected at most \(PropertyList.maximumDepth) levels"))
    #expect(error(xml(String(repeating: "<array>", count: 500_000))).contains("levels"))
  }
}
