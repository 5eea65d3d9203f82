import Preferences
import Testing

@testable import PreferencesImport

@Suite("key files")
struct KeyFileTests {
  private func read(_ text: String, namespace: String = "N") throws -> ImportResult {
    try PreferencesImporter.read(Array(text.utf8), namespace: namespace)
  }

  private func values(_ bytes: [UInt8], namespace: String = "N") throws -> [String: StoredValue] {
    let result = try PreferencesImporter.read(bytes, namespace: namespace)
    #expect(result.report.leftOut.isEmpty)
    return Dictionary(
      uniqueKeysWithValues: result.preferences.map { ($0.name.description, $0.value) })
  }

  private func hex(_ value: StoredValue?) -> String? { value?.color?.color?.hex }

  @Test("a dump made below a directory continues the namespace", .enabled(if: RealFiles.arePresent))
  func relativeDump() throws {
    let values = try values(
      RealFiles.bytes("dconf/terminal-relative.dconf"), namespace: "org.gnome.terminal")
    let profile =
      "org.gnome.terminal.legacy.profiles:.:b1dcc9dd-5262-4d8d-a863-c897e6d979b9."
    #expect(values.count == 14)
    #expect(values["org.gnome.terminal.legacy.default-show-menubar"] == .bool(false))
    #expect(values["org.gnome.terminal.legacy.theme-variant"] == .text("dark"))
    #expect(hex(values[profile + "background-color"]) == "#000000")
    #expect(hex(values[profile + "cursor-background-color"]) == "#00FF00")
    #expect(values[profile + "scrollback-lines"] == .int(0))
    #expect(values[profile + "use-theme-colors"] == .bool(false))
    #expect(values[profile + "visible-name"] == .text("default"))
    guard case .text(let text) = values[profile + "palette"]?.storage else {
      Issue.record("no palette"); return
    }
    let palette = try JSONValue(parsing: text).array ?? []
    #expect(palette.count == 16)
    #expect(palette.first == "rgb(0,0,0)")
    #expect(palette.last == "rgb(255,255,255)")
  }

  @Test("a group that is opened again goes on", .enabled(if: RealFiles.arePresent))
  func repeatedGroups() throws {
    let values = try values(RealFiles.bytes("dconf/repeated-groups-comments.ini"))
    let background = values.filter { $0.key.hasPrefix("N.org.gnome.desktop.background.") }
    #expect(background.count == 5)
    #expect(background["N.org.gnome.desktop.background.picture-options"] == .text("wallpaper"))
    #expect(hex(background["N.org.gnome.desktop.background.primary-color"]) == "#425265")
    #expect(values["N.org.gnome.desktop.session.idle-delay"] == .int(0))
    #expect(
      values["N.org.gnome.shell.enabled-extensions"]
        == .json(#"["user-theme@gnome-shell-extensions.gcampax.github.com"]"#))
    #expect(values["N.org.gnome.mutter.dynamic-workspaces"] == .bool(true))
    #expect(values.count == 31)
  }

  @Test("a number with its type is no text that looks like one")
  func typedNumber() throws {
    let result = try read(
      "[a]\nidle-delay=uint32 0\ntext='uint32 0'\nbig=uint64 18446744073709551615")
    #expect(
      result.preferences.map(\.value) == [
        .int(0), .text("uint32 0"), .json("18446744073709551615"),
      ])
    #expect(result.report.format == "dconf dump")
  }

  @Test("KDE's triples are colours of 8 bits", .enabled(if: RealFiles.arePresent))
  func konsole() throws {
    let values = try values(RealFiles.bytes("keyfile/terminal.colorscheme"))
    #expect(values["N.General.Description"] == .text("3024 Day"))
    #expect(values["N.General.Opacity"] == .int(1))
    #expect(values["N.General.Wallpaper"] == .text(""))
    #expect(hex(values["N.Background.Color"]) == "#F7F7F7")
    #expect(hex(values["N.Color1.Color"]) == "#DB2D20")
    #expect(values.values.count { $0.type == .color } == 28)
  }

  @Test("a list with semicolons has 16 entries", .enabled(if: RealFiles.arePresent))
  func xfce() throws {
    let values = try values(RealFiles.bytes("keyfile/terminal.theme"))
    #expect(values["N.Scheme.Name"] == .text("3024 Day"))
    #expect(hex(values["N.Scheme.ColorForeground"]) == "#4A4543")
    guard case .text(let text) = values["N.Scheme.ColorPalette"]?.storage else {
      Issue.record("no palette"); return
    }
    #expect(try JSONValue(parsing: text).array?.count == 16)
  }

  @Test(
    "one scheme in three encodings has the same sixteen colours",
    .enabled(if: RealFiles.arePresent))
  func crossCheck() throws {
    let konsole = try values(RealFiles.bytes("keyfile/terminal.colorscheme"))
    let xfce = try values(RealFiles.bytes("keyfile/terminal.theme"))
    let editor = try values(RealFiles.bytes("vscode/color-customizations.json"))
    let names = ["Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White"]
    let first =
      (0..<8).map { hex(konsole["N.Color\($0).Color"]) }
      + (0..<8).map { hex(konsole["N.Color\($0)Intense.Color"]) }
    let second = ["", "Bright"].flatMap { kind in
      names.map {
        hex(editor["N.workbench.colorCustomizations.\"terminal.ansi\(kind)\($0)\""])
      }
    }
    guard case .text(let text) = xfce["N.Scheme.ColorPalette"]?.storage else {
      Issue.record("no palette"); return
    }
    let third = try JSONValue(parsing: text).array?.map { $0.string?.uppercased() }
    #expect(first.count == 16 && first.allSatisfy { $0 != nil })
    #expect(first == second)
    #expect(first == third)
  }

  @Test(
    "a value that is not GVariant text is what it looks like",
    arguments: [
      ("true", .bool(true)), ("True", .text("True")), ("5", .int(5)), ("007", .text("007")),
      ("+4930", .text("+4930")), ("1.5", .real(1.5)), ("1e999", .text("1e999")),
      ("99999999999999999999", .text("99999999999999999999")), ("inf", .text("inf")),
      ("a;b;", .json(#"["a","b"]"#)), (#"a\;b;c"#, .json(#"["a;b","c"]"#)),
      ("Hello; world", .text("Hello; world")), ("", .text("")), ("#1", .text("#1")),
      ("#abc", .text("#abc")), ("1,2,3", .text("1,2,3")), (#""quoted""#, .text(#""quoted""#)),
      ("a = b", .text("a = b")), (";", .json(#"[""]"#)),
    ] as [(String, StoredValue)])
  func plain(_ text: String, _ expected: StoredValue) throws {
    let result = try read("[g]\nwords=some words\nmore=other words\nk = \(text) \n")
    #expect(result.report.format == "key file")
    #expect(result.preferences.last?.value == expected)
  }

  @Test(
    "a text that can only be a colour is one",
    arguments: [
      ("c", "#425265", "#425265"), ("c", "#11223380", "#11223380"),
      ("c", "#ffff80008000", "#FF8080"), ("c", "rgb(1,2,3)", "#010203"),
      ("c", "rgba(255, 0, 0, 0.5)", "#FF000080"), ("fg-color", "#abc", "#AABBCC"),
      ("c", "#abc", nil), ("c", "#12345", nil), ("c", "rgb(1,2)", nil), ("c", "red", nil),
      ("c", "#+fff+fff+fff", nil), ("c", "1 0 0", nil),
    ])
  func colors(_ key: String, _ text: String, _ expected: String?) throws {
    for form in ["'\(text)'", text] {
      let value = try read("[g]\n\(key)=\(form)").preferences.first?.value
      #expect(hex(value) == expected)
      if expected == nil { #expect(value == .text(text)) }
    }
  }

  @Test("bytes are a colour only where key or group say so")
  func bytes() throws {
    let result = try read(
      "[Colors:View]\nBackgroundNormal=1,2,3\n[x]\nPosition=1,2,3\nColor=0,0,0,128\nmyColor=1,2,256"
    )
    #expect(result.preferences.map { hex($0.value) } == ["#010203", nil, "#00000080", nil])
    #expect(
      result.report.taken[0].note == "a colour without a named space, taken as sRGB")
  }

  @Test("colours without a space are calibrated where the caller says so")
  func calibrated() throws {
    var options = ImportOptions(namespace: "N")
    options.assumedColorSpace = .calibrated
    let result = try PreferencesImporter.read(Array("[g]\nc='#1b1d1e'".utf8), options)
    #expect(hex(result.preferences.first?.value) == "#242728")
    #expect(result.report.taken.first?.outcome == .converted)
    #expect(result.report.taken.first?.note == "Generic RGB (calibrated, gamma 1.8) to sRGB")
  }

  @Test("of a key that is set twice the later line counts, and that is told")
  func twice() throws {
    let result = try read("[g]\na=1\n[h]\na=2\n[g]\na=3\n")
    #expect(
      result.preferences.map { "\($0.name)=\($0.value.shownForTest)" } == ["N.g.a=3", "N.h.a=2"])
    #expect(
      result.report.leftOut == [ImportReport.LeftOut(path: "g/a", reason: "line 6 sets it again")])
  }

  @Test("groups become dots: of dconf, of the root, of KDE")
  func groups() throws {
    let result = try read(
      "\u{FEFF}# c\r\n[/]\r\na=1\r\n[b/c]\r\na=1\r\n[d][e][$i]\r\nf[$e]=1\r\nName[de]=2\r\n")
    #expect(
      result.preferences.map(\.name.description) == ["N.a", "N.b.c.a", "N.d.e.f", "N.d.e.Name[de]"])
  }

  @Test(
    "a damaged value of a dump, and one that is not a number, is kept as text, and the report says so"
  )
  func damagedValue() throws {
    let result = try read("[g]\na='x'\nb=['y'\nc=nan\nd=@as []\n")
    #expect(
      result.preferences.map(\.value) == [.text("x"), .text("['y'"), .text("nan"), .json("[]")])
    #expect(
      result.report.taken[1].note
        == "kept as text: no GVariant text: expected ',', found its end")
  }

  @Test("a line that is neither group nor entry is refused with its place")
  func strayLine() {
    #expect(
      refusal(Array("[g]\na=1\n/org/gnome/x\n".utf8))
        == "3:1: expected a group, a comment or key=value, found '/org/gnome/x'")
    #expect(refusal(Array("[g]\n=1\n".utf8)).hasPrefix("2:1: expected a group"))
    #expect(refusal(Array("[g]\n[h\n".utf8)).hasPrefix("2:1: expected a group"))
  }

  @Test("under one key the file is its text")
  func oneKey() throws {
    let text = "[g]\na=1\n"
    #expect(try imported(Array(text.utf8), key: "k") == ["k": .text(text)])
  }

  @Test(
    "what is no dump is named",
    .enabled(if: RealFiles.arePresent),
    arguments: [
      ("dconf/example.gvdb", "a binary dconf database (make a text of it with dconf dump)"),
      (
        "dconf/profile-comments.txt",
        "a dconf profile, which names databases (make a text of one with dconf dump)"
      ),
    ])
  func refused(_ file: String, _ looks: String) throws {
    var options = ImportOptions(namespace: "N")
    options.format = .keyFile
    do {
      _ = try PreferencesImporter.read(RealFiles.bytes(file), options)
      Issue.record("no error")
    } catch let error as ImportError {
      #expect(error.kind == .unknownFormat)
      #expect(
        error.description == "expected a key file, such as a dconf dump, found \(looks)")
    }
  }

  @Test("a list of locks is no key file")
  func locks() {
    #expect(
      refusal(Array("# locks\n/org/gnome/desktop/background/picture-uri\n/org/x\n".utf8))
        .hasSuffix("found a list of paths, such as dconf locks"))
  }

  @Test(
    "damage is harmless", .enabled(if: RealFiles.arePresent),
    arguments: [
      ["dconf/terminal-relative.dconf", "dconf/repeated-groups-comments.ini"],
      ["keyfile/terminal.colorscheme", "keyfile/terminal.theme"],
    ])
  func damage(_ names: [String]) throws { try expectDamageIsHarmless(to: names) }

  @Test("large and hostile files are read or refused in time")
  func hostile() throws {
    let many = "[g]\n" + (0..<50_000).map { "k\($0)=\($0)\n" }.joined()
    #expect(try read(many).preferences.count == 50_000)
    let again = String(repeating: "[g]\nk=1\n", count: 20_000)
    #expect(try read(again).preferences.count == 1)
    let deep = "[g]\nk='a'\nd=" + String(repeating: "[", count: 1 << 20)
    #expect(try read(deep).report.taken.count == 2)
    let long = "[" + String(repeating: "a/", count: 1 << 16) + "]\nk=1"
    #expect(try read(long).report.leftOut.count == 1)
  }
}

extension StoredValue {
  fileprivate var shownForTest: String {
    if case .integer(let value) = storage { "\(value)" } else { "\(storage)" }
  }
}
