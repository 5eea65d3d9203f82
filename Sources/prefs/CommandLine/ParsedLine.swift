/// The words of a command line, sorted.
struct ParsedLine {
  var path: CommandPath
  var values: [String: [String]]
  var arguments: [String]

  /// Sorts the words that follow the tool's name.
  ///
  /// - Throws: a ``Failure`` with the code ``ExitCode/usage`` that names the word.
  init(_ words: [String], of root: Command = .prefs) throws(Failure) {
    var scanner = ArgumentScanner(root)
    for (index, word) in words.enumerated() {
      try scanner.take(word)
      if scanner.values.keys.contains(where: { $0 == "help" || $0 == "version" }) {
        // Whoever asks for help may not know the rest yet; a verb after the flag still counts.
        for word in words[(index + 1)...] { try? scanner.take(word) }
        self.init(unchecked: scanner)
        return
      }
    }
    try scanner.finish()
    try Self.checkCount(scanner)
    self.init(unchecked: scanner)
  }

  /// What a scanner has taken so far, whether it is complete or not.
  init(unchecked scanner: ArgumentScanner) {
    (path, values, arguments) = (scanner.path, scanner.values, scanner.positionals)
  }

  private static func checkCount(_ scanner: ArgumentScanner) throws(Failure) {
    let command = scanner.path.command
    if !command.subcommands.isEmpty, command.action == nil {
      throw scanner.mistake("a verb is missing")
    }
    let given = scanner.positionals.count
    if given < command.arguments.count {
      let missing = command.arguments[given...].filter { !$0.isOptional }.map(\.name)
      if !missing.isEmpty {
        throw scanner.mistake("missing argument \(missing.joined(separator: ", "))")
      }
    } else if command.argumentsRepeat, given % command.arguments.count != 0,
      let next = scanner.argument(at: given), let last = scanner.positionals.last
    {
      throw scanner.mistake("missing argument \(next.name) after '\(last.shown)'")
    }
  }
}
