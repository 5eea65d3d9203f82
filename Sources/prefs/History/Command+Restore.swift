import Preferences

extension Command {
  private static let at = Option.option(
    "at", "TIME", .text, "The moment: a time, or the number of a change")

  static let restore = Command(
    name: "restore",
    abstract: "Give preferences the values back that they had",
    discussion: """
      One preference, a namespace or everything: what was set then is set, what was not is \
      removed. That is one change set, which 'prefs undo' takes back. What was changed is \
      printed. Where the history does not reach back so far, nothing is changed, and the exit \
      code is 1.
      """,
    arguments: [.scope],
    options: [at, .reveal],
    examples: [
      .init("prefs restore --at 'yesterday 14:00' Settings", "One namespace, as it was"),
      .init("prefs restore --at 120", "Everything, as it was after change 120"),
    ],
    exitCodes: [.no, .badData]
  ) { invocation in
    let point = try invocation.moment(of: at)
    let store = try invocation.store(.readWrite)
    invocation.note(point)
    let made =
      switch try invocation.scope(of: invocation.arguments.first, in: store) {
      case .all: try store.restore(to: point)
      case .name(let name): try store.restore(name, to: point)
      case .namespace(let namespace): try store.restore(namespace: namespace, to: point)
      }
    guard let made else {
      invocation.console.note("nothing has changed since")
      if invocation.has(.json) { try invocation.console.line("null") }
      return .done
    }
    return try invocation.report(made, in: store, "restore")
  }
}
