/// A page of help that belongs to no verb.
struct HelpTopic: Sendable {
  var name: String
  var abstract: String
  /// Paragraphs before the list.
  var text: String
  var items: [(term: String, text: String)] = []

  /// All topics.
  static let all: [HelpTopic] = [exitCodes, types, moments, environment]

  static let exitCodes = HelpTopic(
    name: "exit-codes", abstract: "What the tool tells the shell",
    text: "Results go to standard output, everything else to standard error. The exit codes follow "
      + "sysexits.h:",
    items: ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })

  static let types = HelpTopic(
    name: "types", abstract: "How values are written, and which type they take",
    text: """
      A value that is there keeps its type: a text that does not fit it is refused. --type forces \
      a type. For a new name without --type the text decides: true and false are bool; a whole \
      number without plus sign and leading zeros is int; a number with a point or an exponent is \
      real; # and 3, 4, 6 or 8 hexadecimal digits are color; everything else is text.
      """,
    items: ValueType.all.map { type in
      (type.word, "\(type.abstract): \(type.forms)\n  such as \(type.example)")
    })

  static let moments = HelpTopic(
    name: "moments", abstract: "How moments of the past are written",
    text: "A time without a zone is in the local one; a moment in time means after the last change "
      + "made at it or before:",
    items: [
      ("#123, seq:123, 123", "directly after the change of this number"),
      ("2026-03-01T14:00:00Z", "ISO 8601, with a zone"),
      ("2026-03-01, 2026-03-01 14:00", "midnight or a time of a day"),
      ("14:00, today, yesterday 14:00", "today or yesterday; without a time midnight"),
      ("90s ago, 2h ago, 3 days ago", "seconds, minutes, hours, days or weeks before now"),
      ("now", "now"),
    ])

  static let environment = HelpTopic(
    name: "environment", abstract: "Variables and files that the tool looks at",
    text: "",
    items: [
      ("PREFS_STORE", "the preferences file, if neither --store nor --app is given"),
      ("XDG_CONFIG_HOME", "where NAME/preferences.db of --app NAME lies; else ~/.config"),
      ("NO_COLOR", "if set and not empty: no colours"),
      ("COLORTERM, TERM", "how many colours the terminal can show"),
      ("COLUMNS", "the width of the terminal, if it is one"),
    ])
}
