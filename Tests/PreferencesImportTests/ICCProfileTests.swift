import Preferences
import Testing

@testable import PreferencesImport
import TestSupport

@Suite("colour profiles")
struct ICCProfileTests {
  private func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private func fixed(_ values: [Double]) -> [UInt8] {
    values.flatMap { word(Int(($0 * 65536).rounded())) }
  }

  private func profile(_ model: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(16..<20, with: model.utf8)
    header.replaceSubrange(36..<40, with: "acsp".utf8)
    var table = word(tags.count)
    var content: [UInt8] = []
    for (name, bytes) in tags {
      table += name.utf8 + word(132 + tags.count * 12 + content.count) + word(bytes.count)
      content += bytes
    }
    return header + table + content
  }

  private func name(_ text: String) -> (String, [UInt8]) {
    ("desc", "desc".utf8 + word(0) + word(text.utf8.count + 1) + text.utf8 + [0])
  }

  private func unicodeName(_ text: String) -> (String, [UInt8]) {
    let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return (
      "desc",
      "mluc".utf8 + word(0) + word(1) + word(12) + "enUS".utf8 + word(units.count) + word(28)
        + units
    )
  }

  private func curve(_ gamma: Double) -> [UInt8] {
    "curv".utf8 + word(0) + word(1) + word(Int(gamma * 256) << 16)
  }

  /// The primaries of Generic RGB under D50, from its profile.
  private var primaries: [(String, [UInt8])] {
    [
      ("rXYZ", [0.454269, 0.241943, 0.014877]), ("gXYZ", [0.353348, 0.673584, 0.090622]),
      ("bXYZ", [0.156647, 0.084473, 0.719513]),
    ].map { ($0, "XYZ ".utf8 + word(0) + fixed($1)) }
  }

  private func curves(_ curve: [UInt8]) -> [(String, [UInt8])] {
    ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
  }

  private func read(_ profile: [UInt8], _ numbers: String) throws -> ImportedColors {
    try ImportedColors(
      ArchiveBuilder.color(
        [
          "NSColorSpace": .integer(1), "NSCustomColorSpace": .uid(3),
          "NSComponents": ArchiveBuilder.numbers(numbers),
          "NSRGB": ArchiveBuilder.numbers("0 0 0\0"),
        ],
        [
          .dictionary([.init("NSICC", .uid(4))]),
          .dictionary([.init("NS.data", .data(profile))]),
        ]))
  }

  @Test("a well-known name is enough")
  func names() throws {
    let p3 = try read(profile("RGB ", [unicodeName("Display P3")]), "1 0 0 1")
    #expect(p3.colors["color"]?.color == PreferenceColor(.displayP3, red: 1, green: 0, blue: 0))
    let generic = try read(profile("RGB ", [name("Generic RGB Profile")]), "0 1 0 1")
    #expect(generic.hex("color") == "#00f900")
    let gray = try read(profile("GRAY", [name("Generic Gray Profile")]), "0.602715373 1")
    #expect(gray.hex("color") == "#aaaaaa")
  }

  @Test("primaries and a power are Generic RGB, whatever its name")
  func matrix() throws {
    let file = profile("RGB ", [name("My screen")] + primaries + curves(curve(1.80078125)))
    for numbers in ["0 1 0 1", "0.034578395 0 0.91326531 1", "0.5 0.25 0.125 1", "1 1 1 1"] {
      let result = try read(file, numbers)
      let color = try #require(result.colors["color"]?.color)
      let parts = numbers.split(separator: " ").compactMap { Double($0) }
      let known = ImportedColor.genericRGB(red: parts[0], green: parts[1], blue: parts[2]).color
      #expect(color.isVisuallyEqual(to: known), "\(numbers): \(color)")
      #expect(result.notes["color"] == "archived NSColor, colour profile 'My screen' to sRGB")
      #expect(result.outcomes["color"] == .converted)
    }
    #expect(try read(file, "1 1 1 1").colors["color"]?.color?.hex == "#FFFFFF")
  }

  @Test("a curve with a straight piece is that of sRGB")
  func segments() throws {
    let curve: [UInt8] =
      "para".utf8 + word(0) + [0, 3, 0, 0]
      + fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    let gray = profile("GRAY", [("kTRC", curve)])
    for (numbers, hex) in [
      ("0.5 1", "#808080"), ("0.0196078 1", "#050505"), ("1 0.5", "#ffffff80"),
    ] {
      #expect(try read(gray, numbers).hex("color") == hex)
    }
    let power: [UInt8] = "para".utf8 + word(0) + [0, 0, 0, 0] + fixed([1.8])
    #expect(try read(profile("GRAY", [("kTRC", power)]), "0.602715373 1").hex("color") == "#aaaaaa")
  }

  @Test("a profile of tables, of ink, of nothing is refused, never taken as sRGB")
  func refusals() throws {
    let table: [UInt8] = "curv".utf8 + word(0) + word(3) + [0, 0, 0x40, 0, 0xFF, 0xFF]
    let sampled = profile("RGB ", [name("Tables")] + primaries + curves(table))
    #expect(
      try read(sampled, "1 0 0 1").leftOut
        == ["color": "the colour profile 'Tables' with no simple curve"])
    let bare = profile("RGB ", curves(curve(2)))
    #expect(
      try read(bare, "1 0 0 1").leftOut
        == ["color": "the colour profile without a name with no primaries"])
    let dark = profile("RGB ", primaries.map { ($0.0, primaries[0].1) } + curves(curve(2)))
    #expect(
      try read(dark, "1 0 0 1").leftOut
        == ["color": "the colour profile without a name with primaries whose sum is not white"])
    #expect(
      try read(profile("CMYK", []), "1 0 0 0 1").leftOut
        == ["color": "a colour profile of the model 'CMYK'"])
    #expect(try read([1, 2, 3], "1 0 0 1").leftOut == ["color": "a colour profile that is none"])
  }

  @Test("a damaged profile is refused or read, never more")
  func damage() throws {
    let good = profile("RGB ", [unicodeName("My screen")] + primaries + curves(curve(1.8)))
    var generator = SeededGenerator(seed: 3)
    for round in 0..<(Thoroughness.isFull ? 20_000 : 2000) {
      var bytes = good
      for _ in 0..<3 {
        bytes[Int.random(in: 128..<bytes.count, using: &generator)] =
          [0, 1, 12, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
      }
      if round.isMultiple(of: 2) { bytes.removeLast(Int.random(in: 0..<200, using: &generator)) }
      guard let profile = try? ICCProfile(bytes) else { continue }
      _ = (profile.name, profile.knownSpace)
      _ = try? profile.reading([1, 0.5, 0], alpha: 1)
    }
  }
}
