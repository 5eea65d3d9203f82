import Preferences

/// What could come next on a command line; the scripts of the shells ask for it.
///
/// The words are taken by the same ``ArgumentScanner`` as for running, so that both agree.
struct Completion {
  /// The verb by which the scripts ask; help does not list it.
  static let verb = "__complete"

  /// One way to go on.
  struct Candidate: Equatable {
    var word: String
    var abstract: String
  }

  private(set) var candidates: [Candidate] = []
  /// The shell is to complete file names too.
  private(set) var wantsFiles = false
  private let partial: String
  private let environment: Environment

  /// For the words after the tool's name, of which the last is not finished, maybe empty.
  init(of words: [String], root: Command = .prefs, environment: Environment) {
    partial = words.last ?? ""
    self.environment = environment
    var scanner = ArgumentScanner(root)
    for word in words.dropLast() { try? scanner.take(word) }

    if let option = scanner.pending, let value = option.value {
      add(value.kind, scanner)
    } else if !scanner.optionsEnded, partial.hasPrefix("--"), partial.contains("=") {
      addValue(ofLongOption: scanner)
    } else if !scanner.optionsEnded, partial.hasPrefix("-") {
      candidates = scanner.path.options
        .filter { $0.repeats || scanner.values[$0.long] == nil }
        .map { Candidate(word: "--\($0.long)", abstract: $0.abstract) }
    } else if !scanner.path.command.subcommands.isEmpty, scanner.positionals.isEmpty {
      candidates = scanner.path.command.subcommands
        .map { Candidate(word: $0.name, abstract: $0.abstract) }
      if let argument = scanner.argument(at: 0) { add(argument.kind, scanner) }
    } else if let argument = scanner.argument(at: scanner.positionals.count) {
      add(argument.kind, scanner)
    }
    candidates.removeAll { !$0.word.hasPrefix(partial) }
  }

  /// First whether files are wanted, then one candidate a line with its meaning behind a tab.
  var lines: [String] {
    [wantsFiles ? ":file" : ":none"] + candidates.map { "\($0.word)\t\($0.abstract)" }
  }

  private mutating func addValue(ofLongOption scanner: ArgumentScanner) {
    let name = partial.dropFirst(2).prefix { $0 != "=" }
    guard let value = scanner.path.options.first(where: { $0.long == name })?.value else { return }
    add(value.kind, scanner)
    for index in candidates.indices {
      candidates[index].word = "--\(name)=" + candidates[index].word
    }
  }

  private mutating func add(_ kind: ValueKind, _ scanner: ArgumentScanner) {
    switch kind {
    case .text, .seconds, .version: break
    case .name: addNames(scanner)
    case .namespace: addNamespaces(scanner)
    case .value: addWords(scanner)
    case .file: wantsFiles = true
    case .choice(let choices):
      candidates += choices.map { Candidate(word: $0.word, abstract: $0.abstract) }
    case .topic: addTopics(scanner)
    }
  }

  /// What the store that the line names holds; nothing if it cannot be read now.
  private func rows(_ scanner: ArgumentScanner) -> [PreferenceRow] {
    let invocation = Invocation(
      ParsedLine(unchecked: scanner), console: Console(), environment: environment)
    return (try? invocation.store(.readOnly).rows()) ?? []
  }

  private mutating func addNames(_ scanner: ArgumentScanner) {
    let given = Set(scanner.positionals)
    candidates += rows(scanner).filter { !given.contains($0.name.description) }
      .map { Candidate(word: $0.name.description, abstract: $0.value.type.rawValue) }
  }

  private mutating func addNamespaces(_ scanner: ArgumentScanner) {
    let counts = Dictionary(grouping: rows(scanner), by: \.name.namespace).mapValues(\.count)
    candidates += counts.sorted { $0.key < $1.key }
      .map { Candidate(word: $0.key, abstract: "\($0.value) preferences") }
  }

  /// The few values of the type that is forced, or that the key before has.
  private mutating func addWords(_ scanner: ArgumentScanner) {
    var type = scanner.values["type"]?.last.flatMap { ValueType.named($0) }
    if type == nil, let name = scanner.positionals.last {
      let row = rows(scanner).first { $0.name.description == name }
      type = row.flatMap { ValueType.of($0.value.type) }
    }
    candidates += type?.words.map { Candidate(word: $0, abstract: "") } ?? []
  }

  private mutating func addTopics(_ scanner: ArgumentScanner) {
    var path = CommandPath(.prefs)
    for word in scanner.positionals {
      guard let next = path.command.subcommand(word) else { return }
      path = path.appending(next)
    }
    candidates += path.command.subcommands.map { Candidate(word: $0.name, abstract: $0.abstract) }
    if path.parents.isEmpty {
      candidates += HelpTopic.all.map { Candidate(word: $0.name, abstract: $0.abstract) }
    }
  }
}
