import Preferences
import PreferencesSync

extension Command {
  private static let receive = Option.flag(
    "receive", "Only take what other devices change, and send nothing")

  static let syncInclude = Command(
    name: "include",
    abstract: "Let preferences roam",
    discussion: """
      PATTERN is a name, or one with * for any text and ? for a character: 'Settings.*'. The \
      last rule that matches decides, so rules go from the general to the particular. What is \
      here and on the server already is compared at the next sync; --prefer says which is taken.

      Keys that leave nothing in the history never roam, and neither do defaults.
      """,
    arguments: [Argument("PATTERN", .text, "Which preferences")],
    options: [SyncOption.prefer, receive],
    examples: [
      .init("prefs sync include 'Settings.*'", "A namespace"),
      .init("prefs sync exclude 'Settings.window*'", "But not these"),
    ],
    exitCodes: [.no, .badData]
  ) { invocation in
    try SyncSetup(try invocation.store(.readWrite)).add(
      SyncRule(
        pattern: invocation.arguments[0], mode: invocation.has(receive) ? .receive : .include,
        prefer: SyncOption.prefer(invocation)))
    return .done
  }

  static let syncExclude = Command(
    name: "exclude",
    abstract: "Keep preferences on this device",
    discussion: """
      They stay here with their values; from now on their changes are neither sent nor taken, and \
      what waits to be sent is not. What was sent before stays on the server and on the other \
      devices: unset it first, and sync, to be rid of it there.
      """,
    arguments: [Argument("PATTERN", .text, "Which preferences")],
    examples: [.init("prefs sync exclude 'Settings.window*'", "Of this screen only")],
    exitCodes: [.no, .badData]
  ) { invocation in
    try SyncSetup(try invocation.store(.readWrite)).exclude(invocation.arguments[0])
    return .done
  }
}
