/// One option of a command: a flag, or a name with a value.
///
/// Parsing, help, man page and completion are all made from this description.
struct Option: Sendable {
  /// The value that an option takes.
  struct Value: Sendable {
    /// How help names it, such as `FILE`.
    var name: String
    var kind: ValueKind
  }

  /// The name without the dashes.
  var long: String
  /// The letter of the short form.
  var short: Character?
  /// What it takes; nil for a flag.
  var value: Value?
  /// May be given more than once.
  var repeats = false
  /// The environment variable that is used if the option is not given.
  var environment: String?
  /// One sentence without a full stop.
  var abstract: String

  /// An option without a value.
  static func flag(_ long: String, short: Character? = nil, _ abstract: String) -> Option {
    Option(long: long, short: short, abstract: abstract)
  }

  /// An option with a value.
  static func option(
    _ long: String, short: Character? = nil, _ value: String, _ kind: ValueKind = .text,
    repeats: Bool = false, environment: String? = nil, _ abstract: String
  ) -> Option {
    Option(
      long: long, short: short, value: Value(name: value, kind: kind), repeats: repeats,
      environment: environment, abstract: abstract)
  }

  /// `--store FILE`.
  var written: String { value.map { "--\(long) \($0.name)" } ?? "--\(long)" }
}
