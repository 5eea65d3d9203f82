import Preferences

extension Command {
  private static let bytes = Option.flag("bytes", "The numbers are 0 to 255, not 0 to 1")

  static let paletteJoin = Command(
    name: "join",
    abstract: "Join the numbers NAMER, NAMEG, NAMEB and NAMEA into one colour",
    discussion: """
      For files in which a colour was kept as numbers: Settings.Color1R, Settings.Color1G, \
      Settings.Color1B and perhaps Settings.Color1A become the colour Settings.Color1, and go. One \
      change set: all of it or nothing. Numbers beyond 0 to 1, or 0 to 255, are refused.
      """,
    arguments: [Argument("NAME", .name, "The names without the last letter")],
    options: [bytes],
    examples: [.init("prefs palette join Settings.Color1", "From Color1R, Color1G, Color1B")],
    exitCodes: [.no, .badData]
  ) { invocation in
    let name = try PreferenceName(invocation.arguments[0])
    let parts = ComponentColorKey(
      name.key, in: name.namespace, alpha: true, scale: invocation.has(bytes) ? .bytes : .unit,
      default: .black)
    let key = PreferenceStore.Key(name.key, in: name.namespace, default: PreferenceColor.black)
    let unset = Failure(.no, "\(name.shown)R, G and B are not all set; nothing was changed")
    let store = try invocation.store(.readWrite)
    // A store that does not exist is not created in order to join nothing in it.
    guard try store.exists() else { throw unset }
    try store.transaction { transaction in
      if let stored = try transaction.storedValue(of: name) {
        throw Failure(.no, "\(name.shown) is set already (\(stored.type)); nothing was changed")
      }
      guard try transaction.join(parts, into: key) else { throw unset }
      let color = try transaction.storedValue(of: name)?.color?.color
      guard color == color?.clamped else {
        let range = invocation.has(bytes) ? "0 to 255" : "0 to 1 (--bytes takes 0 to 255)"
        throw Failure(
          .badData, "\(name.shown): expected numbers from \(range); nothing was changed")
      }
    }
    return .done
  }
}
