import Testing

@testable import prefs

@Suite("The tool as a process")
struct EndToEndTests {
  @Test(
    "help is a result, in every form",
    arguments: [["--help"], ["-h"], ["help"], ["help", "--help"], ["--help", "--bogus"]])
  func help(arguments: [String]) throws {
    let run = try ToolRun(arguments)
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("usage: prefs"))
    #expect(run.diagnostics == "")
  }

  @Test("the version is told as text and as JSON")
  func version() throws {
    #expect(try ToolRun(["--version"]).output == "prefs \(toolVersion)\n")
    #expect(try ToolRun(["--json", "--version"]).output == "{\"version\":\"\(toolVersion)\"}\n")
  }

  @Test("a mistake is told on standard error with the usage, and is 64")
  func mistake() throws {
    let run = try ToolRun(["completions"])
    #expect(run.code == 64)
    #expect(run.output == "")
    #expect(
      run.diagnostics == """
        prefs: missing argument SHELL
        usage: prefs completions SHELL
        more:  prefs help completions

        """)
  }

  @Test("with --json a mistake is one JSON object, wherever the flag stands")
  func mistakeInJSON() throws {
    for arguments in [["--json", "bogus"], ["bogus", "-j"]] {
      let run = try ToolRun(arguments)
      #expect(run.code == 64)
      #expect(
        run.diagnostics == """
          {"error":{"code":64,"kind":"usage","message":"unknown verb 'bogus'",\
          "usage":"prefs [OPTION ...] VERB [ARGUMENT ...]"}}

          """)
    }
  }

  @Test("a reader that stops early ends the tool quietly")
  func closedPipe() throws {
    let run = try ToolRun("prefs help --man | head -n 1; echo ${PIPESTATUS[1]}")
    #expect(run.output.hasPrefix(".TH PREFS 1"))
    #expect(run.diagnostics == "")
    // A pipe that has no reader any more, whatever the caller did to SIGPIPE.
    let closed = try ToolRun(
      "trap '' PIPE; (sleep 0.2; prefs help; echo $? >&2) | true; true")
    #expect(["141\n", "0\n"].contains(closed.diagnostics))
  }

  @Test(
    "standard output that takes nothing is an input/output error",
    arguments: [
      "prefs help > /dev/full", "prefs help >&-",
    ])
  func fullOutput(script: String) throws {
    let run = try ToolRun(script)
    #expect(run.code == 74)
    #expect(run.diagnostics.hasPrefix("prefs: standard output: "))
  }

  @Test("arguments that are not UTF-8 do not crash")
  func malformedArguments() throws {
    let run = try ToolRun("prefs $'\\xff\\xfe'; prefs help $'\\xff' --$'\\xff'")
    #expect(run.code == 64)
  }
}
