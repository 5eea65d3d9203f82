import Testing

@testable import prefs

@Suite("Completion")
struct CompletionTests {
  private func complete(_ words: String...) -> Completion {
    Completion(of: words, environment: Environment([:]))
  }

  @Test("verbs, options, choices and topics are completed")
  func candidates() {
    #expect(complete("comp").candidates.map(\.word) == ["completions"])
    #expect(complete("completions", "").candidates.map(\.word) == ["bash", "zsh", "fish"])
    #expect(complete("completions", "--js").candidates.map(\.word) == ["--json"])
    #expect(complete("--json", "completions", "--js").candidates.isEmpty)
    #expect(complete("help", "exit").candidates.map(\.word) == ["exit-codes"])
    #expect(complete("help", "compl").candidates.map(\.word) == ["completions"])
    #expect(complete("completions", "bash", "").candidates.isEmpty)
    #expect(complete("--", "--").candidates.isEmpty)
  }

  @Test("a file is the shell's business")
  func files() {
    #expect(complete("--store", "").wantsFiles)
    #expect(complete("--store=a").wantsFiles)
    #expect(complete("-s", "").wantsFiles)
    #expect(!complete("--app", "").wantsFiles)
    #expect(complete("--store", "f", "help", "typ").candidates.map(\.word) == ["types"])
  }

  @Test("a mistake before the cursor does not stop completion")
  func afterMistakes() {
    #expect(complete("--bogus", "comp").candidates.map(\.word) == ["completions"])
    #expect(complete().candidates.count == Command.prefs.subcommands.count)
  }

  @Test("the shells accept their scripts", arguments: CompletionScript.all.map(\.shell))
  func syntax(shell: String) throws {
    guard ToolRun.has(shell) else { return }
    let run = try ToolRun("prefs completions \(shell) | \(shell) -n")
    #expect(run.code == 0)
    #expect(run.diagnostics == "")
  }

  @Test(
    "bash completes what was typed",
    arguments: [
      ("prefs com", ["completions"]), ("prefs completions ", ["bash", "zsh", "fish"]),
      ("prefs --js", ["--json"]), ("prefs help \"exi", ["exit-codes"]),
      ("prefs --store=/etc/shell", ["/etc/shells"]), ("prefs --store /etc/shell", ["/etc/shells"]),
      ("prefs completions --timeout=", []),
    ])
  func bash(line: String, expected: [String]) throws {
    let script = """
      source <(prefs completions bash)
      complete -p prefs > /dev/null || exit 9
      COMP_LINE=$LINE COMP_POINT=${#LINE}
      _prefs
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try ToolRun(script, environment: ["LINE": line])
    #expect(run.code == 0)
    let replies = run.output.split(separator: "\n").map(String.init)
    #expect(Set(replies).isSuperset(of: expected) && (replies.count == expected.count))
    #expect(run.diagnostics.split(separator: "\n").allSatisfy { $0.contains("compopt") })
  }

  @Test("fish completes what was typed", .enabled(if: ToolRun.has("fish")))
  func fish() throws {
    let run = try ToolRun(
      shell: "fish", "prefs completions fish | source; complete -C 'prefs help exi'")
    #expect(run.output == "exit-codes\tWhat the tool tells the shell\n")
  }
}
