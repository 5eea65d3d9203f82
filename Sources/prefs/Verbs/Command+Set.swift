import Preferences

extension Command {
  private static let type = Option.option(
    "type", short: "t", "TYPE", ValueType.choices, "The type of the values")
  private static let ifEquals = Option.option(
    "if-equals", "VALUE", .value, "Set only if this is the value now")
  private static let ifUnset = Option.flag("if-unset", "Set only what is not set yet")

  static let set = Command(
    name: "set",
    abstract: "Set one or more preferences",
    discussion: """
      All of them are one change set: all are set, or none. A value that is there keeps its type, \
      and a text that does not fit it is refused; --type forces another one. How values are \
      written is told by 'prefs help types'. A value that begins with a dash and is no number is \
      written behind --.
      """,
    arguments: [.name, Argument("VALUE", .value, "The new value")],
    argumentsRepeat: true,
    options: [type, ifEquals, ifUnset],
    examples: [
      .init("prefs set Settings.accent '#FF8800'", "A colour"),
      .init("prefs set Window.width 800 Window.height 600", "Both at once, or neither"),
      .init("prefs set --type text Settings.zip 01099", "Text, whatever it looks like"),
      .init("prefs set --if-equals 3 App.runs 4", "Only if nobody changed it meanwhile"),
    ],
    exitCodes: [.no, .badData]
  ) { invocation in
    let assignments = try invocation.assignments()
    let type = invocation.value(of: type).flatMap(ValueType.named)
    let expected = invocation.value(of: ifEquals)
    if expected != nil, assignments.count > 1 {
      throw invocation.mistake("--if-equals goes with one NAME and VALUE")
    }
    // What is there is read in the same transaction, so nobody can change it in between.
    var guessed: [String] = []
    try invocation.store(.readWrite).transaction { transaction in
      for (name, text) in assignments {
        let current = try transaction.storedValue(of: name)
        if let expected {
          let value = try ValueText.parse(expected, for: name.shown, stored: current?.type)
          guard value == current else {
            throw Failure(.no, "\(name.shown) does not equal '\(expected.shown)'; nothing was set")
          }
        }
        if current != nil, invocation.has(ifUnset) {
          throw Failure(.no, "\(name.shown) is set already; nothing was set")
        }
        let value = try ValueText.parse(text, for: name.shown, stored: current?.type, type: type)
        try transaction.set(value, for: name)
        if current == nil, type == nil { guessed.append("\(name.shown) as \(value.type)") }
      }
    }
    // An app whose key has another type would read its default.
    if !guessed.isEmpty {
      invocation.console.note("new: \(guessed.joined(separator: ", ")) (--type sets another type)")
    }
    return .done
  }
}

extension Invocation {
  /// The arguments in pairs.
  ///
  /// - Throws: a ``Failure`` for a name that is none, or that comes twice.
  fileprivate func assignments() throws -> [(PreferenceName, String)] {
    var seen: Set<PreferenceName> = []
    return try stride(from: 0, to: arguments.count, by: 2).map { index in
      let name = try PreferenceName(arguments[index])
      guard seen.insert(name).inserted else {
        throw mistake("\(name.shown) is given twice")
      }
      return (name, arguments[index + 1])
    }
  }
}
