import Preferences
import Testing

@testable import PreferencesImport

@Suite("settings of VS Code")
struct EditorSettingsTests {
  private func read(_ text: String) throws -> ImportResult {
    try PreferencesImporter.read(Array(text.utf8), namespace: "N")
  }

  @Test(
    "comments, a trailing comma, brackets, dots and backslashes are read",
    .enabled(if: RealFiles.arePresent))
  func settings() throws {
    let result = try PreferencesImporter.read(
      RealFiles.bytes("vscode/settings-comments-trailing-comma.json"), namespace: "Code")
    #expect(result.report.format == "VS Code settings")
    #expect(result.report.leftOut.isEmpty)
    #expect(result.preferences.count == 39)
    #expect(result.preferences.allSatisfy { $0.name.namespace == "Code" })
    let values = Dictionary(
      uniqueKeysWithValues: result.preferences.map { ($0.name.key, $0.value) })
    #expect(
      values["[python]"]
        == .json(#"{"editor.defaultFormatter":"charliermarsh.ruff","editor.formatOnType":true}"#))
    #expect(values["[yaml]"] == .json(#"{"editor.defaultFormatter":"redhat.vscode-yaml"}"#))
    #expect(values["markdownlint.config"] == .json(#"{"MD033":false}"#))
    #expect(values["terminal.integrated.scrollback"] == .int(10_000))
    #expect(values["python.defaultInterpreterPath"] == .text(#"\usr\local\bin\python3"#))
    #expect(values["diffEditor.ignoreTrimWhitespace"] == .bool(false))
    #expect(values["application.shellEnvironmentResolutionTimeout"] == .int(15))
    #expect(
      result.preferences.first { $0.name.key == "git.confirmSync" }?.name.description
        == #"Code."git.confirmSync""#)
  }

  @Test("each colour customization is a key", .enabled(if: RealFiles.arePresent))
  func colors() throws {
    let result = try PreferencesImporter.read(
      RealFiles.bytes("vscode/color-customizations.json"), namespace: "Code")
    #expect(result.preferences.count == 21)
    #expect(result.preferences.allSatisfy { $0.value.type == .color })
    let red = try #require(result.preferences.first { $0.name.key == "terminal.ansiRed" })
    #expect(red.name.description == #"Code.workbench.colorCustomizations."terminal.ansiRed""#)
    #expect(red.value.color?.color?.hex == "#DB2D20")
    #expect(
      result.report.taken.allSatisfy { $0.note == "a colour without a named space, taken as sRGB" })
  }

  @Test("colours of one theme, short and translucent ones, and what is none")
  func customizations() throws {
    let result = try read(
      """
      {"workbench.colorCustomizations": {"a.b": "#abc", "c": "#11223344", "d": null, "e": "#12",
        "[Dark+]": {"a.b": "#000000", "x": {"y": 1}}, "f": {"g": 2}},
       "editor.tokenColorCustomizations": {"comments": "#ffffff"}}
      """)
    #expect(
      result.preferences.map { "\($0.name) \($0.value.type)" } == [
        #"N.workbench.colorCustomizations."a.b" color"#, "N.workbench.colorCustomizations.c color",
        "N.workbench.colorCustomizations.d null", "N.workbench.colorCustomizations.e text",
        #"N.workbench.colorCustomizations.[Dark+]."a.b" color"#,
        "N.workbench.colorCustomizations.[Dark+].x json", "N.workbench.colorCustomizations.f json",
        #"N."editor.tokenColorCustomizations" json"#,
      ])
    #expect(result.preferences[0].value.color?.color?.hex == "#AABBCC")
    #expect(result.preferences[1].value.color?.color?.hex == "#11223344")
  }

  @Test(
    "the keys decide",
    arguments: [
      (#"{"editor.fontSize": 13}"#, "vscode"), (#"{"[python]": {}, "files.eol": "\n"}"#, "vscode"),
      (#"{"a.b": 1}"#, "json"), (#"{"editor": {"fontSize": 13}}"#, "json"), ("{}", "json"),
      (#"{"editor.fontSize": 13, "a": 1, "b": 2}"#, "json"), ("[1]", "json"),
      (#"{"preferencesExport": 1, "preferences": []}"#, "json"),
    ])
  func recognition(_ text: String, _ word: String) {
    #expect(ImportFormat.detect(Array(text.utf8))?.word == word)
  }

  @Test("under one key the file is JSON")
  func oneKey() throws {
    #expect(
      try imported(Array(#"{"editor.x": 1,}"#.utf8), key: "k") == ["k": .json(#"{"editor.x":1}"#)])
  }

  @Test("damage is harmless", .enabled(if: RealFiles.arePresent))
  func damage() throws {
    try expectDamageIsHarmless(
      to: ["vscode/settings-comments-trailing-comma.json", "vscode/color-customizations.json"])
  }
}
