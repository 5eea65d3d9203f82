import Preferences
import Testing

@testable import PreferencesImport

@Suite("colour lists")
struct ColorListTests {
  private static let solarized: [(String, String)] = [
    ("Base03", "#002b36"), ("Base02", "#073642"), ("Base01", "#586e75"), ("Base00", "#657b83"),
    ("Base0", "#839496"), ("Base1", "#93a1a1"), ("Base2", "#eee8d5"), ("Base3", "#fdf6e3"),
    ("Yellow", "#b58900"), ("Orange", "#cb4b16"), ("Red", "#dc322f"), ("Magenta", "#d33682"),
    ("Violet", "#6c71c4"), ("Blue", "#268bd2"), ("Cyan", "#2aa198"), ("Green", "#859900"),
  ]

  @Test(
    "calibrated and device colours of the old form are the same 16",
    .enabled(if: RealFiles.arePresent))
  func typedStreams() throws {
    let tagged = try ImportedColors(RealFiles.bytes("palette/typedstream-calibrated.clr"))
    let untagged = try ImportedColors(RealFiles.bytes("palette/typedstream-device.clr"))
    #expect(tagged.colors.count == 16 && untagged.colors.count == 16)
    #expect(tagged.leftOut.isEmpty && untagged.leftOut.isEmpty)
    for (name, hex) in Self.solarized {
      #expect(tagged.hex("Solarized \(name) tagged") == hex)
      #expect(untagged.hex("Solarized \(name) untagged") == hex)
      let pair = [
        tagged.colors["Solarized \(name) tagged"], untagged.colors["Solarized \(name) untagged"],
      ]
      .compactMap { $0?.color }
      try #require(pair.count == 2)
      #expect(pair[0].isVisuallyEqual(to: pair[1], tolerance: 0.0003), "\(name): \(pair)")
      #expect(
        tagged.notes["Solarized \(name) tagged"] == "Generic RGB (calibrated, gamma 1.8) to sRGB")
      #expect(tagged.outcomes["Solarized \(name) tagged"] == .converted)
      #expect(untagged.notes["Solarized \(name) untagged"] == "device RGB taken as sRGB")
    }
  }

  @Test(
    "a keyed list has the colours of the palette in another format",
    .enabled(if: RealFiles.arePresent))
  func keyed() throws {
    let list = try ImportedColors(RealFiles.bytes("palette/keyed.clr"))
    #expect(list.format == "colour list")
    let palette = String(
      decoding: try RealFiles.bytes("palette/tabs-no-padding.gpl"), as: UTF8.self)
    var count = 0
    for line in palette.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 4 else { continue }
      let bytes = fields.prefix(3).compactMap { Double($0) }
      let expected = PreferenceColor(
        red: bytes[0] / 255, green: bytes[1] / 255, blue: bytes[2] / 255)
      let color = try #require(list.colors[String(fields[3])]?.color)
      // The list has been through a screen's profile: its last steps differ, up to 4.3 of 255.
      #expect(color.isVisuallyEqual(to: expected, tolerance: 4.3 / 255), "\(line): \(color)")
      count += 1
    }
    // The numbers in the file, to the digit; taken from NSRGB beside them they would be darker.
    #expect(
      list.colors["nord8"]?.color
        == PreferenceColor(red: 0.5254320502, green: 0.7524794936, blue: 0.8199318051))
    #expect(list.hex("nord0") == "#2e3440")
    #expect(count == 16 && list.colors.count == 16)
    #expect(list.notes.isEmpty && list.leftOut.isEmpty)
  }

  @Test(
    "both byte orders are read, whole numbers and those of two bytes as well",
    arguments: [false, true])
  func byteOrder(_ isBigEndian: Bool) throws {
    var stream = TypedStreamBuilder(isBigEndian: isBigEndian)
    stream.beginList(4)
    stream.text("@@")
    stream.color(1, [0, 1, 0, 1])
    stream.string("calibrated green")
    stream.text("@@")
    stream.color(4, [0.5, 0.25])
    stream.string("device white")
    stream.text("@@")
    stream.color(5, [1, 0, 0.5, 0.2, 1])
    stream.string("ink")
    stream.text("@@")
    // Whole components are integers.
    stream.begin("NSColor")
    stream.text("c")
    stream.raw(2)
    stream.text("ffff")
    stream.raw(1, 0, 0x81, isBigEndian ? 0 : 1, isBigEndian ? 1 : 0, 1)
    stream.end()
    stream.string(String(repeating: "long ", count: 40))
    let list = try ImportedColors(stream.bytes)
    #expect(list.hex("calibrated green") == "#00f900")
    #expect(list.hex("device white") == "#80808040")
    #expect(list.hex("ink") == "#00cc66")
    #expect(list.hex(String(repeating: "long ", count: 40)) == "#ff00ff")
    #expect(list.colors.count == 4)
  }

  @Test("a catalogue colour keeps its name; a pattern and a nameless colour are left out")
  func kinds() throws {
    var stream = TypedStreamBuilder()
    stream.beginList(3)
    stream.text("@@")
    stream.begin("NSColor")
    stream.text("c")
    stream.raw(6)
    stream.text("@@@")
    stream.string("System")
    stream.string("controlColor")
    stream.color(3, [0.602715373, 1])
    stream.end()
    stream.string("control")
    stream.text("@@")
    stream.color(10, [])
    stream.string("bricks")
    stream.text("@@")
    stream.color(2, [1, 0, 0, 1])
    stream.raw(0x85)
    let list = try ImportedColors(stream.bytes)
    let reference = try #require(list.colors["control"]?.reference)
    #expect(reference.name == "controlColor" && reference.platform == "System")
    #expect(reference.fallback?.color?.hex == "#AAAAAA")
    #expect(
      list.leftOut == [
        "bricks": "a pattern of pictures, which has no numbers",
        "colour 3": "it has no name, or one too long to be a key",
      ])
  }

  @Test("one archived colour of the old form is a colour")
  func single() throws {
    var stream = TypedStreamBuilder()
    stream.text("@")
    stream.color(1, [0, 1, 0, 0.5])
    #expect(try ImportedColors(stream.bytes).hex("color") == "#00f90080")
    #expect(StoredValue.data(stream.bytes).readAsColor()?.color.color?.hex == "#00F90080")
  }

  @Test("lists of unequal length, without names, or with something else among the colours")
  func keyedDamage() throws {
    let file = try ArchiveBuilder.file(
      [
        .dictionary([.init("NS.objects", .array([.uid(3), .uid(5), .uid(0), .uid(3), .uid(3)]))]),
        .dictionary([
          .init("NS.objects", .array([.string("a"), .string("b"), .string("c"), .uid(2)]))
        ]),
        ArchiveBuilder.object(
          ["NSColorSpace": .integer(2), "NSRGB": ArchiveBuilder.numbers("1 0 0\0")], class: 4),
        ArchiveBuilder.classObject(["NSColor", "NSObject"]),
        .string("no colour"),
      ], top: [.init("NSColors", .uid(1)), .init("NSKeys", .uid(2))])
    let list = try ImportedColors(file)
    #expect(list.hex("a") == "#ff0000")
    let noName = "it has no name, or one too long to be a key"
    #expect(
      list.leftOut == [
        "b": "it is no archived colour", "c": "it is no archived colour", "colour 4": noName,
        "colour 5": noName,
      ])
  }

  @Test("asked for one key, a list is kept as data")
  func key() throws {
    var stream = TypedStreamBuilder()
    stream.beginList(0)
    #expect(try imported(stream.bytes, key: "list") == ["list": .data(stream.bytes)])
    #expect(try ImportedColors(stream.bytes).colors.isEmpty)
  }

  /// A catalogue colour with a large name, which is the name of each colour of the list as well.
  private func stream(of count: Int) -> [UInt8] {
    var stream = TypedStreamBuilder()
    stream.beginList(count)
    stream.text("@@")
    stream.begin("NSColor")  // 0, its class is 1
    stream.text("c")
    stream.raw(6)
    stream.text("@@@")
    stream.string(String(repeating: "é", count: 1 << 20))  // 2
    stream.string("x")
    stream.raw(0x85)
    stream.end()
    stream.raw(0x92 + 2)
    for _ in 1..<count {
      stream.text("@@")
      stream.raw(0x92, 0x92 + 2)
    }
    return stream.bytes
  }

  @Test("many colours that share one large name cost next to nothing; too many are refused")
  func large() throws {
    let start = ContinuousClock.now
    #expect(try ImportedColors(stream(of: 10_000)).leftOut.count == 10_000)
    #expect(
      refusal(stream(of: 10_001)) == "expected a list of at most 10000 colours, found 10001")
    let color = ArchiveBuilder.object(
      ["NSColorSpace": .integer(6), "NSCatalogName": .uid(4), "NSColorName": .uid(4)], class: 5)
    func keyed(_ count: Int) throws -> [UInt8] {
      try ArchiveBuilder.file(
        [
          .dictionary([.init("NS.objects", .array(Array(repeating: .uid(3), count: count)))]),
          .dictionary([.init("NS.objects", .array((0..<count).map { .string("c\($0)") }))]),
          color, .string(String(repeating: "x", count: 1 << 20)),
          ArchiveBuilder.classObject(["NSColor"]),
        ], top: [.init("NSColors", .uid(1)), .init("NSKeys", .uid(2))])
    }
    let colors = try ImportedColors(keyed(10_000))
    #expect(colors.leftOut["c9"] == "a catalogue colour whose name is too long")
    #expect(colors.leftOut.count == 10_000)
    #expect(
      try refusal(keyed(10_001)) == "expected a list of at most 10000 colours, found 10001")
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  private static let broken: [([UInt8], String)] = [
    ([0x84, 1, 0x69], "byte 21: expected 1 bytes, found 0 before the end"),
    ([0x92], "byte 19: expected a reference to something before it, found the number 0"),
    ([0x84, 1, 0x7B], "byte 21: expected a type of archived colours, found '{'"),
    (
      [0x84, 0x82, 0xFF, 0xFF, 0xFF, 0x7F],
      "byte 24: expected 2147483647 bytes, found 0 before the end"
    ),
    ([0x84, 0x82, 0, 0, 0, 0x80], "byte 24: expected -2147483648 bytes, found 0 before the end"),
    ([0x84, 1, 0x69, 0x90], "byte 22: expected an integer, found 0x90"),
  ]

  @Test("a broken stream is refused with the place", arguments: broken)
  func streams(_ more: [UInt8], _ message: String) {
    #expect(refusal(TypedStreamBuilder().bytes + more) == message)
  }

  @Test("objects that nest deep, or contain themselves, end in an error or a colour")
  func recursion() throws {
    var deep = TypedStreamBuilder()
    deep.text("@")
    for _ in 0..<100_000 {
      deep.begin("NSColor")
      deep.text("@")
    }
    #expect(refusal(deep.bytes).contains("expected at most 64 levels, found a deeper one"))
    // The catalogue colour (object 0) has itself as its fallback.
    var cycle = TypedStreamBuilder()
    cycle.text("@")
    cycle.begin("NSColor")
    cycle.text("c")
    cycle.raw(6)
    cycle.text("@@@")
    cycle.string("System")
    cycle.string("x")
    cycle.raw(0x92)
    cycle.end()
    #expect(try ImportedColors(cycle.bytes).colors["color"]?.reference?.name == "x")
    // A class that is its own superclass.
    var classes = TypedStreamBuilder()
    classes.text("@")
    classes.raw(0x84, 0x84)
    classes.text("NSThing")
    classes.raw(0, 0x93, 0x86)
    #expect(refusal(classes.bytes).contains("a typedstream, the archive of NSArchiver"))
  }

  @Test("damaged lists and colours of both forms", .enabled(if: RealFiles.arePresent))
  func damage() throws {
    try expectDamageIsHarmless(
      to: [
        "palette/keyed.clr", "palette/typedstream-calibrated.clr",
        "palette/typedstream-device.clr",
      ])
    try expectDamageIsHarmless(to: RealFiles.archivedColors)
  }
}
