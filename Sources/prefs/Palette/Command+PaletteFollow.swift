import Preferences

extension Command {
  static let paletteFollow = Command(
    name: "follow",
    abstract: "Let a preference follow a named colour",
    discussion: """
      From then on the preference reads as that colour, whatever it becomes, until a colour of \
      its own is set. What is set to something other than a colour is left as it is.
      """,
    arguments: [.name, Argument("COLOR", .name, "The named colour, such as Brand.orange")],
    examples: [.init("prefs palette follow Settings.accent Brand.orange", "One follows the other")],
    exitCodes: [.no, .badData]
  ) { invocation in
    let name = try PreferenceName(invocation.arguments[0])
    let target = try PreferenceName(invocation.arguments[1])
    let unset = Failure(.no, "\(target.shown) is not set; nothing was changed")
    let store = try invocation.store(.readWrite)
    // A store that does not exist is not created in order to find nothing in it.
    guard try store.exists() else { throw unset }
    try store.transaction { transaction in
      guard let stored = try transaction.storedValue(of: target) else { throw unset }
      guard stored.color != nil else {
        throw Failure(.badData, "\(target.shown): expected a colour, found \(stored.type)")
      }
      if let old = try transaction.storedValue(of: name),
        ![.color, .colorBlob, .null].contains(old.type)
      {
        throw Failure(
          .no, "\(name.shown) is set to \(old.type), which is no colour; nothing was changed")
      }
      try transaction.refer(name, to: target)
    }
    return .done
  }
}
