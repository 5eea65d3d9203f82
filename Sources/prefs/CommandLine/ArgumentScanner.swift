/// Takes the words of a command line one by one; the parser and the completion share it.
struct ArgumentScanner {
  private(set) var path: CommandPath
  /// Values by the option's long name; a flag has an empty one for each time.
  private(set) var values: [String: [String]] = [:]
  private(set) var positionals: [String] = []
  /// The option whose value must come next.
  private(set) var pending: Option?
  /// `--` was seen: what follows is no option.
  private(set) var optionsEnded = false

  init(_ root: Command) { path = CommandPath(root) }

  /// Takes the next word.
  mutating func take(_ word: String) throws(Failure) {
    if let option = pending {
      guard optionsEnded || !looksLikeOption(word) else { throw missingValue(of: option) }
      pending = nil
      try set(option, to: word)
    } else if optionsEnded || !looksLikeOption(word) {
      try takePositional(word)
    } else if word == "--" {
      optionsEnded = true
    } else if word.hasPrefix("--") {
      try takeLong(word.dropFirst(2))
    } else {
      try takeShort(word.dropFirst())
    }
  }

  /// Says that an option still waits for its value.
  func finish() throws(Failure) {
    if let pending { throw missingValue(of: pending) }
  }

  /// The argument that the positional of this number is, nil if there are not so many.
  func argument(at index: Int) -> Argument? {
    let arguments = path.command.arguments
    guard !arguments.isEmpty else { return nil }
    if index < arguments.count { return arguments[index] }
    return path.command.argumentsRepeat ? arguments[index % arguments.count] : nil
  }

  /// A mistake on the command line, with the usage line of the command that was reached.
  func mistake(_ message: String) -> Failure { path.mistake(message) }

  /// A dash alone is standard input, and a negative number a value.
  private func looksLikeOption(_ word: String) -> Bool {
    word.utf8.count > 1 && word.hasPrefix("-") && RealText.parse(word) == nil
  }

  private mutating func takePositional(_ word: String) throws(Failure) {
    let hasArguments = !path.command.arguments.isEmpty
    if hasArguments, positionals.isEmpty, !optionsEnded, let next = path.command.subcommand(word) {
      path = path.appending(next)
      return
    }
    if !path.command.subcommands.isEmpty, !hasArguments {
      guard let next = path.command.subcommand(word) else {
        let names = path.command.subcommands.map(\.name)
        throw mistake("unknown verb '\(word.shown)'" + Suggestion.text(for: word, among: names))
      }
      path = path.appending(next)
      return
    }
    guard let argument = argument(at: positionals.count) else {
      throw mistake("unexpected argument '\(word.shown)'")
    }
    if let complaint = argument.kind.complaint(about: word) {
      throw mistake(argument.kind.withSuggestion("\(argument.name): \(complaint)", for: word))
    }
    positionals.append(word)
  }

  private mutating func takeLong(_ text: Substring) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let option = path.options.first(where: { $0.long == name }) else {
      throw unknownOption(name)
    }
    if option.value == nil {
      guard parts.count == 1 else { throw mistake("option '--\(name)' takes no value") }
      try set(option, to: "")
    } else if parts.count == 2 {
      try set(option, to: String(parts[1]))
    } else {
      try expectValue(of: option)
    }
  }

  /// `-q`, `-qs FILE` or `-sFILE`.
  private mutating func takeShort(_ letters: Substring) throws(Failure) {
    var rest = letters
    while let letter = rest.popFirst() {
      guard let option = path.options.first(where: { $0.short == letter }) else {
        throw mistake("unknown option '-\(String(letter).shown)'")
      }
      if option.value == nil {
        try set(option, to: "")
      } else if rest.isEmpty {
        try expectValue(of: option)
      } else {
        try set(option, to: String(rest))
        rest = ""
      }
    }
  }

  private mutating func expectValue(of option: Option) throws(Failure) {
    try checkRepetition(of: option)
    pending = option
  }

  private mutating func set(_ option: Option, to text: String) throws(Failure) {
    if let value = option.value {
      try checkRepetition(of: option)
      if let complaint = value.kind.complaint(about: text) {
        throw mistake(value.kind.withSuggestion("--\(option.long): \(complaint)", for: text))
      }
    }
    values[option.long, default: []].append(text)
  }

  private func checkRepetition(of option: Option) throws(Failure) {
    guard option.repeats || values[option.long] == nil else {
      throw mistake("option '--\(option.long)' is given twice")
    }
  }

  private func missingValue(of option: Option) -> Failure {
    mistake("option '--\(option.long)' needs a value: \(option.written)")
  }

  private func unknownOption(_ name: String) -> Failure {
    let below = path.all.dropFirst().first { $0.command.options.contains { $0.long == name } }
    if let below {
      return mistake("option '--\(name)' belongs to '\(below.name)': write it after the verb")
    }
    let known = path.options.map { "--\($0.long)" }
    return mistake(
      "unknown option '--\(name.shown)'" + Suggestion.text(for: "--\(name)", among: known))
  }
}

extension ValueKind {
  /// Adds what may have been meant.
  fileprivate func withSuggestion(_ complaint: String, for text: String) -> String {
    guard case .choice(let choices) = self else { return complaint }
    return complaint + Suggestion.text(for: text, among: choices.map(\.word))
  }
}
