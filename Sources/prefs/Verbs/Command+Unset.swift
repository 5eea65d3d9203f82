import Preferences

extension Command {
  private static let namespace = Option.option(
    "namespace", short: "n", "NAMESPACE", .namespace, "Remove all preferences of a namespace")
  private static let yes = Option.flag("yes", short: "y", "Really remove the whole namespace")

  static let unset = Command(
    name: "unset",
    abstract: "Remove preferences, so that apps see their defaults again",
    discussion: """
      All of them are one change set. A name that is not set is noted and is no failure.
      """,
    arguments: [
      Argument("NAME", .name, isOptional: true, "The preference, such as Settings.accent")
    ],
    argumentsRepeat: true,
    options: [namespace, yes],
    examples: [
      .init("prefs unset Settings.accent", "Back to the default"),
      .init("prefs unset --namespace Settings --yes", "Back to the defaults, all of them"),
    ]
  ) { invocation in
    let namespace = invocation.value(of: namespace)
    let names = try invocation.arguments.map { try PreferenceName($0) }
    guard names.isEmpty != (namespace == nil) else {
      throw invocation.mistake(
        names.isEmpty ? "missing argument NAME" : "--namespace and NAME exclude each other")
    }
    let store = try invocation.store(.readWrite)
    if let namespace, !invocation.has(yes) {
      let count = try store.rows(in: namespace).count
      throw invocation.mistake(
        "this would remove \(count) preferences of \(namespace.shown); say so with --yes")
    }
    // A store that does not exist is not created in order to remove nothing from it.
    let absent = try store.exists() ? try store.remove(names, namespace) : names
    for name in absent { invocation.console.note("\(name.shown) is not set") }
    return .done
  }
}

extension PreferenceStore {
  /// Removes the names, or the whole namespace; returns the names that were not set.
  fileprivate func remove(
    _ names: [PreferenceName], _ namespace: String?
  ) throws -> [PreferenceName] {
    try transaction { transaction in
      let names = try namespace.map { try rows(in: $0).map(\.name) } ?? names
      return try names.filter { try !transaction.remove($0) }
    }
  }
}
