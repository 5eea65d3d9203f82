extension Option {
  static let store = option(
    "store", short: "s", "FILE", .file, environment: "PREFS_STORE", "The preferences file")
  static let app = option(
    "app", short: "a", "NAME", .text, "The standard preferences file of an app")
  static let json = flag("json", short: "j", "Print JSON, errors too")
  static let quiet = flag("quiet", short: "q", "No notes and no progress on standard error")
  static let origin = option("origin", "NAME", .text, "Who writes, as history will show it")
  static let noColor = flag("no-color", "No colours; the same as a NO_COLOR in the environment")
  static let timeout = option(
    "timeout", "SECONDS", .seconds, "How long to wait for another process's lock (5)")
  static let version = flag("version", "Print the version")
  static let help = flag("help", short: "h", "Print help on the tool or on the verb")

  /// The options that every verb takes.
  static let global = [store, app, json, quiet, origin, noColor, timeout, version, help]
}
