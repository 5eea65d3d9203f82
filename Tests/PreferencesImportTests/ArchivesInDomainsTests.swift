import Preferences
import Testing

@testable import PreferencesImport

/// Colours that stand among the settings of a domain, in the forms that programs keep them in.
@Suite("colours inside property lists")
struct ArchivesInDomainsTests {
  private func green() throws -> [UInt8] {
    try ArchiveBuilder.color([
      "NSColorSpace": .integer(1), "NSRGB": ArchiveBuilder.numbers("0 1 0\0"),
    ])
  }

  private func read(
    _ members: KeyValuePairs<String, PropertyList>, keepsArchives: Bool = false
  ) throws -> ImportedColors {
    try ImportedColors(file(members)) { $0.keepsArchives = keepsArchives }
  }

  private func file(_ members: KeyValuePairs<String, PropertyList>) throws -> [UInt8] {
    try XMLPropertyListWriter.write(.dictionary(members.map { .init($0, $1) }))
  }

  @Test("archived data is a colour, and the note says by which rule")
  func data() throws {
    let result = try read(["tint": .data(green()), "size": .integer(12)])
    #expect(result.hex("tint") == "#00f900" && result.types["size"] == .int)
    #expect(
      result.notes["tint"] == "archived NSColor, Generic RGB (calibrated, gamma 1.8) to sRGB")
    #expect(result.outcomes["tint"] == .converted)
  }

  // B17: colours that live in a text, as base64 of an archive.
  @Test("base64 text of a binary archive is a colour; an empty text stays an empty text")
  func base64() throws {
    let archive = binaryColor("1 0.5 0\0")
    let members: KeyValuePairs<String, PropertyList> = [
      "tint": .string(Base64.text(of: archive)), "none": .string(""),
      "word": .string("YnBsaXN0MDA and no more"), "hex": .string("#ff0000"),
    ]
    let result = try read(members)
    #expect(result.hex("tint") == "#ff8000")
    #expect(
      result.notes["tint"] == "archived NSColor as base64 text, device RGB taken as sRGB")
    let values = try imported(file(members))
    #expect(values["none"] == .text(""))
    #expect(values["word"] == .text("YnBsaXN0MDA and no more"))
    #expect(values["hex"] == .text("#ff0000"))
    #expect(StoredValue.text("").readAsColor() == nil)
    let color = StoredValue.text(Base64.text(of: archive)).readAsColor()?.color.color
    #expect(color?.hex == "#FF8000")
  }

  @Test("an entry whose form is asked for keeps it, the others become colours")
  func keptByForm() throws {
    let bytes = try file(["tint": .data(green()), "ink": .data(green())])
    let result = try ImportedColors(bytes) { $0.forms = ["ink": .data] }
    #expect(result.hex("tint") == "#00f900" && result.types["ink"] == .data)
  }

  @Test("the name of a colour space and components are a colour, any other list is none")
  func lists() throws {
    func list(_ name: String, _ numbers: [PropertyList]) -> PropertyList {
      .array([.string(name), .array(numbers)])
    }
    let result = try read([
      "p3": list("kCGColorSpaceDisplayP3", [.integer(1), .real(0.3), .real(0.7), .real(1)]),
      "gray": list("kCGColorSpaceExtendedGray", [.real(0.5), .real(0.25)]),
      "generic": list("kCGColorSpaceGenericRGB", [.integer(0), .integer(1), .real(0), .real(1)]),
      "unknown": list("kCGColorSpaceITUR_2020", [.real(1), .real(1), .real(1), .real(1)]),
      "short": list("kCGColorSpaceSRGB", [.real(1), .real(1), .real(1)]),
      "texts": list("kCGColorSpaceSRGB", [.real(1), .real(1), .real(1), .string("1")]),
      "infinite": list("kCGColorSpaceSRGB", [.real(.infinity), .real(1), .real(1), .real(1)]),
    ])
    #expect(
      result.colors["p3"]?.color == PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.7))
    #expect(result.notes["p3"] == "list of a colour space and components")
    #expect(result.colors["gray"]?.color == PreferenceColor(gray: 0.5, alpha: 0.25))
    #expect(result.hex("generic") == "#00f900" && result.outcomes["generic"] == .converted)
    for key in ["unknown", "short", "texts", "infinite"] {
      #expect(result.types[key] == .json, "\(key)")
    }
  }

  @Test("an archived colour that cannot be taken stays data, and the note says why")
  func refusal() throws {
    let bytes = try ArchiveBuilder.color(["NSColorSpace": .integer(10)])
    let members: KeyValuePairs<String, PropertyList> = ["a": .data(bytes)]
    #expect(try imported(file(members)) == ["a": .data(bytes)])
    #expect(
      try read(members).notes["a"]
        == "archived colour kept as data: a pattern of pictures, which has no numbers")
  }

  @Test("all forms are kept where that is asked for")
  func kept() throws {
    let text = PropertyList.string(Base64.text(of: binaryColor("1 0 0\0")))
    let list = PropertyList.array([
      .string("kCGColorSpaceSRGB"), .array([.real(1), .real(0), .real(0), .real(1)]),
    ])
    let result = try read(["a": .data(green()), "b": text, "c": list], keepsArchives: true)
    #expect(result.types == ["a": .data, "b": .text, "c": .json])
  }

  @Test("archives of other things, broken ones and hostile ones stay the data that they are")
  func others() throws {
    let other = try ArchiveBuilder.color([:], classes: ["NSFont", "NSObject"])
    let members: KeyValuePairs<String, PropertyList> = [
      "bomb": .data(bomb), "font": .data(other), "cut": .data(Array(binaryColor("1\0").dropLast())),
      "xml": .data(Array("<plist><dict/></plist>".utf8)), "empty": .data([]),
      "stream": .data([4, 11] + Array("streamtyped".utf8)),
    ]
    let values = try imported(file(members))
    #expect(values.count == 6)
    for (key, value) in members { #expect(values[key]?.propertyList == value, "\(key)") }
    #expect(try read(members).notes.isEmpty)
  }

  /// Each container holds the next one 15 times: it would unfold to 15 to the power of 9.
  private let bomb = BinaryPropertyListBuilder.file(
    (1...9).map { [0xAF, 0x10, 15] + [UInt8](repeating: $0, count: 15) } + [[0x09]])

  @Test(
    "many archives that would unfold without end cost next to nothing", .timeLimit(.minutes(30)))
  func bombs() throws {
    let members = (0..<1000).map { PropertyList.Member("k\($0)", .data(bomb)) }
    let file = try XMLPropertyListWriter.write(.dictionary(members))
    #expect(try imported(file).values.allSatisfy { $0 == .data(bomb) })
  }

  /// A binary archive of a colour in device RGB.
  private func binaryColor(_ text: String) -> [UInt8] {
    let ascii = BinaryPropertyListBuilder.ascii
    func long(_ text: String) -> [UInt8] { [0x5F, 0x10, UInt8(text.utf8.count)] + text.utf8 }
    return BinaryPropertyListBuilder.file([
      [0xD4, 1, 2, 3, 4, 5, 6, 7, 8],
      long("$archiver"), ascii("$top"), ascii("$objects"), ascii("$version"),
      long("NSKeyedArchiver"), [0xD1, 9, 10], [0xA3, 11, 12, 13], [0x10, 1],
      ascii("root"), [0x80, 1],
      ascii("$null"), [0xD3, 14, 15, 16, 17, 18, 19], [0xD1, 20, 21],
      ascii("NSRGB"), ascii("NSColorSpace"), ascii("$class"),
      [0x40 | UInt8(text.utf8.count)] + text.utf8, [0x10, 2], [0x80, 2],
      ascii("$classes"), [0xA1, 22], ascii("NSColor"),
    ])
  }
}
