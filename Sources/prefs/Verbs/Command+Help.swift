extension Command {
  private static let man = Option.flag("man", "Print the manual page in roff, for 'man -l -'")

  static let help = Command(
    name: "help",
    abstract: "Print help on a verb or a topic, or the manual page",
    arguments: [Argument("TOPIC", .topic, isOptional: true, "A verb, or a topic")],
    argumentsRepeat: true,
    options: [man],
    examples: [
      .init("prefs help types", "How values are written"),
      .init("prefs help --man | man -l -", "Read the manual page"),
    ]
  ) { invocation in
    if invocation.has(man) {
      try invocation.console.write(Array(ManPage.source.utf8))
    } else {
      try invocation.console.line(
        Self.helpText(for: invocation.arguments, width: invocation.console.width, invocation))
    }
    return .done
  }

  /// The page of a verb, of a verb of a verb, or of a topic.
  private static func helpText(
    for words: [String], width: Int?, _ invocation: Invocation
  ) throws(Failure) -> String {
    if words.count == 1, let topic = HelpTopic.all.first(where: { $0.name == words[0] }) {
      return topic.page(width: width)
    }
    var path = CommandPath(.prefs)
    for word in words {
      guard let next = path.command.subcommand(word) else {
        let known = path.command.subcommands.map(\.name)
        let topics = path.parents.isEmpty ? HelpTopic.all.map(\.name) : []
        throw invocation.mistake(
          "no help on '\(word.shown)'" + Suggestion.text(for: word, among: known + topics))
      }
      path = path.appending(next)
    }
    return HelpPage(path, width: width).text
  }
}

extension HelpTopic {
  /// The page of the topic.
  func page(width: Int?) -> String {
    let width = min(width ?? 80, 100)
    let head = TextWrapping.lines(text, width: width)
    let lines = head + (head.isEmpty ? [] : [""])
    return (lines + TextWrapping.definitions(items, width: width)).joined(separator: "\n")
  }
}
