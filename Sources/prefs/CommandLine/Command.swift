/// A verb: what it is called, what it takes, what it does.
///
/// A new verb is one file with one of these, and one line in ``Command/prefs``.
struct Command: Sendable {
  /// What the verb does with a line that was understood; nil if it only has verbs of its own.
  typealias Action = @Sendable (Invocation) throws -> ExitCode

  /// One line of a shell and what it does.
  struct Example: Sendable {
    var line: String
    var abstract: String

    init(_ line: String, _ abstract: String) {
      self.line = line
      self.abstract = abstract
    }
  }

  var name: String
  /// One sentence without a full stop.
  var abstract: String
  /// Paragraphs parted by empty lines; lines that begin with a blank are kept as they are.
  var discussion = ""
  var arguments: [Argument] = []
  /// All arguments together may be given again and again: `NAME VALUE NAME VALUE`.
  var argumentsRepeat = false
  var options: [Option] = []
  var examples: [Example] = []
  /// The codes that the verb returns besides those that every verb can.
  var exitCodes: [ExitCode] = []
  var subcommands: [Command] = []
  var action: Action?

  /// The verb of this name, nil if there is none.
  func subcommand(_ name: String) -> Command? { subcommands.first { $0.name == name } }
}
