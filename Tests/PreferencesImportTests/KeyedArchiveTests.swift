import Preferences
import Testing

@testable import PreferencesImport

@Suite("keyed archives")
struct KeyedArchiveTests {
  private func read(
    _ members: KeyValuePairs<String, PropertyList>, classes: [String] = ["NSColor", "NSObject"],
    _ more: [PropertyList] = []
  ) throws -> ImportedColors {
    try ImportedColors(ArchiveBuilder.color(members, classes: classes, more))
  }

  private static let simpleColors: [(Int64, String, String, String, String)] = [
    (1, "NSRGB", "0 1 0\0", "#00f900", "Generic RGB (calibrated, gamma 1.8) to sRGB"),
    (2, "NSRGB", "0 1 0 0.5\0", "#00ff0080", "device RGB taken as sRGB"),
    (3, "NSWhite", "0.602715373\0", "#aaaaaa", "Generic Gray (calibrated, gamma 1.8) to sRGB"),
    (4, "NSWhite", "0.5", "#808080", "device white taken as sRGB"),
    (
      5, "NSCMYK", "1 0 0.5 0.2 0.4\0", "#00cc6666",
      "CMYK without a profile to sRGB, approximately"
    ),
  ]

  // The check values of the conversions; calibrated (0, 1, 0) is #00f900.
  @Test(
    "kinds of colours that need no more than their numbers",
    arguments: simpleColors)
  func kinds(_ kind: Int64, _ key: String, _ text: String, _ hex: String, _ rule: String) throws {
    let result = try read(["NSColorSpace": .integer(kind), key: ArchiveBuilder.numbers(text)])
    #expect(result.hex("color") == hex)
    #expect(result.notes["color"] == "archived NSColor, \(rule)")
  }

  @Test(
    "calibrated white against the values that a program stored beside it",
    arguments: [("0.602715373", 0.6667), ("0.4246723652", 0.5), ("0.2637968361", 0.3333)])
  func calibratedWhite(_ text: String, _ white: Double) throws {
    let result = try read(["NSColorSpace": .integer(3), "NSWhite": ArchiveBuilder.numbers(text)])
    let color = try #require(result.colors["color"]?.color)
    #expect(abs(color.red - white) < 0.00005)
  }

  private static let spaceNumbers: [(String, Int64, String, String)] = [
    ("NSID", 1, "0 1 0 1", "#00f900"), ("NSID", 2, "0.602715373 1", "#aaaaaa"),
    ("NSID", 3, "1 0 0.5 0.2 1", "#00cc66"), ("NSID", 4, "1 0.5 0 1", "#ff8000"),
    ("NSID", 5, "0.5 1", "#808080"), ("NSID", 7, "1 0.5 0 1", "#ff8000"),
    ("NSID", 8, "0.6 0.3 0.3 1", "#af4b4b"), ("NSID", 9, "0.5 1", "#808080"),
    ("NSSpaceID", 12, "0.21604 0.49418 0.13151 1", "#008000"),
    ("NSSpaceID", 14, "1.5 0.5 -0.5 1", "#ff8000"), ("NSSpaceID", 15, "0.5 1", "#808080"),
    ("NSSpaceID", 16, "0.25 1 0 1", "#89ff00"),
    ("NSSpaceID", 17, "-0.05 0.25 1.5 1", "#0089ff"),
  ]

  @Test(
    "custom spaces by their numbers, of whichever key",
    arguments: spaceNumbers)
  func customSpaces(_ key: String, _ id: Int64, _ text: String, _ hex: String) throws {
    let result = try read(
      [
        "NSColorSpace": .integer(1), "NSCustomColorSpace": .uid(3),
        "NSComponents": ArchiveBuilder.numbers(text),
        "NSRGB": ArchiveBuilder.numbers("0.1 0.1 0.1\0"),
      ], [.dictionary([.init(key, .integer(id))])])
    #expect(result.hex("color") == hex)
  }

  @Test("subclasses of NSColor are told by the list of classes, not by the name")
  func classes() throws {
    let members: KeyValuePairs<String, PropertyList> = [
      "NSColorSpace": .integer(2), "NSRGB": ArchiveBuilder.numbers("1 0 0\0"),
    ]
    let names = ["NSDeviceRGBColor", "NSColor", "NSObject"]
    #expect(try read(members, classes: names).hex("color") == "#ff0000")
    let other = try ArchiveBuilder.color(members, classes: ["NSColorPicker", "NSObject"])
    #expect(ImportFormat.detect(other)?.word == "plist")
    #expect(throws: ImportError.self) { try ImportedColors(other) }
  }

  private let nested: [PropertyList] = [
    .string("System"), .string("systemRedColor"),
    ArchiveBuilder.object(
      ["NSColorSpace": .integer(1), "NSRGB": ArchiveBuilder.numbers("0 1 0\0")], class: 2),
  ]

  // B02: a named colour is never frozen into the numbers that it had when it was archived.
  @Test("a catalogue colour keeps its name, and its numbers as a fallback that is marked as one")
  func catalogue() throws {
    let result = try read(
      [
        "NSColorSpace": .integer(6), "NSCatalogName": .uid(3), "NSColorName": .uid(4),
        "NSColor": .uid(5),
      ], nested)
    let reference = try #require(result.colors["color"]?.reference)
    #expect(reference.name == "systemRedColor" && reference.platform == "System")
    #expect(reference.fallback?.color?.hex == "#00F900")
    #expect(result.colors["color"]?.color == nil)
    #expect(result.outcomes["color"] == .reference)
    #expect(
      result.notes["color"]
        == "archived NSColor, catalogue colour, kept by name; its fallback: "
        + "Generic RGB (calibrated, gamma 1.8) to sRGB")
  }

  // B05: the red of the system is not the same in each of its versions.
  @Test("a named colour inside a domain is stored by name, with a fallback to show meanwhile")
  func catalogueInDomain() throws {
    let bytes = try ArchiveBuilder.color(
      [
        "NSColorSpace": .integer(6), "NSCatalogName": .uid(3), "NSColorName": .uid(4),
        "NSColor": .uid(5),
      ], nested)
    let file = try XMLPropertyListWriter.write(.dictionary([.init("alert", .data(bytes))]))
    let value = try #require(try imported(file)["alert"])
    guard case .blob(let json) = value.storage else { Issue.record("\(value)"); return }
    let stored = try JSONValue(parsing: String(decoding: json, as: UTF8.self))
    #expect(stored["reference"]?.string == "systemRedColor")
    #expect(stored["red"] == nil && stored["fallback"]?["red"] != nil)
    #expect(value.color?.resolved(for: .dark)?.hex == "#00F900")
    #expect(try ImportedColors(file).outcomes["alert"] == .reference)
  }

  @Test("a catalogue colour in itself, or a name without numbers, is a name without a fallback")
  func catalogueWithoutFallback() throws {
    for nested: PropertyList in [.uid(1), .uid(0), .uid(99), .uid(.max), .integer(3)] {
      let result = try read(
        ["NSColorSpace": .integer(6), "NSColorName": .string("labelColor"), "NSColor": nested])
      var reference = try #require(result.colors["color"]?.reference)
      for _ in 0..<10 {
        guard let next = reference.fallback?.reference else { break }
        reference = next
      }
      #expect(reference.name == "labelColor" && reference.fallback == nil, "\(nested)")
    }
  }

  private static let refusedColors: [([String: PropertyList], String)] = [
    (["NSColorSpace": .integer(10)], "a pattern of pictures, which has no numbers"),
    (["NSColorSpace": .integer(13)], "a colour of the private space 13"),
    ([:], "a colour without a colour space"),
    (["NSColorSpace": .integer(6)], "a catalogue colour without a name"),
    (["NSColorSpace": .integer(1)], "a colour without the numbers of NSRGB"),
    (
      ["NSColorSpace": .integer(2), "NSRGB": ArchiveBuilder.numbers("1 2\0")],
      "2 numbers, where 3 are a colour and one more its alpha"
    ),
    (
      ["NSColorSpace": .integer(2), "NSRGB": ArchiveBuilder.numbers("1 nan 0\0")],
      "'nan' among the numbers of NSRGB"
    ),
    (
      ["NSColorSpace": .integer(2), "NSRGB": ArchiveBuilder.numbers("1 1e999 0\0")],
      "'1e999' among the numbers of NSRGB"
    ),
    (
      ["NSColorSpace": .integer(1), "NSRGB": ArchiveBuilder.numbers("1 1e300 0\0")],
      "a component of the colour is not a finite number"
    ),
    (
      [
        "NSColorSpace": .integer(2), "NSRGB": ArchiveBuilder.numbers("1 1 1\0"),
        "NSLinearExposure": ArchiveBuilder.numbers("2"),
      ], "a colour of high dynamic range (linear exposure 2.0)"
    ),
    (
      [
        "NSColorSpace": .integer(1), "NSRGB": ArchiveBuilder.numbers("1 1 1\0"),
        "NSComponents": ArchiveBuilder.numbers("1 1 1 1"),
        "NSCustomColorSpace": .dictionary([.init("NSID", .integer(77))]),
      ], "a colour space without a known number or profile"
    ),
  ]

  @Test(
    "what has no numbers that could be taken is refused with the reason",
    arguments: refusedColors)
  func refusals(_ members: [String: PropertyList], _ reason: String) throws {
    let object = PropertyList.dictionary(
      members.sorted { $0.key < $1.key }.map { .init($0, $1) } + [.init("$class", .uid(2))])
    let file = try ArchiveBuilder.file([object, ArchiveBuilder.classObject(["NSColor"])])
    let result = try ImportedColors(file)
    #expect(result.colors.isEmpty)
    #expect(result.leftOut == ["color": reason])
  }

  @Test("an exposure of 1 is that of all other colours")
  func exposure() throws {
    for exposure in [ArchiveBuilder.numbers("1"), .integer(1), .real(1)] {
      let result = try read([
        "NSColorSpace": .integer(2), "NSRGB": ArchiveBuilder.numbers("1 0 0\0"),
        "NSLinearExposure": exposure,
      ])
      #expect(result.hex("color") == "#ff0000")
    }
  }

  @Test("a reference to nothing, to itself or to the null object is no colour and no crash")
  func references() throws {
    for root: UInt64 in [0, 2, 3, 4, 1 << 40, .max] {
      let file = try ArchiveBuilder.file(
        [
          .dictionary([.init("$class", .uid(2))]), .uid(2), .dictionary([.init("$class", .uid(3))]),
        ],
        top: [.init("root", .uid(root))])
      #expect(ImportFormat.detect(file)?.word == "plist", "\(root)")
    }
  }

  @Test("many references to one large object cost next to nothing", .timeLimit(.minutes(30)))
  func largeObjects() throws {
    let members = (0..<20_000).map { PropertyList.Member("k\($0)", .bool(true)) }
    let references = [PropertyList](repeating: .uid(3), count: 5000)
    let names = (0..<5000).map { PropertyList.string("c\($0)") }
    let numbers = [UInt8](repeating: UInt8(ascii: " "), count: 100_000)
    let large = PropertyList.dictionary(members + [.init("$class", .uid(5))])
    let long = ArchiveBuilder.object(
      ["NSColorSpace": .integer(2), "NSRGB": .data(numbers)], class: 5)
    for object in [large, long] {
      let file = try ArchiveBuilder.file(
        [
          .dictionary([.init("NS.objects", .array(references))]),
          .dictionary([.init("NS.objects", .array(names))]), object, .string("unused"),
          ArchiveBuilder.classObject(["NSColor"]),
        ], top: [.init("NSColors", .uid(1)), .init("NSKeys", .uid(2))])
      #expect(try ImportedColors(file).leftOut.count == 5000)
    }
  }
}
