/// A command and those above it: `prefs migrate up`.
struct CommandPath: Sendable {
  /// From the tool itself to the verb; never empty.
  private(set) var parents: [Command] = []
  private(set) var command: Command

  init(_ root: Command) { command = root }

  /// One level down.
  func appending(_ subcommand: Command) -> CommandPath {
    var path = self
    path.parents.append(command)
    path.command = subcommand
    return path
  }

  /// `prefs migrate up`.
  var name: String { (parents + [command]).map(\.name).joined(separator: " ") }

  /// The options that may be given here: the command's own first, then those of the levels above.
  var options: [Option] { command.options + parents.reversed().flatMap(\.options) }

  /// The line that tells how the command is written.
  var usage: String {
    var parts = [name]
    if parents.isEmpty || !command.options.isEmpty { parts.append("[OPTION ...]") }
    if !command.subcommands.isEmpty, command.action == nil { parts += ["VERB", "[ARGUMENT ...]"] }
    if command.argumentsRepeat {
      let group = command.arguments.map(\.name).joined(separator: " ")
      let mayBeAbsent = command.arguments.allSatisfy(\.isOptional)
      parts += mayBeAbsent ? ["[\(group) ...]"] : [group, "[\(group) ...]"]
    } else {
      parts += command.arguments.map { $0.isOptional ? "[\($0.name)]" : $0.name }
    }
    return parts.joined(separator: " ")
  }

  /// A mistake on the command line, with the usage line and where to read more.
  func mistake(_ message: String) -> Failure {
    let help = (["prefs help"] + (parents + [command]).dropFirst().map(\.name))
    return Failure(.usage, message, usage: usage, help: help.joined(separator: " "))
  }

  /// All paths from here on downwards, this one first.
  var all: [CommandPath] { [self] + command.subcommands.flatMap { appending($0).all } }
}
