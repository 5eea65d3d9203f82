import Testing

@testable import prefs

@Suite("Help and manual page")
struct HelpAndManPageTests {
  @Test("the manual page has every section, verb, option, type and code")
  func content() {
    let source = ManPage.source
    for section in [
      "NAME", "SYNOPSIS", "DESCRIPTION", "VERBS", "OPTIONS", "VALUES", "EXIT STATUS",
      "ENVIRONMENT", "EXAMPLES", "SEE ALSO",
    ] {
      #expect(source.contains("\n.SH \(section)\n"))
    }
    for path in CommandPath(.prefs).all.dropFirst() {
      let name = path.name.replacing("-", with: "\\-")
      #expect(source.contains("\n.SS \"\(name)"))
    }
    for type in ValueType.all { #expect(source.contains("\n\\fB\(type.word)")) }
  }

  @Test("groff sets the manual page without a warning", .enabled(if: ToolRun.has("groff")))
  func groff() throws {
    let run = try ToolRun("prefs help --man | groff -man -ww -Tascii -P-cbou")
    #expect(run.code == 0)
    #expect(run.diagnostics == "")
    #expect(run.output.contains("prefs help --man | man -l -"))
  }

  @Test("a paragraph is broken between words, an indented line is not")
  func wrapping() {
    let text = "one two three\nfour\n\n  kept   as it is, however long\nlast"
    #expect(
      TextWrapping.lines(text, indent: 1, width: 10) == [
        " one two", " three", " four", "", "   kept   as it is, however long", " last",
      ])
    #expect(
      TextWrapping.definitions([("a", "b c d"), ("long", "e")], width: 12) == [
        "  a     b c", "        d", "  long  e",
      ])
  }
}
