import Foundation
import Testing

@testable import prefs

@Suite("prefs import and export of colours")
struct ColorFilesTests {
  private static let accent = """
    {"colors":[{"idiom":"universal","color":{"color-space":"display-p3","components":
    {"red":"1.000","green":"0.300","blue":"0.700","alpha":"1.000"}}},
    {"idiom":"universal","appearances":[{"appearance":"luminosity","value":"dark"}],
    "color":{"platform":"ios","reference":"labelColor"}}],"info":{"author":"xcode","version":1}}
    """

  /// A catalogue with one colour in a group, and a picture.
  private func catalogue(_ box: Sandbox) throws -> String {
    for (path, text) in [
      ("Assets.xcassets/Group/Accent.colorset/Contents.json", Self.accent),
      ("Assets.xcassets/Group/Contents.json", #"{"properties":{"provides-namespace":true}}"#),
      ("Assets.xcassets/Logo.imageset/Contents.json", "{}"),
    ] {
      let url = URL(filePath: box.path(path))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    return box.path("Assets.xcassets")
  }

  @Test("a catalogue is imported into the namespace of its name, and told of")
  func importsCatalogue() throws {
    let box = try Sandbox()
    let run = try box.prefs("import", try catalogue(box))
    #expect(run.code == 1)
    #expect(
      run.output == """
        asset catalogue: 1 taken, 1 left out
        Assets.Group/Accent (color_blob): dark: refers to labelColor (ios)
        'imageset' left out: 1 of this kind; only colour sets are taken

        """)
    #expect(try box.prefs("list", "--names").output == "Assets.Group/Accent\n")
  }

  @Test(
    "one colour set is named by its folder, as a folder or as a file",
    arguments: [
      "Group/Accent.colorset", "Group/Accent.colorset/", "Group/Accent.colorset/Contents.json",
    ])
  func importsSet(path: String) throws {
    let box = try Sandbox()
    let folder = try catalogue(box)
    #expect(try box.prefs("import", "\(folder)/\(path)").code == 0)
    #expect(try box.prefs("import", "\(folder)/\(path)", "--key", "k", "--into", "N").code == 0)
    #expect(try box.prefs("list", "--names").output == "Assets.Accent\nN.k\n")
  }

  @Test("the report is the same JSON with --report json and with --json")
  func report() throws {
    let box = try Sandbox()
    let folder = try catalogue(box)
    let one = try box.prefs("import", folder, "--report", "json", "-n")
    let two = try box.prefs("import", folder, "--json", "-n")
    #expect(one.output == two.output)
    #expect(one.code == 1)
    #expect(
      one.output.hasPrefix(
        #"{"format":"asset catalogue","taken":[{"namespace":"Assets","key":"Group/Accent","#
          + #""type":"color_blob","outcome":"reference","note":"dark: refers to labelColor (ios)"}]"#
      ))
    #expect(try box.prefs("import", folder, "--report", "yaml").code == 64)
  }

  @Test("a file of another format than asked for is named for what it is (B12)")
  func otherFormat() throws {
    let box = try Sandbox()
    let path = "\(try catalogue(box))/Group/Accent.colorset/Contents.json"
    let run = try box.prefs("import", "--as", "gpl", path)
    #expect(run.code == 65)
    #expect(
      run.diagnostics
        == "prefs: \(path): expected a GIMP palette, found a colour set (Contents.json "
        + "of an asset catalogue); its format is called colorset\n")
    #expect(try box.prefs("import", "--as", "colorset", path, "-n").code == 0)
    #expect(try box.prefs("import", "--as", "palette", path).code == 64)
  }

  @Test("eight digits have alpha last; 0x is refused, in setting and in importing (B14)")
  func alphaLast() throws {
    let box = try Sandbox()
    #expect(try box.prefs("set", "N.glass", "#99999955").code == 0)
    #expect(try box.prefs("get", "N.glass").output == "#99999955\n")
    #expect(
      try box.prefs("get", "N.glass", "--json").output.contains(#""alpha":0.3333333333333333"#))
    #expect(try box.prefs("set", "N.glass", "0x99999955").code == 65)
    let run = try box.prefs(
      "import", "-", "--into", "N", "--type", "a=color", "--type", "b=color",
      input: ##"{"a":"0x99999955","b":"#99999955"}"##)
    #expect(run.code == 1)
    #expect(run.output.contains("'a' left out: '0x99999955' is no colour: "))
    #expect(try box.prefs("list", "N", "--names").output == "N.b\nN.glass\n")
    #expect(try box.prefs("get", "N.b").output == "#99999955\n")
  }

  @Test("--type says what entries are, --assume which space colours have")
  func types() throws {
    let box = try Sandbox()
    let run = try box.prefs(
      "import", "-", "--into", "N", "--type", "style=appearance:freedesktop", "--type", "doc=json",
      "--type", "doc/colorMode=appearance:userInterfaceStyle",
      input: #"{"style":1,"doc":"{\"colorMode\":2}","count":1}"#)
    #expect(run.code == 0)
    #expect(
      try box.prefs("list").output == """
        N.colorMode  appearance  dark
        N.count      int         1
        N.doc        json        {"colorMode":2}
        N.style      appearance  dark

        """)
    try Data("GIMP Palette\n0 255 0 g\n".utf8).write(to: URL(filePath: box.path("p.gpl")))
    _ = try box.prefs("import", box.path("p.gpl"), "--assume", "calibrated")
    #expect(try box.prefs("get", "p.g").output.hasPrefix("color(srgb -0.176818 0.976751 "))
    for wrong in ["style", "style=int", "=json", "a=appearance:kde"] {
      let run = try box.prefs("import", box.path("p.gpl"), "--type", wrong)
      #expect(run.code == 64)
      #expect(
        run.diagnostics.hasPrefix("prefs: --type: expected KEY=TYPE with one of color, json,"))
    }
    let twice = try box.prefs("import", box.path("p.gpl"), "--type", "a=json", "--type", "a=text")
    #expect(twice.code == 64)
  }

  @Test("a catalogue that was exported comes back the same")
  func catalogueRoundTrip() throws {
    let box = try Sandbox()
    _ = try box.prefs("import", try catalogue(box))
    _ = try box.prefs("set", "Assets.plain", "#FF8800", "Assets.count", "3")
    let out = box.path("Out.xcassets")
    let run = try box.prefs("export", "Assets", "-o", out)
    #expect(run.code == 0)
    #expect(
      run.diagnostics == """
        prefs: \(out): 2 colours
        prefs: Assets.count left out: it is no colour

        """)
    let script = """
      cd $FOLDER; prefs unset Assets.count; prefs export | grep -v edAt > one
      prefs -s two.db import Out.xcassets --into Assets > log
      prefs -s two.db export | grep -v edAt > two; cmp one two
      """
    let compared = try box.shell(script)
    #expect(compared.code == 0, "\(compared)")
    // A folder that exists is never touched.
    #expect(try box.prefs("export", "Assets", "-o", out).code == 73)
    #expect(try box.prefs("export", "Assets", "-f", "colorset").code == 64)
    #expect(try box.prefs("export", "Assets", "-o", box.path("no/x.xcassets")).code == 73)
    #expect(!box.files.contains { $0.hasSuffix(".tmp") })
  }

  @Test("one colour is exported as the set of its name")
  func oneSet() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "N.accent", "#FF8800", "N.other", "#000000")
    let run = try box.prefs("export", "N", "-o", box.path("accent.colorset"))
    #expect(run.code == 0)
    #expect(run.diagnostics.hasSuffix(": 1 colour\n"))
    #expect(try box.prefs("import", box.path("accent.colorset"), "--into", "M").code == 0)
    #expect(try box.prefs("get", "M.accent").output == "#FF8800\n")
    let missing = try box.prefs("export", "N", "-o", box.path("none.colorset"))
    #expect(missing.code == 65)
    #expect(!box.files.contains("none.colorset"))
  }

  @Test("a palette and CSS go to standard output, what they cannot say to standard error")
  func palettes() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "N.accent", "#FF8800", "N.count", "3", "M.x", "1")
    let palette = try box.prefs("export", "N", "--format", "gpl")
    #expect(palette.output == "GIMP Palette\nName: N\n#\n255 136   0\taccent\n")
    #expect(palette.diagnostics == "prefs: N.count left out: it is no colour\n")
    #expect(palette.code == 0)
    #expect(try box.prefs("export", "N", "-o", box.path("n.css"), "-q").code == 0)
    #expect(
      String(decoding: try box.bytes("n.css"), as: UTF8.self)
        == ":root {\n  --accent: #FF8800;\n}\n")
    #expect(try box.prefs("export", "-f", "gpl").code == 64)
    let again = try box.shell("prefs export N -f gpl -q | prefs import - --into Back -q")
    #expect(again.code == 0)
    #expect(try box.prefs("get", "Back.accent").output == "#FF8800\n")
    let none = try box.prefs("export", "Nothing", "-f", "css")
    #expect(none.diagnostics == "prefs: no preference in Nothing\n")
    let json = #"{"r":"Catalog color: System labelColor"}"#
    _ = try box.prefs("import", "-", "--into", "R", "--type", "r=color", input: json)
    #expect(try box.prefs("export", "R", "-f", "css").code == 1)
  }
}
