import Preferences
import Testing

@testable import prefs

@Suite("What a terminal gets")
struct TerminalTests {
  @Test(
    "stored text cannot steer a terminal",
    arguments: [
      ("a\u{1b}[2Jb", "a\\u{1b}[2Jb"), ("a\nb", "a\\u{a}b"), ("\u{9b}1m", "\\u{9b}1m"),
      ("\u{202e}abc", "\\u{202e}abc"), ("\u{2028}", "\\u{2028}"), ("é中", "é中"),
    ])
  func escaping(text: String, expected: String) {
    #expect(text.escapedForTerminal == expected)
  }

  @Test(
    "columns are counted as a terminal does",
    arguments: [("abc", 3), ("e\u{301}", 1), ("中文", 4), ("한", 2), ("😀", 2), ("", 0), ("ｱ", 1)])
  func columns(text: String, count: Int) {
    #expect(text.columns == count)
  }

  @Test("columns are aligned, the last is cut on a terminal only")
  func table() {
    var table = TextTable()
    table.add(["NAME", "TYPE", "VALUE"])
    table.add(["Settings.中", "int", "5"])
    table.add(["a.b", "text", "a long text of many words"])
    table.add(["a.c", "color", "#FF0000"], mark: TextTable.Mark(text: "XX", columns: 2))
    #expect(
      table.lines(width: nil) == [
        "NAME         TYPE   VALUE", "Settings.中  int    5",
        "a.b          text   a long text of many words", "a.c          color  XX #FF0000",
      ])
    #expect(table.lines(width: 30)[2] == "a.b          text   a long te…")
    #expect(table.lines(width: 30).allSatisfy { $0.columns <= 30 })
  }

  @Test(
    "colours are used only where they can be seen",
    arguments: [
      (["TERM": "xterm-256color"], ColorDepth.palette256),
      (["TERM": "xterm", "COLORTERM": "truecolor"], .trueColor),
      (["TERM": "xterm-256color", "COLORTERM": "24bit"], .trueColor),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
      (["TERM": "xterm-256color", "NO_COLOR": ""], .palette256),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .none), ([:], .none), (["TERM": "vt100"], .none),
    ])
  func depth(variables: [String: String], depth: ColorDepth) {
    #expect(ColorDepth(isTerminal: true, environment: Environment(variables)) == depth)
    #expect(ColorDepth(isTerminal: false, environment: Environment(variables)) == .none)
  }

  @Test("a swatch is two blanks on the colour")
  func swatch() {
    let depth = ColorDepth.trueColor
    #expect(depth.swatch(red: 1, green: 0.5, blue: 0) == "\u{1b}[48;2;255;128;0m  \u{1b}[0m")
    #expect(depth.swatch(red: 7e300, green: -1, blue: 0) == "\u{1b}[48;2;255;0;0m  \u{1b}[0m")
    let palette = ColorDepth.palette256
    #expect(palette.swatch(red: 1, green: 0, blue: 0) == "\u{1b}[48;5;196m  \u{1b}[0m")
    #expect(palette.swatch(red: 0.5, green: 0.5, blue: 0.5) == "\u{1b}[48;5;244m  \u{1b}[0m")
    #expect(ColorDepth.none.swatch(red: 1, green: 0, blue: 0).isEmpty)
  }

  @Test("JSON on output holds nothing that steers a terminal")
  func json() {
    let value: JSONValue = ["b": "\"\\\n\u{1b}\u{9b}\u{202e}é"]
    #expect(value.line == #"{"b":"\"\\\n\u001b\u009b\u202eé"}"#)
  }
}
