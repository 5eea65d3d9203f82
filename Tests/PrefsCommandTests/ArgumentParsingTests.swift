import Testing

@testable import prefs

/// A command that has one of everything.
private let tree = Command(
  name: "tool", abstract: "A tool",
  options: [
    .option("store", short: "s", "FILE", .file, "A file"), .flag("quiet", short: "q", "Quiet"),
    .flag("help", short: "h", "Help"), .flag("version", "Version"),
  ],
  subcommands: [
    Command(
      name: "set", abstract: "Set",
      arguments: [Argument("NAME", .name, "A name"), Argument("VALUE", .value, "A value")],
      argumentsRepeat: true,
      options: [
        .option("type", short: "t", "TYPE", .choice([("int", ""), ("text", "")]), "A type"),
        .option("tag", "TAG", repeats: true, "Tags"),
        .option("wait", "SECONDS", .seconds, "Seconds"),
      ]
    ) { _ in .done },
    Command(
      name: "list", abstract: "List",
      arguments: [Argument("NAMESPACE", .namespace, isOptional: true, "A namespace")]
    ) { _ in .done },
    Command(
      name: "migrate", abstract: "Migrate",
      subcommands: [Command(name: "up", abstract: "Up") { _ in .done }]),
  ])

@Suite("Arguments")
struct ArgumentParsingTests {
  @Test(
    "options stand anywhere, in every usual form",
    arguments: [
      "--store=f set a 1 -q --type=int", "set -s f --type int a 1 --quiet", "-qsf set a -t int 1",
      "-qs f set a 1 -tint", "set --type int --store f -q -- a 1",
    ])
  func optionForms(line: String) throws {
    let parsed = try ParsedLine(line.split(separator: " ").map(String.init), of: tree)
    #expect(parsed.path.name == "tool set")
    #expect(parsed.values == ["store": ["f"], "quiet": [""], "type": ["int"]])
    #expect(parsed.arguments == ["a", "1"])
  }

  @Test(
    "what looks like an option is a value where it must be one",
    arguments: [
      (["set", "a", "-5"], ["a", "-5"]), (["set", "a", "-0.5e3"], ["a", "-0.5e3"]),
      (["set", "a", "-inf"], ["a", "-inf"]), (["set", "a", "-"], ["a", "-"]),
      (["set", "a", ""], ["a", ""]), (["set", "--", "a", "--type"], ["a", "--type"]),
      (["set", "a", "--", "--"], ["a", "--"]),
      (["set", "a", "-5", "b", "-6"], ["a", "-5", "b", "-6"]),
    ])
  func values(words: [String], arguments: [String]) throws {
    #expect(try ParsedLine(words, of: tree).arguments == arguments)
  }

  @Test(
    "a mistake is named, with what may have been meant",
    arguments: [
      ("", "a verb is missing"),
      ("sett", "unknown verb 'sett'; did you mean 'set'?"),
      ("migrate", "a verb is missing"),
      ("migrate upp", "unknown verb 'upp'; did you mean 'up'?"),
      ("frobnicate", "unknown verb 'frobnicate'"),
      ("set a 1 --tpye int", "unknown option '--tpye'; did you mean '--type'?"),
      ("set a 1 -x", "unknown option '-x'"),
      ("--type int set a 1", "option '--type' belongs to 'tool set': write it after the verb"),
      ("set a 1 --type", "option '--type' needs a value: --type TYPE"),
      ("set a 1 --type --quiet", "option '--type' needs a value: --type TYPE"),
      ("set a 1 --type int --type int", "option '--type' is given twice"),
      ("set a 1 --quiet=yes", "option '--quiet' takes no value"),
      (
        "set a 1 --type string",
        "--type: expected one of int, text, found 'string'; did you mean 'text'?"
      ),
      ("set a 1 --wait -1", "--wait: expected seconds from 0 to 86400, found '-1'"),
      ("set a 1 --wait soon", "--wait: expected seconds from 0 to 86400, found 'soon'"),
      ("set", "missing argument NAME, VALUE"),
      ("set a", "missing argument VALUE"),
      ("set a 1 b", "missing argument VALUE after 'b'"),
      ("list a b", "unexpected argument 'b'"),
      ("list \u{1b}[2J b", "unexpected argument 'b'"),
      ("list a \u{1b}[2J", "unexpected argument '\\u{1b}[2J'"),
    ])
  func mistakes(line: String, message: String) {
    let words = line.split(separator: " ").map(String.init)
    let failure = #expect(throws: Failure.self) { try ParsedLine(words, of: tree) }
    #expect(failure?.message == message)
    #expect(failure?.code == .usage)
    #expect(failure?.usage?.hasPrefix("tool") == true)
  }

  @Test("an option that repeats keeps all values in order")
  func repetition() throws {
    let words = ["set", "--tag", "x", "a", "1", "--tag=y"]
    #expect(try ParsedLine(words, of: tree).values["tag"] == ["x", "y"])
  }

  @Test(
    "help wins over what is still missing or wrong behind it",
    arguments: ["set --help", "--help set", "set -h --bogus", "set a --help b c d"])
  func help(line: String) throws {
    let parsed = try ParsedLine(line.split(separator: " ").map(String.init), of: tree)
    #expect(parsed.path.name == "tool set")
    #expect(parsed.values["help"] != nil)
  }

  @Test(
    "a word gets the nearest candidate, or none",
    arguments: [
      ("sett", "set"), ("ste", "set"), ("lst", "list"), ("rm", "unset"), ("complet", "completions"),
      ("xyz", nil), ("", nil), (String(repeating: "a", count: 100_000), nil),
    ])
  func suggestions(word: String, expected: String?) {
    let candidates = ["set", "unset", "list", "completions"]
    #expect(Suggestion.nearest(to: word, among: candidates) == expected)
  }
}
