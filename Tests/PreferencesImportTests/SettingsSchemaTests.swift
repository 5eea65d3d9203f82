import Preferences
import Testing

@testable import PreferencesImport

@Suite("GSettings schemas")
struct SettingsSchemaTests {
  private func catalogue(_ bytes: [UInt8]) throws -> SettingsCatalogue {
    let result = try PreferencesImporter.read(bytes, namespace: "N")
    #expect(result.preferences.isEmpty)
    #expect(result.report.taken.isEmpty)
    return try #require(result.catalogue)
  }

  private func catalogue(schema body: String) throws -> SettingsCatalogue {
    try catalogue(Array("<schemalist><schema id='a.b'>\(body)</schema></schemalist>".utf8))
  }

  @Test(
    "a dock's 107 keys have their types, and enumerations their nicks",
    .enabled(if: RealFiles.arePresent))
  func dock() throws {
    let catalogue = try catalogue(RealFiles.bytes("gsettings/dock.gschema.xml"))
    #expect(catalogue.leftOut.isEmpty)
    #expect(catalogue.settings.count == 107)
    #expect(
      catalogue.settings.allSatisfy { $0.namespace == "org.gnome.shell.extensions.dash-to-dock" })
    #expect(
      catalogue.settings.allSatisfy { $0.path == "/org/gnome/shell/extensions/dash-to-dock/" })
    let types = Dictionary(grouping: catalogue.settings) { $0.type }.mapValues(\.count)
    #expect(types == [.bool: 49, .int: 3, .real: 10, .text: 14, .json: 31])
    let position = try #require(catalogue.setting("dock-position"))
    #expect(position.defaultValue == .text("BOTTOM"))
    #expect(position.choices.map(\.value) == ["TOP", "RIGHT", "BOTTOM", "LEFT"].map { .text($0) })
    #expect(position.title == "Dock position")
    #expect(position.details?.hasPrefix("Dock is shown on the Left") == true)
    #expect(position.problem(with: .text("bottom")) == #""bottom" is not one of the choices"#)
    #expect(position.problem(with: .int(2)) == "expected text, found int")
    #expect(catalogue.settings.count { !$0.choices.isEmpty } == 9)
    #expect(catalogue.defaultValue(of: "pressure-threshold") == .real(100))
    #expect(catalogue.defaultValue(of: "preferred-monitor") == .int(-2))
    #expect(catalogue.defaultValue(of: "shortcut") == .json(#"["<Super>q"]"#))
    #expect(catalogue.defaultValue(of: "shortcut-text") == .text("<Super>q"))
    #expect(catalogue.defaultValue(of: "background-color") == .text("#ffffff"))
    #expect(catalogue.defaultValue(of: "no such key") == nil)
  }

  @Test(
    "an alias reads as its target", .enabled(if: RealFiles.arePresent),
    arguments: [
      ("enum-with-aliases", "sausages", "bangers", "spam"),
      ("choice-alias", "pre", "before", "after"),
    ])
  func aliases(_ file: String, _ alias: String, _ target: String, _ value: String) throws {
    let setting = try #require(
      try catalogue(RealFiles.bytes("gsettings/\(file).gschema.xml")).settings.first)
    #expect(setting.reading(.text(alias)) == .text(target))
    #expect(setting.problem(with: .text(alias)) == nil)
    #expect(setting.reading(.text(target)) == .text(target))
    #expect(setting.problem(with: .text("nonsense")) != nil)
    #expect(setting.defaultValue == .text(value))
  }

  @Test("range, choices and enumeration hold", .enabled(if: RealFiles.arePresent))
  func documentation() throws {
    let catalogue = try catalogue(RealFiles.bytes("gsettings/from-docs.gschema.xml"))
    #expect(
      catalogue.lines == [
        "GSettings schema: 3 settings declared, 0 left out",
        "org.gtk.test.key-with-range: int, default 10, range 1…100",
        #"org.gtk.test.key-with-choices: text, default "Joe", one of "Elisabeth" | "Annabeth" | "Joe", "#
          + #""Anna" is "Annabeth", "Beth" is "Elisabeth""#,
        #"org.gtk.test.enumerated-key: text, default "first", one of "first" | "second""#,
      ])
    let range = catalogue.settings[0]
    #expect(range.problem(with: .int(0)) == "it is below the minimum, 1")
    #expect(range.problem(with: .int(101)) == "it is above the maximum, 100")
    #expect(range.problem(with: .int(1)) == nil)
    #expect(range.problem(with: .int(100)) == nil)
  }

  @Test("a range with one end has the other of its type", .enabled(if: RealFiles.arePresent))
  func halfOpen() throws {
    let catalogue = try catalogue(RealFiles.bytes("gsettings/range-type-test.gschema.xml"))
    #expect(catalogue.leftOut.isEmpty)
    let limits = catalogue.settings.map { setting in
      "\(setting.key) \([setting.minimum, setting.maximum].map { $0?.textForCatalogue ?? "" })"
    }
    #expect(
      limits == [
        #"y-min ["0", "255"]"#, #"y-max ["0", "0"]"#, #"n-min ["0", "32767"]"#,
        #"n-max ["-32768", "0"]"#, #"q-min ["0", "65535"]"#, #"q-max ["0", "0"]"#,
        #"i-min ["0", "2147483647"]"#, #"i-max ["-2147483648", "0"]"#,
        #"u-min ["0", "4294967295"]"#, #"u-max ["0", "0"]"#,
        #"x-min ["0", "9223372036854775807"]"#, #"x-max ["-9223372036854775808", "0"]"#,
        #"t-min ["0", "18446744073709551615"]"#, #"t-max ["0", "0"]"#,
        #"d-min ["0.0", "\"inf\""]"#, #"d-max ["\"-inf\"", "0.0"]"#,
      ])
    let last = try #require(catalogue.setting("t-min"))
    #expect(last.problem(with: .json("18446744073709551615")) == nil)
    #expect(last.problem(with: .int(-1)) == "it is below the minimum, 0")
  }

  @Test(
    "a key that breaks its own rules is refused by name", .enabled(if: RealFiles.arePresent),
    arguments: [
      ("overflow", "test.test", "the default '512': '512' is beyond the range of byte"),
      (
        "bad-choice", "org.gtk.test.schema.test",
        "the default ''how'': \"how\" is not one of the choices"
      ),
      ("default-out-of-range", "test.test", "the default '-1': it is below the minimum, 0"),
    ])
  func refused(_ file: String, _ key: String, _ reason: String) throws {
    let catalogue = try catalogue(RealFiles.bytes("gsettings/\(file).gschema.xml"))
    #expect(catalogue.settings.isEmpty)
    #expect(catalogue.leftOut == [ImportReport.LeftOut(path: key, reason: reason)])
  }

  @Test("flags are lists of nicks")
  func flags() throws {
    let catalogue = try catalogue(
      Array(
        """
        <schemalist><flags id='f'><value nick='a' value='1'/><value nick='b' value='2'/></flags>
        <schema id='s'><key name='k' flags='f'><default>['b']</default></key>
        <key name='bad' flags='f'><default>['c']</default></key></schema></schemalist>
        """.utf8))
    #expect(catalogue.lines[1] == #"s.k: json, default ["b"], some of "a" | "b""#)
    #expect(catalogue.leftOut.map(\.path) == ["s.bad"])
    #expect(catalogue.settings.first?.problem(with: .json("[]")) == nil)
    #expect(catalogue.settings.first?.problem(with: .json(#"["a","x"]"#)) != nil)
    #expect(catalogue.settings.first?.problem(with: .json("{}")) != nil)
  }

  @Test("a schema that extends another overrides its defaults")
  func extends() throws {
    let catalogue = try catalogue(
      Array(
        """
        <schemalist><schema id='a'><key name='k' type='i'><range max='5'/><default>1</default></key>
        </schema><schema id='b' extends='a'><override name='k'>4</override></schema>
        <schema id='c' extends='b'><override name='k'>6</override><override name='x'>1</override>
        </schema><schema id='d' extends='d'><override name='k'>1</override></schema></schemalist>
        """.utf8))
    #expect(catalogue.settings.map(\.namespace) == ["a", "b"])
    #expect(catalogue.leftOut.map(\.path) == ["c.k", "c.x", "d.k"])
    #expect(catalogue.setting("k", in: "b")?.defaultValue == .int(4))
    #expect(catalogue.setting("k", in: "Base.a")?.defaultValue == .int(1))
    // Which of the two is not known.
    #expect(catalogue.defaultValue(of: "k") == nil)
    #expect(catalogue.settings(in: "x.b").map(\.name.description) == ["x.b.k"])
    #expect(catalogue.settings(in: nil).map(\.name.description) == ["a.k", "b.k"])
  }

  @Test(
    "what a schema says in an odd way is told",
    arguments: [
      ("<key name='k' type='zz'><default>1</default></key>", "the type 'zz' is unknown"),
      ("<key name='k' enum='e'><default>'x'</default></key>", "'e' is not declared in this file"),
      ("<key name='k' type='i'></key>", "no default"),
      ("<key name='k' type='i'><default>x</default></key>", "the default 'x': no GVariant text"),
      ("<key name='k' type='s'><range min='1'/><default>'a'</default></key>", "a range, but no"),
      ("<key name='k' type='i'><range min='x'/><default>1</default></key>", "no GVariant text"),
      ("<key name='k' type='d'><default>nan</default></key>", "not a number"),
      (
        "<key name='k' type='b'><default>true</default></key><key name='k' type='b'/>",
        "an earlier key"
      ),
    ])
  func odd(_ body: String, _ message: String) throws {
    #expect(try catalogue(schema: body).description.contains(message))
  }

  @Test("as JSON a declaration has all that it says")
  func json() throws {
    let catalogue = try catalogue(
      schema: """
        <key name='k' type='s'><default l10n='messages'>'x'</default><summary> S
          T </summary><choices><choice value='x'/></choices>
        <aliases><alias value='y' target='x'/></aliases></key>
        """)
    #expect(
      catalogue.json["settings"]?.description
        == #"[{"namespace":"a.b","key":"k","title":"S T","type":"text","default":"x","#
        + #""choices":[{"value":"x"}],"aliases":[{"value":"y","target":"x"}],"readOnly":false}]"#)
  }

  @Test("a schema is no file of values, and a broken one has a place")
  func errors() {
    let start = "<schemalist><schema id='a'>"
    #expect(
      refusal(Array((start + "</schema></schemalist>").utf8), key: "k").contains("for --key"))
    #expect(refusal(Array((start + "</schemalist>").utf8)).hasPrefix("1:28: expected </schema>"))
    #expect(
      refusal(Array("<schemalist>\n<schema/></schemalist>".utf8))
        == "2:1: expected the attribute 'id' in <schema>, found none")
  }

  @Test("more keys or values than anybody declares are refused")
  func tooMany() {
    let keys = String(repeating: "<key name='k'/>", count: 10_001)
    #expect(
      refusal(Array("<schemalist><schema id='s'>\(keys)</schema></schemalist>".utf8))
        .hasSuffix("expected at most 10000 keys, found more"))
    let nicks = String(repeating: "<value nick='k'/>", count: 1001)
    #expect(
      refusal(Array("<schemalist><enum id='s'>\(nicks)</enum></schemalist>".utf8))
        .hasSuffix("expected at most 1000 values in an enumeration, found more"))
  }

  @Test("damage is harmless", .enabled(if: RealFiles.arePresent))
  func damage() throws {
    let small = [
      "enum-with-aliases", "choice-alias", "from-docs", "range-type-test", "overflow", "bad-choice",
    ]
    try expectDamageIsHarmless(
      to: (small + (Thoroughness.isFull ? ["dock"] : [])).map { "gsettings/\($0).gschema.xml" })
  }
}
