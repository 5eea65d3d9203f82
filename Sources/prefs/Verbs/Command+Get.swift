import Preferences

extension Argument {
  /// The name of one preference.
  static let name = Argument("NAME", .name, "The preference, such as Settings.accent")
}

extension Command {
  static let get = Command(
    name: "get",
    abstract: "Print the value of a preference",
    discussion: """
      The bare value is printed on one line: text as it is, bytes as base64, dates in UTC, colours \
      as #RRGGBB or color(...), a colour that follows another one as what that is now. A name that \
      is not set prints nothing, and the exit code is 1.

      With --defaults a name that is not set has the value that the file declares for its key, \
      and standard error says so; nothing is written.
      """,
    arguments: [.name],
    options: [.defaults, .reveal],
    examples: [
      .init("prefs get Settings.accent", "The bare value, such as #FF8800"),
      .init("prefs get --json Settings.accent", "Type, times and exact components too"),
      .init("prefs get App.size --defaults Root.plist", "The default, if it is not set"),
    ],
    exitCodes: [.no]
  ) { invocation in
    guard let found = try invocation.lookUp(invocation.arguments[0]) else { return .no }
    if found.isHidden { return invocation.isHidden(found.name) }
    if invocation.has(.json) {
      try invocation.console.line(found.json.line)
      return .done
    }
    let name = found.name.shown
    if found.row == nil { invocation.console.note("\(name) is not set; this is its default") }
    if case .malformedText(let bytes) = found.value.storage {
      try invocation.console.write(bytes + [UInt8(ascii: "\n")])
      invocation.console.note("\(name): the text is not UTF-8; it is printed as it is")
    } else {
      try invocation.console.line(ValueText.print(found.value))
    }
    return .done
  }
}
