/// What an argument or an option's value is: decides how it is checked and how it is completed.
enum ValueKind: Sendable {
  /// Any text.
  case text
  /// The name of a preference; completed from the store.
  case name
  /// A namespace; completed from the store.
  case namespace
  /// A value as text; completed where the type has few values.
  case value
  /// A path; completed by the shell.
  case file
  /// One of few words, each with what it means.
  case choice([(word: String, abstract: String)])
  /// A verb, a verb of a verb, or a topic of `prefs help`.
  case topic
  /// A version of a schema, from 0 on.
  case version
  /// Seconds, from 0 to a day, with or without a fraction.
  case seconds

  /// Says what is wrong with `text`, nil if nothing is.
  func complaint(about text: String) -> String? {
    switch self {
    case .text, .name, .namespace, .value, .file, .topic: return nil
    case .choice(let choices):
      let words = choices.map(\.word)
      if words.contains(text) { return nil }
      return "expected one of \(words.joined(separator: ", ")), found '\(text.shown)'"
    case .version:
      if let version = Int(text), version >= 0 { return nil }
      return "expected a version number, found '\(text.shown)'"
    case .seconds:
      if let seconds = RealText.parse(text), (0...86_400).contains(seconds) { return nil }
      return "expected seconds from 0 to 86400, found '\(text.shown)'"
    }
  }
}
