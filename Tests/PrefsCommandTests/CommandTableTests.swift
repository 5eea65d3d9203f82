import Testing

@testable import prefs

/// What must hold for every verb, also for those to come.
@Suite("The table of verbs")
struct CommandTableTests {
  private static let paths = CommandPath(.prefs).all

  @Test("every verb does something, and says what in one sentence", arguments: paths)
  func isComplete(path: CommandPath) {
    let command = path.command
    #expect(command.action != nil || !command.subcommands.isEmpty)
    let sentences =
      [command.abstract] + command.options.map(\.abstract)
      + command.arguments.map(\.abstract)
    for sentence in sentences {
      #expect(!sentence.isEmpty && !sentence.hasSuffix(".") && !sentence.contains("\n"))
    }
  }

  @Test("no option means two things", arguments: paths)
  func optionsAreUnique(path: CommandPath) {
    let long = path.options.map(\.long)
    #expect(Set(long).count == long.count)
    let short = path.options.compactMap(\.short)
    #expect(Set(short).count == short.count)
  }

  @Test("optional arguments come last, or all repeat", arguments: paths)
  func argumentsAreDecidable(path: CommandPath) {
    let arguments = path.command.arguments
    let firstOptional = arguments.firstIndex(where: \.isOptional) ?? arguments.count
    #expect(arguments[firstOptional...].allSatisfy { $0.isOptional })
    #expect(!path.command.argumentsRepeat || firstOptional == 0 || firstOptional == arguments.count)
  }

  @Test("help fits the width and tells of everything", arguments: paths, [40, 80, 100])
  func help(path: CommandPath, width: Int) {
    let text = HelpPage(path, width: width).text
    #expect(text.hasPrefix("usage: "))
    for option in path.command.options { #expect(text.contains("--\(option.long)")) }
    for argument in path.command.arguments { #expect(text.contains(argument.name)) }
    for command in path.command.subcommands { #expect(text.contains("  \(command.name)")) }
    // Only what cannot be broken may stick out: examples, terms and indented lines.
    for line in text.split(separator: "\n") where !line.hasPrefix(" ") {
      #expect(line.columns <= width || !line.contains(" "))
    }
  }
}

extension CommandPath: CustomTestStringConvertible {
  /// The path instead of the whole tree below it.
  public var testDescription: String { name }
}

extension Substring {
  fileprivate var columns: Int { String(self).columns }
}
