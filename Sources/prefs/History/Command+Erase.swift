import Preferences

extension Command {
  private static let yes = Option.flag("yes", short: "y", "Really erase it")

  static let erase = Command(
    name: "erase",
    abstract: "Remove a secret, and every earlier value of it, from the file",
    discussion: """
      The preference is removed, its values are taken out of the history, the file is rewritten \
      and the log beside it emptied, so that no byte of them is left in either. There is no way \
      back. Where the preference roams it is removed on the other devices at the next sync; their \
      histories and the server's log keep what they had. Backups, exports and what the disk may \
      keep are out of reach.
      """,
    arguments: [.name],
    options: [yes],
    examples: [.init("prefs erase Mail.password --yes", "As if it had never been there")],
    exitCodes: [.tryAgain]
  ) { invocation in
    let name = try PreferenceName(invocation.arguments[0])
    guard invocation.has(yes) else {
      throw invocation.mistake(
        "this would erase \(name.shown) and its history for good; say so with --yes")
    }
    try invocation.store(.readWrite).erase(name)
    return .done
  }
}
