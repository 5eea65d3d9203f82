import Preferences

extension Command {
  static let paletteFollow = Command(
    name: "follow",
    abstract: "Let a preference follow a named colour",
    discussion: """
      From then on the preference reads as that colour, whatever it becomes, until a colour of \
      its own is set.
      """,
    arguments: [.name, Argument("COLOR", .name, "The named colour, such as Brand.orange")],
    examples: [.init("prefs palette follow Settings.accent Brand.orange", "One follows the other")],
    exitCodes: [.no, .badData]
  ) { invocation in
    let name = try PreferenceName(invocation.arguments[0])
    let target = try PreferenceName(invocation.arguments[1])
    try invocation.store(.readWrite).transaction { transaction in
      guard let stored = try transaction.storedValue(of: target) else {
        throw Failure(.no, "\(target.shown) is not set; nothing was changed")
      }
      guard stored.color != nil else {
        throw Failure(.badData, "\(target.shown): expected a colour, found \(stored.type)")
      }
      try transaction.refer(name, to: target)
    }
    return .done
  }
}
