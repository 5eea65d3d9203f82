import Preferences
import Testing

@testable import PreferencesImport
import TestSupport

@Suite("export of colours")
struct ColorExportTests {
  private func row(_ name: String, _ value: StoredValue) throws -> ExportedPreference {
    ExportedPreference(name: try PreferenceName(name), value: value, createdAt: 0, updatedAt: 0)
  }

  private func row(_ name: String, _ color: AdaptiveColor) throws -> ExportedPreference {
    try row(name, try #require(StoredValue(color: color)))
  }

  private func text(_ export: ColorExport, _ path: String) -> String {
    export.files.first { $0.path == path }.map { String(decoding: $0.bytes, as: UTF8.self) }
      ?? "no \(path) among \(export.files.map(\.path))"
  }

  private func remarks(_ export: ColorExport) -> [String] {
    export.remarks.map { "\($0.name) \($0.kind.rawValue): \($0.text)" }
  }

  private static let card = AdaptiveColor([
    .any: .color(PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.1)),
    .dark: .color(PreferenceColor(.extendedSRGB, red: -0.1, green: 1e-7, blue: 1.5, alpha: 0.25)),
    .anyHigh: .color(PreferenceColor(.extendedLinearSRGB, red: 2, green: 0, blue: 0)),
    .lightHigh: .color(PreferenceColor(gray: 0.1)),
    .darkHigh: .reference(ColorReference("labelColor", platform: "ios")),
    .light: .color(PreferenceColor(.linearSRGB, red: 0.1, green: 0.2, blue: 1.0 / 3)),
  ])

  @Test("a colour set is read back the same to the last bit")
  func colorSetRoundTrip() throws {
    let colors = [
      try #require(Self.card), AdaptiveColor(.red), AdaptiveColor(PreferenceColor(gray: 1.5)),
      AdaptiveColor(PreferenceColor(gray: 128.0 / 255, alpha: 0.1)),
      AdaptiveColor(PreferenceColor(red: 1, green: 0.1, blue: 0)),
      AdaptiveColor(PreferenceColor(red: .leastNonzeroMagnitude, green: 1e300, blue: -1.25e-5)),
      AdaptiveColor(ColorReference("labelColor", platform: "osx")),
    ]
    for color in colors {
      let bytes = try PreferencesExporter.colorSet(color)
      let result = try PreferencesImporter.read(bytes, namespace: "N")
      #expect(result.report.format == "colour set")
      #expect(result.preferences.first?.value.color == color)
      #expect(result.report.leftOut == [])
    }
    #expect(throws: ExportError.self) {
      try PreferencesExporter.colorSet(AdaptiveColor(ColorReference("N.a")))
    }
    #expect(throws: ExportError.self) {
      try PreferencesExporter.colorSet(AdaptiveColor(PreferenceColor(white: .nan)))
    }
  }

  @Test("random colours of every space come back the same from a colour set")
  func randomColorSets() throws {
    let seed: UInt64 = 4711
    var generator = SeededGenerator(seed: seed)
    for round in 0..<(Thoroughness.isFull ? 20_000 : 500) {
      func number() -> Double {
        let magnitude = Double.random(in: -12...2, using: &generator)
        return Double.random(in: -1...1, using: &generator) * .pow10(magnitude)
      }
      var sources: [AdaptiveColor.Variant: AdaptiveColor.Source] = [:]
      for variant in AdaptiveColor.Variant.allCases where Bool.random(using: &generator) {
        let space = PreferenceColor.Space.allCases.randomElement(using: &generator) ?? .sRGB
        let (red, green, blue) = (number(), number(), number())
        sources[variant] = .color(
          space == .gray
            ? PreferenceColor(gray: red, alpha: blue)
            : PreferenceColor(space, red: red, green: green, blue: blue, alpha: number()))
      }
      guard let color = AdaptiveColor(sources) else { continue }
      let result = try PreferencesImporter.read(
        PreferencesExporter.colorSet(color), namespace: "N")
      #expect(result.preferences.first?.value.color == color, "seed \(seed), round \(round)")
    }
  }

  @Test(
    "exponents are written out",
    arguments: [
      (1, "1.0"), (0.1, "0.1"), (-0.5, "-0.5"), (1e-5, "0.00001"), (-1.25e-5, "-0.0000125"),
      (1e16, "10000000000000000.0"), (1.25e16, "12500000000000000.0"), (123456.789, "123456.789"),
    ] as [(Double, String)])
  func decimals(_ value: Double, _ text: String) {
    #expect(PreferencesExporter.decimal(value) == text)
    #expect(Double(text) == value)
  }

  @Test("a catalogue has a folder for each set, and groups that provide their namespace")
  func catalogue() throws {
    let rows = [
      try row("N.Accent", AdaptiveColor(any: .red, dark: .blue)),
      try row("N.Group/Accent", AdaptiveColor(PreferenceColor(gray: 0.5))),
      try row("N.size", .int(3)), try row("M.x", AdaptiveColor(.red)),
      try row("N.accent", AdaptiveColor(.green)), try row(#"N."a/../b""#, AdaptiveColor(.green)),
      try row(#"N."x.imageset/b""#, AdaptiveColor(.green)),
      try row("N./b", AdaptiveColor(.green)), try row("N.group/b", AdaptiveColor(.green)),
    ]
    let export = ColorExport(rows, namespace: "N", as: .colorSet)
    #expect(
      export.files.map(\.path) == [
        "Accent.colorset/Contents.json", "Contents.json", "Group/Accent.colorset/Contents.json",
        "Group/Contents.json",
      ])
    #expect(
      text(export, "Accent.colorset/Contents.json") == """
        {
          "colors": [
            {
              "color": {
                "color-space": "srgb",
                "components": {
                  "alpha": "1.0",
                  "blue": "0x00",
                  "green": "0x00",
                  "red": "0xFF"
                }
              },
              "idiom": "universal"
            },
            {
              "appearances": [
                {
                  "appearance": "luminosity",
                  "value": "dark"
                }
              ],
              "color": {
                "color-space": "srgb",
                "components": {
                  "alpha": "1.0",
                  "blue": "0xFF",
                  "green": "0x00",
                  "red": "0x00"
                }
              },
              "idiom": "universal"
            }
          ],
          "info": {
            "author": "xcode",
            "version": 1
          }
        }

        """)
    #expect(
      remarks(export) == [
        "N./b leftOut: its name cannot be that of a folder",
        #"N."a/../b" leftOut: its name cannot be that of a folder"#,
        "N.accent leftOut: its name differs from Accent.colorset in case alone",
        "N.group/b leftOut: its name differs from Group in case alone",
        "N.size noColor: it is no colour",
        #"N."x.imageset/b" leftOut: its name cannot be that of a folder"#,
      ])
  }

  @Test("a long chain of references is followed, and many variants of many do not take for ever")
  func chains() throws {
    var rows = [try row("N.c60", AdaptiveColor(.red))]
    for number in 0..<60 {
      let next = AdaptiveColor.Source.reference(ColorReference("N.c\(number + 1)"))
      let all = AdaptiveColor.Variant.allCases.map { ($0, next) }
      rows.append(
        try row("N.c\(number)", #require(AdaptiveColor(Dictionary(uniqueKeysWithValues: all)))))
      rows.append(
        try row(
          "M.c\(number)", AdaptiveColor(ColorReference(number < 59 ? "M.c\(number + 1)" : "N.c60")))
      )
    }
    for name in ["N", "M"] {
      let export = ColorExport(rows, namespace: name, as: .gpl)
      #expect(!export.remarks.contains { $0.kind == .leftOut })
      #expect(text(export, "\(name).gpl").contains("255   0   0\tc0\n"))
    }
  }

  @Test("references to this store are followed, those to a system are kept or told")
  func references() throws {
    let brand = AdaptiveColor(any: .red, dark: .blue)
    let rows = [
      try row("Brand.main", brand),
      try row("N.follows", AdaptiveColor(ColorReference("Brand.main"))),
      try row(
        "N.half",
        try #require(
          AdaptiveColor([
            .any: .color(.green), .dark: .reference(ColorReference("Brand.main")),
          ]))),
      try row("N.gone", AdaptiveColor(ColorReference("Brand.none"))),
      try row("N.loop", AdaptiveColor(ColorReference("N.loop"))),
      try row("N.old", AdaptiveColor(ColorReference("Brand.none", fallback: AdaptiveColor(.red)))),
      try row("N.system", AdaptiveColor(ColorReference("labelColor", platform: "ios"))),
    ]
    let set = ColorExport(rows, namespace: "N", as: .colorSet)
    let values = try set.files.filter { $0.path.hasSuffix(".colorset/Contents.json") }.map {
      try imported($0.bytes)["color"]?.color
    }
    #expect(
      values == [
        brand, AdaptiveColor(any: .green, dark: .blue), AdaptiveColor(.red),
        AdaptiveColor(ColorReference("labelColor", platform: "ios")),
      ])
    #expect(
      remarks(set) == [
        "N.follows changed: Brand.main as the colour that it stands for",
        "N.gone leftOut: it is a reference without numbers",
        "N.half changed: dark: Brand.main as the colour that it stands for",
        "N.loop leftOut: it is a reference without numbers",
        "N.old changed: Brand.none as the colour that it stands for",
      ])
    let palette = ColorExport(rows, namespace: "N", as: .gpl)
    #expect(
      remarks(palette).last == "N.system leftOut: it is a reference without numbers")
  }

  @Test("a GIMP palette has 8 bits of sRGB, and tells what it rounds")
  func gimp() throws {
    var rows = [
      try row("N.accent", AdaptiveColor(any: PreferenceColor(hex: "#FF8800"), dark: .blue)),
      try row("N.wide", AdaptiveColor(PreferenceColor(.displayP3, red: 1, green: 0, blue: 0))),
      try row("N.5 b", AdaptiveColor(PreferenceColor(white: 0.5))),
      try row("N.on", .bool(true)),
    ]
    let export = ColorExport(rows, namespace: "N", as: .gpl)
    #expect(
      text(export, "N.gpl")
        == "GIMP Palette\nName: N\n#\n128 128 128\t5 b\n255 136   0\taccent\n255   0   0\twide\n")
    #expect(
      remarks(export) == [
        "N.5 b changed: color(srgb 0.5 0.5 0.5) as #808080",
        "N.accent changed: only the colour for any appearance",
        "N.on noColor: it is no colour",
        "N.wide changed: color(display-p3 1 0 0) as #FF0000",
      ])
    rows.append(try row("N.glass", AdaptiveColor(PreferenceColor(hex: "#01020380"))))
    let clear = ColorExport(rows, namespace: "N", as: .gpl)
    #expect(text(clear, "N.gpl").contains("Channels: RGBA\n#\n128 128 128 255\t5 b\n"))
    #expect(
      colors(try PreferencesImporter.read(clear.files[0].bytes, namespace: "N")) == [
        "accent": "any #FF8800", "wide": "any #FF0000", "5 b": "any #808080",
        "glass": "any #01020380",
      ])
    let blanks = ColorExport([try row("N. b", AdaptiveColor(.red))], namespace: "N", as: .gpl)
    #expect(remarks(blanks) == ["N. b changed: its name without the blanks round it"])
  }

  @Test("CSS has a property for each colour, in the order in which variants win")
  func css() throws {
    let rows = [
      try row("N.accent", AdaptiveColor(any: PreferenceColor(hex: "#FF8800"), dark: .blue)),
      try row("N.card", try #require(Self.card)),
      try row("N.a b", AdaptiveColor(PreferenceColor(gray: 0.2))),
      try row("N.a-b", AdaptiveColor(PreferenceColor(white: 0.5, alpha: 0.5))),
      try row(
        "N.é;}", try #require(AdaptiveColor([.light: .color(.white), .dark: .color(.black)]))),
      try row("N.night", try #require(AdaptiveColor([.dark: .color(.black)]))),
    ]
    let export = ColorExport(rows, namespace: "N", as: .css)
    #expect(
      text(export, "N.css") == """
        :root {
          --a-b: #333333;
          --a-b-2: color(srgb 0.5 0.5 0.5 / 0.5);
          --accent: #FF8800;
          --card: color(display-p3 1 0.3 0.1);
          --é--: #FFFFFF;
        }

        @media (prefers-contrast: more) {
          :root {
            --card: color(srgb-linear 2 0 0);
          }
        }

        @media (prefers-color-scheme: light) {
          :root {
            --card: color(srgb-linear 0.1 0.2 0.3333333333333333);
            --é--: #FFFFFF;
          }
        }

        @media (prefers-color-scheme: dark) {
          :root {
            --accent: #0000FF;
            --card: color(srgb -0.1 1e-07 1.5 / 0.25);
            --night: #000000;
            --é--: #000000;
          }
        }

        @media (prefers-color-scheme: light) and (prefers-contrast: more) {
          :root {
            --card: color(srgb 0.1 0.1 0.1);
          }
        }

        """)
    #expect(
      remarks(export) == [
        "N.a b changed: its name is --a-b",
        "N.a-b changed: its name is --a-b-2",
        "N.card changed: dark-high: labelColor (ios) left out, it has no numbers",
        "N.night changed: set only where a variant applies",
        "N.é;} changed: its name is --é--",
      ])
  }

  @Test("JSON says Display P3, variants and references legibly, and reads the old form too")
  func json() throws {
    let rows = [
      try row("N.card", try #require(Self.card)),
      try row("N.p3", AdaptiveColor(PreferenceColor(.displayP3, red: 1, green: 0.3, blue: 0.7))),
      try row(
        "N.ref",
        AdaptiveColor(ColorReference("B.a", fallback: AdaptiveColor(any: .red, dark: .blue)))
      ),
    ]
    let bytes = try PreferencesExporter.json(rows)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#""space": "display-p3","#))
    #expect(text.contains(#""reference": "B.a","#))
    #expect(text.contains(#""dark-high": {"#))
    #expect(!text.contains("storage"))
    let result = try PreferencesImporter.read(bytes, namespace: "N")
    for (row, again) in zip(rows, result.preferences) {
      #expect(again.value.isIdentical(to: row.value), "\(again.value) \(row.value)")
    }
    #expect(result.preferences.count == 3)
    guard case .blob(let blob) = rows[1].value.storage else { Issue.record("no blob"); return }
    let old = """
      {"preferencesExport":1,"preferences":[{"namespace":"N","key":"p3","type":"color_blob",
      "value":"\(Base64.text(of: blob))"}]}
      """
    #expect(try imported(Array(old.utf8)) == ["p3": rows[1].value])
  }
}

extension Double {
  /// 10 to a power, near enough for a random magnitude.
  fileprivate static func pow10(_ exponent: Double) -> Double {
    var value = 1.0
    for _ in 0..<Int(abs(exponent)) { value *= 10 }
    return exponent < 0 ? 1 / value : value
  }
}
