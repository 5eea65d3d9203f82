import PreferencesSchema

@testable import Preferences
@testable import PreferencesImport

/// Inputs to begin with: written by this package's own exporters, or by hand; none is anybody's file.
///
/// Each is small, because what libFuzzer makes up is about as long as its longest seed.
enum Seeds {
  /// A value of each kind, as rows.
  static let rows: [ExportedPreference] = {
    let values: [(String, StoredValue)] = [
      ("bool", .bool(true)), ("int", .int(-5)), ("real", .real(0.5)), ("text", .text("grüße")),
      ("data", .data([0, 1, 255])), ("date", .date(milliseconds: 1_772_368_200_250)),
      ("json", .json(#"{"a":[1,null,{"b":"c"}]}"#)), ("null", .null),
      ("color", StoredValue(color: AdaptiveColor(.red)) ?? .null),
      (
        "p3",
        StoredValue(color: AdaptiveColor(PreferenceColor(.displayP3, red: 1, green: 0, blue: 0)))
          ?? .null
      ),
      ("theme", StoredValue(color: AdaptiveColor(any: .white, dark: .black)) ?? .null),
      ("accent", StoredValue(color: AdaptiveColor(ColorReference("Brand.orange"))) ?? .null),
    ]
    return values.compactMap { key, value in
      (try? PreferenceName(namespace: "Seed", key: key)).map {
        ExportedPreference(name: $0, value: value, createdAt: 0, updatedAt: 0)
      }
    }
  }()

  private static func texts(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  static let json = texts(
    #"{"a":[1,-2.5e3,true,null,"\u00e9\n"],"b":{}}"#, "[]", "\"x\"", "// c\n{\"a\": 1,}", "1e400")

  static let colors = texts(
    "#F80", "#FF8800CC", "color(display-p3 1 0.3 0.7 / 0.5)", "rgb(255 0 0 / 50%)", "1,0.5,0",
    "rgba(1, 2, 3, 0.5)", "UIExtendedSRGBColorSpace 0.839216 0.521569 0.690196 1",
    "color(gray 0.5)", "color(srgb-linear 1e308 none 20%)", "Catalog color: System labelColor")

  /// The schema's files in pieces, each under the name of its file.
  static let migrations: [[UInt8]] =
    PreferencesSchema.files.flatMap { file in
      stride(from: 0, to: file.text.count, by: 400).map { place in
        Array(file.name.utf8) + [10] + file.text.dropFirst(place).prefix(400)
      }
    }
    + texts(
      "V0001__a.sql\n-- compatible: 1\nCREATE TABLE a (b);", "V0001__b.sql\r\nSELECT ';' /* */;")

  static let storedValues: [[UInt8]] = {
    let red = #"{"space":"srgb","red":1,"green":0,"blue":0,"alpha":1}"#
    let contents: [[UInt8]] = [
      [0, 0, 0, 0, 0, 0, 0, 0, 1], [1, 0x3F, 0xE0, 0, 0, 0, 0, 0, 0],
      [5, 0x3F, 0xE0, 0, 0, 0, 0, 0, 0],
      [2] + Array(#"{"$version":2,"name":"a","size":1,"tags":["b"],"parts":{"c":1}}"#.utf8),
      [3] + Array(red.utf8), [3] + Array("{\"any\":{\"reference\":\"A.b\"},\"dark\":\(red)}".utf8),
      [2] + Array("dark".utf8),
    ]
    return (0..<UInt8(StoredType.known.count)).flatMap { type in contents.map { [type] + $0 } }
  }()

  /// The fixtures of the tests, where they are.
  static let databases: [[UInt8]] = (1...PreferencesSchema.latest).compactMap {
    try? ImportSource.read("Tests/PreferencesTests/Fixtures/V000\($0).db")
  }

  /// The first rows of each page of the fixtures, one in a file of the smallest pages: whole ones would
  /// be slow to search. And a row that goes on on a third page.
  static let databasePages: [[UInt8]] =
    databases.flatMap { bytes in
      stride(from: 4096, to: bytes.count, by: 4096).flatMap { start -> [[UInt8]] in
        let page = Array(bytes[start..<start + 4096])
        let pointers = page[0] == 0x02 ? 12 : 8
        guard [0x0D, 0x0A, 0x02].contains(page[0]) else { return [] }
        return (0..<min(3, Int(page[4]))).map { index in
          let cell = Int(page[pointers + 2 * index]) << 8 | Int(page[pointers + 2 * index + 1])
          return smallFile(page[0], cell: page[cell..<min(cell + 400, 4096)])
        }
      }
    } + [
      // 600 bytes, 92 of them here: a header of three, and text of 597.
      smallFile(
        0x0D,
        cell: [0x84, 0x58, 1, 3, 0x89, 0x37] + [UInt8](repeating: 65, count: 89) + [0, 0, 0, 3])
        + [UInt8](repeating: 66, count: 512)
    ]

  private static func smallFile(_ kind: UInt8, cell: some Sequence<UInt8>) -> [UInt8] {
    let first = Array("SQLite format 3\0".utf8) + [0x02, 0x00] + [UInt8](repeating: 0, count: 494)
    let page = [kind, 0, 0, 0, 1] + [UInt8](repeating: 0, count: kind == 0x02 ? 7 : 3) + [0, 100]
    let content = page + [UInt8](repeating: 0, count: 100 - page.count) + cell
    return first + content + [UInt8](repeating: 0, count: 512 - content.count)
  }

  private static let xmlPropertyLists = rows.compactMap {
    try? PreferencesExporter.propertyList([$0], namespace: "Seed")
  }

  /// A dictionary of a Boolean, an integer, a real, texts, data, a date, an array and a UID, by hand.
  static let binaryPropertyLists: [[UInt8]] = {
    let objects: [[UInt8]] = [
      [0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x62, 0, 0xE9, 0, 0x62], [0xA5, 5, 6, 7, 8, 9],
      [0x80, 0x01], [0x09], [0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFB],
      [0x23, 0x3F, 0xE0, 0, 0, 0, 0, 0, 0], [0x42, 1, 2],
      [0x33, 0x41, 0xC2, 0x45, 0, 0, 0, 0, 0],
    ]
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(truncatingIfNeeded: bytes.count))
      bytes += object
    }
    let table = UInt8(truncatingIfNeeded: bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: objects.count)]
    bytes += [UInt8](repeating: 0, count: 15) + [table]
    return [bytes]
  }()

  /// A theme's dictionary of one colour.
  private static let theme = """
    <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>Ansi 0 Color</key><dict>
    <key>Color Space</key><string>P3</string><key>Red Component</key><real>1</real>
    <key>Green Component</key><real>0.5</real><key>Blue Component</key><real>0</real>
    <key>Alpha Component</key><real>1</real></dict></dict></plist>
    """

  private static let archive = """
    <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>$archiver</key>
    <string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer><key>$top</key><dict>
    <key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict><key>$objects</key><array>
    <string>$null</string><dict><key>$class</key><dict><key>CF$UID</key><integer>2</integer></dict>
    <key>NSColorSpace</key><integer>1</integer><key>NSRGB</key><data>MSAwLjUgMA==</data></dict>
    <dict><key>$classes</key><array><string>NSColor</string></array></dict></array></dict></plist>
    """

  private static let typedStream: [UInt8] =
    [4, 11] + Array("streamtyped".utf8) + [
      0x81, 0xE8, 0x03, 0x84, 0x01, 0x40, 0x84, 0x84, 0x84, 0x07,
    ]
    + Array("NSColor".utf8) + [0, 0x84, 0x84, 0x08] + Array("NSObject".utf8)
    + [0, 0x85, 0x84, 0x01, 0x63, 0x01, 0x84, 0x04] + Array("ffff".utf8) + [0x83, 0, 0, 0x80, 0x3F]
    + [0, 1, 1, 0x86]

  private static let swatchExchange: [UInt8] = {
    let parts: [[UInt8]] = [
      Array("ASEF".utf8), [0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 24, 0, 2, 0, 0x61, 0, 0],
      Array("RGB ".utf8), [0x3F, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
    ]
    return Array(parts.joined())
  }()

  /// Files of a format, and for each format some that are almost of it.
  static func files(of word: String) -> [[UInt8]] {
    switch word {
    case "json": json + rows.compactMap { try? PreferencesExporter.json([$0]) }
    case "plist": binaryPropertyLists + xmlPropertyLists
    case "vscode":
      texts(##"{"editor.x": 1, "workbench.colorCustomizations": {"[A]": {"b": "#fff"}}, /* c */}"##)
    case "keyfile":
      texts(
        "[org/gnome/shell]\na=uint32 0\nb=['x', \"y\"]\nc={'k': <(1, true)>}\n# d\ne=#ff0000\n",
        "[Colors]\nColor=255,0,0\nlist=a;b\n[A/B]\nc=@as []\n")
    case "gschema":
      texts(
        """
        <schemalist><enum id="e"><value nick="a" value="1"/></enum><schema id="s" path="/s/">
        <key name="k" type="i"><default>5</default><range min="0" max="9"/></key>
        <key name="l" enum="e"><default>'a'</default></key></schema></schemalist>
        """)
    case "defaults":
      texts(
        """
        <plist version="1.0"><dict><key>PreferenceSpecifiers</key><array><dict><key>Type</key>
        <string>PSToggleSwitchSpecifier</string><key>Key</key><string>k</string>
        <key>DefaultValue</key><true/></dict></array></dict></plist>
        """)
    case "gpl": texts("GIMP Palette\nName: a\nChannels: RGBA\n#\n255 0 0 128\tred\n0 0 0\n")
    case "ase": [swatchExchange]
    case "aco": [[0, 1, 0, 1, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0]]
    case "colorset":
      [
        Array(
          """
          {"colors":[{"idiom":"universal","color":{"color-space":"display-p3","components":
          {"red":"0x32","green":"0.5","blue":"205","alpha":"1.000"}}}],"info":{"version":1}}
          """.utf8)
      ]
    case "itermcolors", "terminal": texts(theme)
    default: texts(archive, theme) + [typedStream] + binaryPropertyLists
    }
  }
}
