/// The help of a command, made from its description.
struct HelpPage {
  let path: CommandPath
  let width: Int

  /// For a terminal of this width; nil is a pipe.
  init(_ path: CommandPath, width: Int?) {
    self.path = path
    self.width = min(width ?? 80, 100)
  }

  /// The page.
  var text: String {
    let command = path.command
    var lines = TextWrapping.lines("usage: " + path.usage, width: width)
    lines += [""] + TextWrapping.lines(command.abstract + ".", width: width)
    if !command.discussion.isEmpty {
      lines += [""] + TextWrapping.lines(command.discussion, width: width)
    }
    lines += section("verbs", command.subcommands.map { ($0.name, $0.abstract) })
    lines += section("arguments", command.arguments.map { ($0.name, $0.abstract) })
    let options = path.parents.isEmpty ? [] : command.options
    lines += section("options", options.map(Self.item))
    if path.parents.isEmpty {
      lines += section("options of every verb", command.options.map(Self.item))
      lines += section("topics", HelpTopic.all.map { ("help \($0.name)", $0.abstract) })
    }
    lines += section("examples", command.examples.map { ($0.line, $0.abstract) })
    lines += section("exit codes", command.exitCodes.map { ("\($0.rawValue)", $0.meaning) })
    if !path.parents.isEmpty {
      lines.append("")
      lines += TextWrapping.lines(
        "The options of every verb are told by 'prefs help'.", width: width)
    }
    return lines.joined(separator: "\n")
  }

  /// An option and its meaning, with the environment variable that stands in for it.
  static func item(_ option: Option) -> (term: String, text: String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    return (short + option.written, option.explanation)
  }

  private func section(_ title: String, _ items: [(term: String, text: String)]) -> [String] {
    items.isEmpty ? [] : ["", title + ":"] + TextWrapping.definitions(items, width: width)
  }
}

extension Option {
  /// The abstract with choices and environment.
  var explanation: String {
    var text = abstract
    if case .choice(let choices) = value?.kind {
      text += ": " + choices.map(\.word).joined(separator: ", ")
    }
    if let environment { text += "; else $\(environment)" }
    return text
  }
}
