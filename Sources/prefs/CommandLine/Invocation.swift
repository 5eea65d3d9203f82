/// A command line that was understood: the verb, its arguments and options, and where to write.
struct Invocation {
  let path: CommandPath
  let console: Console
  let environment: Environment
  private let values: [String: [String]]
  /// The positional arguments in their order.
  let arguments: [String]

  init(_ line: ParsedLine, console: Console, environment: Environment) {
    path = line.path
    values = line.values
    arguments = line.arguments
    self.console = console
    self.environment = environment
  }

  /// The flag was given.
  func has(_ flag: Option) -> Bool { values[flag.long] != nil }

  /// The option's value, or that of its environment variable; nil if neither is there.
  func value(of option: Option) -> String? {
    values[option.long]?.last ?? option.environment.flatMap { environment[$0] }
  }

  /// All values of an option that may be repeated.
  func values(of option: Option) -> [String] { values[option.long] ?? [] }

  /// A mistake that only the verb can see, with its usage line.
  func mistake(_ message: String) -> Failure { path.mistake(message) }
}
