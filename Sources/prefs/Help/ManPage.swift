/// The manual page of the tool in roff, made from the descriptions of its verbs.
enum ManPage {
  /// The source, to be read with `man -l FILE`.
  static var source: String {
    let root = CommandPath(.prefs)
    var lines = [
      ".TH PREFS 1 \"\" \"prefs \(toolVersion)\" \"User Commands\"",
      ".nh", ".ad l",
      ".SH NAME", "prefs \\- \(escaped(root.command.abstract.lowercasedFirst))",
      ".SH SYNOPSIS", ".B prefs", escaped("[OPTION ...] VERB [ARGUMENT ...]"),
      ".SH DESCRIPTION",
    ]
    lines += paragraphs(root.command.discussion)
    lines.append(".SH VERBS")
    lines += root.all.dropFirst().flatMap(verb)
    lines.append(".SH OPTIONS")
    lines += root.command.options.flatMap(option)
    lines.append(".SH VALUES")
    lines += paragraphs(HelpTopic.types.text) + items(HelpTopic.types.items)
    lines.append(".SH EXIT STATUS")
    lines += items(HelpTopic.exitCodes.items)
    lines.append(".SH ENVIRONMENT")
    lines += items(HelpTopic.environment.items)
    lines.append(".SH EXAMPLES")
    lines += items(root.all.flatMap(\.command.examples).map { ($0.line, $0.abstract + ".") })
    lines += [".SH SEE ALSO", ".BR sqlite3 (1)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func verb(_ path: CommandPath) -> [String] {
    let command = path.command
    var lines = [".SS \"\(escaped(path.usage))\"", escaped(command.abstract + ".")]
    if !command.discussion.isEmpty { lines += [".PP"] + paragraphs(command.discussion) }
    lines += items(command.arguments.map { ($0.name, $0.abstract + ".") })
    return lines + command.options.flatMap(option)
  }

  private static func option(_ option: Option) -> [String] {
    let short = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
    let value = option.value.map { " \\fI\(escaped($0.name))\\fR" } ?? ""
    return [
      ".TP", "\(short)\\fB\\-\\-\(escaped(option.long))\\fR\(value)",
      escaped(option.explanation + "."),
    ]
  }

  private static func items(_ items: [(term: String, text: String)]) -> [String] {
    items.flatMap { [".TP", "\\fB\(escaped($0.term))\\fR"] + paragraphs($0.text) }
  }

  /// Lines that begin with a blank stay lines, empty ones part paragraphs.
  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      if line.isEmpty { return [".PP"] }
      return line.hasPrefix(" ") ? [".br", escaped(line.drop { $0 == " " })] : [escaped(line)]
    }
  }

  /// Text that roff prints as it is: backslash, dash, and a dot or quote at the start mean more.
  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "'": result += "\\(aq"
      case "." where result.isEmpty: result += "\\&."
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      case "`": result += "\\(ga"
      default: result.append(character)
      }
    }
    return result
  }
}

extension String {
  /// As it stands within a sentence.
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
