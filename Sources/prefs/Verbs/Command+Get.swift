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
      """,
    arguments: [.name],
    examples: [
      .init("prefs get Settings.accent", "The bare value, such as #FF8800"),
      .init("prefs get --json Settings.accent", "Type, times and exact components too"),
    ],
    exitCodes: [.no]
  ) { invocation in
    guard let row = try invocation.row(named: invocation.arguments[0]) else { return .no }
    if invocation.has(.json) {
      try invocation.console.line(row.json.line)
    } else if case .malformedText(let bytes) = row.value.storage {
      try invocation.console.write(bytes + [UInt8(ascii: "\n")])
      invocation.console.note("\(row.name.shown): the text is not UTF-8; it is printed as it is")
    } else {
      try invocation.console.line(ValueText.print(row.value))
    }
    return .done
  }
}

extension Invocation {
  /// The row of a name; if it is not set, that is noted.
  func row(named written: String) throws -> PreferenceRow? {
    let name = try PreferenceName(written)
    let row = try store(.readOnly).row(of: name, followingReferences: true)
    if row == nil { console.note("\(name.shown) is not set") }
    return row
  }
}
