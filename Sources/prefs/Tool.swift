import Preferences

/// One run of the tool: from the words of the command line to the exit code.
enum Tool {
  /// Does what the words say; every failure ends up here.
  static func run(
    _ words: [String], console: Console = Console(), environment: Environment = .process
  ) -> ExitCode {
    // Before anything is understood, so that a mistake on the line is told as asked.
    console.isJSON = words.prefix { $0 != "--" }.contains { ["--json", "-j"].contains($0) }
    do {
      let code = try perform(words, console, environment)
      try console.flush()
      return code
    } catch {
      try? console.flush()
      let failure = Failure(error)
      console.report(failure)
      return failure.code
    }
  }

  private static func perform(
    _ words: [String], _ console: Console, _ environment: Environment
  ) throws -> ExitCode {
    if words.first == Completion.verb {
      for line in Completion(of: Array(words.dropFirst()), environment: environment).lines {
        try console.line(line)
      }
      return .done
    }
    let invocation = Invocation(
      try ParsedLine(words), console: console, environment: environment)
    console.isJSON = invocation.has(.json)
    console.isQuiet = invocation.has(.quiet)
    if !invocation.has(.noColor) {
      console.colors = ColorDepth(isTerminal: console.width != nil, environment: environment)
    }
    if invocation.has(.help) {
      try console.line(HelpPage(invocation.path, width: console.width).text)
      return .done
    }
    if invocation.has(.version) {
      try console.line(
        console.isJSON
          ? JSONValue.object(["version": .string(toolVersion)]).line
          : "prefs \(toolVersion)")
      return .done
    }
    guard let action = invocation.path.command.action else {
      throw invocation.mistake("a verb is missing")
    }
    return try action(invocation)
  }
}
