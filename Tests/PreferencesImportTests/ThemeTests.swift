import Preferences
import Testing

@testable import PreferencesImport

@Suite("terminal themes", .enabled(if: RealFiles.arePresent, "no shared data"))
struct ThemeTests {
  private func theme(
    _ name: String, _ assumed: ImportOptions.AssumedColorSpace? = nil
  ) throws -> ImportedColors {
    let theme = try ImportedColors(RealFiles.bytes("itermcolors/\(name).itermcolors")) {
      $0.assumedColorSpace = assumed
    }
    #expect(theme.format == "iTerm2 colour theme" && theme.leftOut.isEmpty)
    return theme
  }

  // B06: numbers without a space are calibrated by the program's rule, and the report says so.
  @Test("a theme that names no space is calibrated by custom, sRGB when asked, and says which")
  func noSpace() throws {
    let byRule = try theme("no-color-space")
    #expect(byRule.hex("Background Color") == "#f9f9f9")
    #expect(byRule.hex("Ansi 1 Color") == "#e44429")
    #expect(
      byRule.notes["Ansi 1 Color"]
        == "no colour space named, by custom calibrated: Generic RGB (calibrated, gamma 1.8) to sRGB"
    )
    #expect(byRule.outcomes["Ansi 1 Color"] == .converted)
    let assumed = try theme("no-color-space", .sRGB)
    #expect(assumed.hex("Background Color") == "#f7f7f7")
    #expect(assumed.hex("Ansi 1 Color") == "#db2d20")
    #expect(assumed.notes["Ansi 1 Color"] == "no colour space named, taken as sRGB as asked")
    #expect(assumed.outcomes["Ansi 1 Color"] == .taken)
    #expect(try theme("no-color-space", .calibrated).hex("Ansi 1 Color") == "#e44429")
  }

  @Test("a theme that says calibrated is, whatever is assumed of others")
  func calibrated() throws {
    for assumed in [nil, .sRGB] as [ImportOptions.AssumedColorSpace?] {
      let theme = try theme("calibrated", assumed)
      #expect(theme.hex("Background Color") == "#242728")
      #expect(theme.hex("Ansi 1 Color") == "#ebe055")
    }
  }

  @Test("keys for light and dark are variants of one colour, each with its own space")
  func variants() throws {
    let theme = try theme("p3-with-light-dark")
    #expect(!theme.colors.keys.contains { $0.hasSuffix(")") })
    #expect(theme.colors.count == 27)
    let background = try #require(theme.colors["Background Color"])
    #expect(Set(background.sources.keys) == [.any, .light, .dark])
    guard case .color(let any) = background[.any], case .color(let light) = background[.light]
    else { Issue.record("no colours"); return }
    #expect(any.space == .displayP3 && light.space == .sRGB)
    #expect(any.hex == "#262427" && light.hex == "#262427")
    let red = try #require(theme.colors["Ansi 1 Color"])
    guard case .color(let wide) = red[.any] else { Issue.record("no colour"); return }
    let seen = wide.converted(to: .sRGB)
    #expect(wide.space == .displayP3 && seen.space == .extendedSRGB)
    for (part, expected) in zip([seen.red, seen.green, seen.blue], [1.0781, 0.4006, 0.4261]) {
      #expect(abs(part - expected) < 0.0001, "\(seen)")
    }
    #expect(theme.types["Background Color"] == .colorBlob && theme.notes.isEmpty)
  }

  // B09: a binary theme with Display P3 colours is read, and P3 numbers are not taken for sRGB.
  @Test("a binary theme with Display P3 colours is read; the colour equals its sRGB twin")
  func binary() throws {
    let theme = try theme("binary-p3-srgb")
    let cyan = try #require(theme.colors["Ansi 6 Color"])
    #expect(cyan.resolved(for: .system)?.hex == "#5CC8FF")
    #expect(theme.colors["Cursor Color"]?.resolved(for: .light)?.hex == "#5CC8FF")
    guard case .color(let any) = cyan[.any] else { Issue.record("no colour"); return }
    #expect(any.space == .displayP3)
  }

  @Test("a Terminal profile has 21 colours, those of the same theme for an editor, and settings")
  func terminal() throws {
    let profile = try ImportedColors(RealFiles.bytes("terminal/device-rgb.terminal"))
    #expect(profile.format == "Terminal profile, XML property list")
    #expect(profile.types.values.count { $0 == .color } == 21)
    #expect(profile.types["ProfileCurrentVersion"] == .real)
    #expect(profile.types["columnCount"] == .int)
    #expect(profile.hex("BackgroundColor") == "#f7f7f7")
    #expect(
      profile.notes["BackgroundColor"] == "archived NSColor, device RGB taken as sRGB")
    let editor = try JSONValue(
      parsing: String(
        decoding: try RealFiles.bytes("vscode/color-customizations.json"), as: UTF8.self),
      options: .withComments)["workbench.colorCustomizations"]
    // The numbers in the profile itself are lighter for these four.
    let lighter = [
      "BrightMagenta": "#d6d5d4", "BrightRed": "#e8bbd0", "Cyan": "#b5e4f4", "Yellow": "#fded02",
    ]
    var count = 0
    for name in ["Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White"] {
      for kind in ["", "Bright"] {
        let other = try #require(editor?["terminal.ansi\(kind)\(name)"]?.string)
        let hex = lighter[kind + name] ?? other
        #expect(profile.hex("ANSI\(kind)\(name)Color") == hex.lowercased(), "\(kind)\(name)")
        count += 1
      }
    }
    #expect(count == 16)
  }

  @Test("kept archives stay data, and a profile is a property list for who asks for one")
  func options() throws {
    let bytes = try RealFiles.bytes("terminal/device-rgb.terminal")
    let kept = try ImportedColors(bytes) { $0.keepsArchives = true }
    #expect(kept.types.values.count { $0 == .data } == 21)
    let list = try ImportedColors(bytes) { $0.format = .propertyList }
    #expect(list.format == "XML property list" && list.hex("BackgroundColor") == "#f7f7f7")
    #expect(throws: ImportError.self) { try ImportedColors(bytes) { $0.format = .iTermColors } }
  }

  @Test("damaged themes and profiles")
  func damage() throws {
    let few = ["itermcolors/binary-p3-srgb.itermcolors", "terminal/device-rgb.terminal"]
    try expectDamageIsHarmless(to: Thoroughness.isFull ? RealFiles.themes : few)
  }
}

@Suite("made iTerm2 themes")
struct MadeThemeTests {
  private func read(_ content: String) throws -> ImportedColors {
    try ImportedColors(xml("<dict>\(content)</dict>"))
  }

  private func color(_ key: String, _ parts: [String], _ more: String = "") -> String {
    let members = zip(["Red", "Green", "Blue"], parts).map { "<key>\($0) Component</key>\($1)" }
    return "<key>\(key)</key><dict>\(members.joined())\(more)</dict>"
  }

  private let srgb = "<key>Color Space</key><string>sRGB</string>"
  private let one = "<integer>1</integer>"
  private let zero = "<real>0</real>"

  @Test("integers 0 and 1 are 0.0 and 1.0, others are no components")
  func integers() throws {
    let theme = try read(
      color("a", [one, "<integer>0</integer>", zero], srgb)
        + color("b", [one, "<integer>255</integer>", zero], srgb)
        + color("c", [one, "<string>1</string>", zero], srgb) + color("d", [one, zero], srgb)
        + color("e", [one, zero, zero], "<key>Color Space</key><string>CMYK</string>")
        + color("f", [one, zero, zero], "<key>Color Space</key><integer>1</integer>")
        + color("g", [one, zero, "<real>nan</real>"], srgb)
        + color("h", [one, zero, zero], srgb + "<key>Alpha Component</key><real>0.5</real>"))
    #expect(theme.hex("a") == "#ff0000" && theme.hex("h") == "#ff000080")
    #expect(
      theme.leftOut == [
        "b": "the Green Component is no number from 0 to 1",
        "c": "the Green Component is a string, no number",
        "d": "there is no Blue Component",
        "e": "expected sRGB, P3 or Calibrated as colour space, found 'CMYK'",
        "f": "expected sRGB, P3 or Calibrated as colour space, found an integer",
        "g": "the Blue Component is no number from 0 to 1",
      ])
  }

  @Test("variants need no plain key, and a note says for which of them it is")
  func variants() throws {
    let theme = try read(
      color("Text (Dark)", [one, zero, zero], srgb) + color("Text (Light)", [zero, one, zero])
        + color("(Light)", [zero, zero, one], srgb))
    #expect(theme.colors["Text"]?.resolved(for: .dark)?.hex == "#FF0000")
    #expect(theme.colors["Text"]?.resolved(for: .light)?.hex == "#00F900")
    #expect(
      theme.notes["Text"]
        == "light: no colour space named, by custom calibrated: "
        + "Generic RGB (calibrated, gamma 1.8) to sRGB")
    #expect(theme.hex("(Light)") == "#0000ff")
  }

  @Test("two keys that differ in their Unicode form only are not one colour")
  func unicode() throws {
    let theme = try read(
      color("\u{E9}", [one, zero, zero], srgb) + color("e\u{301}", [zero, one, zero], srgb))
    #expect(theme.hex("\u{E9}") == "#ff0000" && theme.leftOut.count == 1)
  }

  @Test("a domain with one such dictionary among other settings is a domain")
  func domain() throws {
    let file = xml("<dict>\(color("a", [one, zero, zero]))<key>b</key><true/></dict>")
    #expect(ImportFormat.detect(file)?.word == "plist")
    #expect(try imported(file)["a"]?.type == .json)
  }

  @Test("asked for one key, a theme is JSON under it")
  func key() throws {
    let file = xml("<dict>\(color("a", [one, zero, zero]))</dict>")
    #expect(try imported(file, key: "theme")["theme"]?.type == .json)
  }
}
