import Preferences
import Testing

@testable import PreferencesImport

@Suite("forms asked for")
struct ImportFormTests {
  private func read(_ json: String, _ forms: [String: ImportForm]) throws -> ImportResult {
    var options = ImportOptions(namespace: "N")
    options.forms = forms
    return try PreferencesImporter.read(Array(json.utf8), options)
  }

  private static func appearance(_ word: String) -> StoredValue {
    StoredValue(type: .appearance, storage: .text(word))
  }

  @Test("every form has a word of its own")
  func words() {
    #expect(
      ImportForm.all.map(\.word) == [
        "color", "json", "text", "data", "appearance", "appearance:userInterfaceStyle",
        "appearance:freedesktop",
      ])
    #expect(ImportForm.all.allSatisfy { ImportForm($0.word) == $0 })
    #expect(ImportForm("colour") == nil)
  }

  @Test(
    "numbers mean what the mapping says, words what they say",
    arguments: [
      ("0", "system", "system"), ("1", "light", "dark"), ("2", "dark", "light"),
      ("2.0", "dark", "light"), (#""2""#, "dark", "light"), (#""light""#, "light", "light"),
      (#""dark""#, "dark", "dark"), (#""system""#, "system", "system"),
      (#""NSAppearanceNameDarkAqua""#, "dark", "dark"), (#""Dark""#, "dark", "dark"),
      (#""prefer-light""#, "light", "light"),
    ])
  func appearances(_ json: String, _ style: String, _ desktop: String) throws {
    for (mapping, word) in [
      (Appearance.NumberMapping.userInterfaceStyle, style), (.freedesktop, desktop),
    ] {
      let result = try read(#"{"mode":\#(json)}"#, ["mode": .appearance(mapping)])
      #expect(result.preferences.map(\.value) == [Self.appearance(word)])
      #expect(result.report.taken.map(\.type) == [.appearance])
      #expect(
        result.report.taken.first?.note?.hasSuffix("as appearance:\(mapping.rawValue) \(word)")
          == true)
    }
  }

  @Test(
    "what is no appearance is left out with the reason",
    arguments: [
      ("3", "the number means nothing by freedesktop, which knows 0, 1 and 2"),
      ("0.5", "the number means nothing by freedesktop, which knows 0, 1 and 2"),
      ("1e300", "the number means nothing by freedesktop, which knows 0, 1 and 2"),
      (#""sepia""#, "'sepia' is no appearance (light, dark, system)"),
      ("true", "it is of type bool, not a word or a number"),
      ("[1]", "it is of type json, not a word or a number"),
    ])
  func noAppearance(_ json: String, _ reason: String) throws {
    let result = try read(#"{"mode":\#(json),"x":1}"#, ["mode": .appearance(.freedesktop)])
    #expect(result.preferences.map(\.name.key) == ["x"])
    #expect(result.report.taken.map(\.name.key) == ["x"])
    #expect(result.report.leftOut == [.init(path: "mode", reason: reason)])
  }

  @Test("a number without a mapping is never an appearance, a word is")
  func withoutMapping() throws {
    let result = try read(
      #"{"a":1,"b":"dark"}"#, ["a": .appearance(nil), "b": .appearance(nil)])
    #expect(result.preferences.map(\.value) == [Self.appearance("dark")])
    #expect(
      result.report.leftOut == [
        .init(
          path: "a",
          reason:
            "a number means an appearance only by a mapping, appearance:userInterfaceStyle or "
            + "appearance:freedesktop")
      ])
  }

  @Test("text and data that hold a JSON document become json; a struct key reads it")
  func json() throws {
    let list = xml(
      #"<dict><key>t</key><string>{"b": 1, "a": [2.50]}</string><key>d</key><data>eyJiIjoxfQ==</data>"#
        + "<key>n</key><integer>5</integer><key>w</key><string>word</string></dict>")
    var options = ImportOptions(namespace: "N")
    options.forms = ["t": .json, "d": .json, "n": .json, "w": .json]
    let result = try PreferencesImporter.read(list, options)
    #expect(
      result.preferences.map(\.value) == [.json(#"{"b":1,"a":[2.50]}"#), .json(#"{"b":1}"#)])
    #expect(
      result.report.taken.map(\.note) == ["the JSON document in text", "the JSON document in data"])
    #expect(
      result.report.leftOut.map { "\($0.path): \($0.reason)" } == [
        "n: it is int without the text of a JSON document",
        "w: it holds no JSON document: line 1, column 1: expected a value, found 'w'",
      ])
    struct Both: PreferenceCodable, Equatable { var b = 0 }
    let store = PreferenceStore.inMemory()
    try store.transaction { transaction in
      for preference in result.preferences {
        try transaction.set(preference.value, for: preference.name)
      }
    }
    #expect(store[PreferenceStore.Key("d", in: "N", default: Both())] == Both(b: 1))
  }

  @Test("a colour in a form that programs store becomes a colour")
  func color() throws {
    let result = try read(
      ##"{"a":"#FF0000","b":"NSCalibratedRGBColorSpace 0 1 0 1","c":"red","d":5,"##
        + ##""e":"Catalog color: System labelColor","f":[1,0,0]}"##,
      Dictionary(uniqueKeysWithValues: "abcdefg".map { (String($0), ImportForm.color) }))
    #expect(
      colors(result) == [
        "a": "any #FF0000", "b": "any #00F900", "e": "any labelColor (System)",
        "f": "any #FF0000",
      ])
    #expect(result.report.taken.map(\.outcome) == [.taken, .converted, .reference, .taken])
    #expect(result.report.taken.allSatisfy { $0.note?.contains("as color") == true })
    #expect(
      result.report.leftOut.map(\.path) == ["c", "d", "g"])
    #expect(result.report.leftOut[1].reason == "it is int that holds no colour")
    #expect(result.report.leftOut[2].reason == "there is no entry of this name")
  }

  @Test("a member of a JSON document is taken as well, under its own name")
  func members() throws {
    let text = #"{"prefs":"{\"colorMode\":2,\"x\":1}","a/b":{"c":"dark"},"x":5,"n":1}"#
    let style = ImportForm.appearance(.userInterfaceStyle)
    let result = try read(
      text,
      [
        "prefs/colorMode": style, "a/b/c": style, "prefs/none": style, "prefs/x": style,
        "n/y": style, "prefs": .json,
      ])
    #expect(
      result.preferences.map { "\($0.name) \($0.value.type)" } == [
        "N.prefs json", "N.a/b json", "N.x int", "N.n int", "N.c appearance",
        "N.colorMode appearance",
      ])
    #expect(
      result.report.lines.dropFirst().map(\.self) == [
        "N.prefs (json): the JSON document in text",
        "N.c (appearance): a member of a/b, text as appearance:userInterfaceStyle dark",
        "N.colorMode (appearance): a member of prefs, int as appearance:userInterfaceStyle dark",
        "'n/y' left out: it is int without the text of a JSON document",
        "'prefs/none' left out: the JSON document has no member 'none'",
        "'prefs/x' left out: an earlier entry has the name N.x",
      ])
  }

  @Test("text and data stay what they are, another type is left out")
  func asTheyAre() throws {
    let result = try read(
      ##"{"a":"#FF0000","b":1,"c":"x"}"##, ["a": .text, "b": .text, "c": .data])
    #expect(result.preferences.map(\.value) == [.text("#FF0000")])
    #expect(
      result.report.leftOut == [
        .init(path: "b", reason: "it is of type int, not text"),
        .init(path: "c", reason: "it is of type text, not data"),
      ])
  }
}
