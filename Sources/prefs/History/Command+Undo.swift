import Preferences

extension Command {
  private static let force = Option.flag(
    "force", "Also where a preference was changed again since")

  static let undo = Command(
    name: "undo",
    abstract: "Undo the last change set, that of a number, or the last change of a preference",
    discussion: """
      Without an argument the newest change set that has not been undone, whoever made it; again \
      goes further back. What has become of the preferences is printed. An undo is a new change \
      set: it is in the history, and can be undone or redone.

      If a preference was changed again since, nothing is undone, the preference is named, and \
      the exit code is 1; --force goes on. The code is 1 too if there is nothing to undo.
      """,
    arguments: [
      Argument("SET", .name, isOptional: true, "The number of a change set, or a preference")
    ],
    options: [force, .reveal],
    examples: [
      .init("prefs undo", "Back to what was before the last change"),
      .init("prefs undo 120 --force", "One change set, whatever came after it"),
      .init("prefs undo Settings.accent", "The last change of one preference"),
    ],
    exitCodes: [.no, .badData]
  ) { invocation in
    let store = try invocation.store(.readWrite)
    let force = invocation.has(force)
    do throws(PreferenceError) {
      let made: PreferenceChangeSet?
      switch invocation.arguments.first {
      case nil: made = try store.undo(force: force)
      case let written?:
        if case .sequence(let number)? = MomentText.parse(written) {
          made = try store.undo(changeSet: number, force: force)
        } else {
          made = try store.undo(PreferenceName(written))
        }
      }
      return try invocation.report(made, in: store, "undo")
    } catch {
      guard case .overwrittenSince = error else { throw error }
      throw Failure(.no, "\(error); nothing was undone (--force overwrites)")
    }
  }

  static let redo = Command(
    name: "redo",
    abstract: "Take the last undo back",
    discussion: """
      Again redoes the undo before it. Once something else was changed after an undo there is \
      nothing to redo, and the exit code is 1.
      """,
    options: [.reveal],
    examples: [.init("prefs undo && prefs redo", "There and back")],
    exitCodes: [.no]
  ) { invocation in
    let store = try invocation.store(.readWrite)
    return try invocation.report(store.redo(), in: store, "redo")
  }
}

extension Invocation {
  /// Prints what a change set has changed; says so if there is none.
  func report(
    _ set: PreferenceChangeSet?, in store: PreferenceStore, _ verb: String
  ) throws(PreferenceError) -> ExitCode {
    guard let set else {
      console.note("nothing to \(verb)")
      return .no
    }
    let changes = try store.history(after: set.number - 1).prefix(set.count)
    do {
      if has(.json) {
        try console.line(
          [
            "changeSet": JSONValue(set.number), "kind": .string(set.kind.rawValue),
            "undoes": set.undoes.map { JSONValue($0) } ?? .null,
            "changes": .array(changes.map { shown($0).json }),
          ].line)
      } else {
        try printChanges(changes)
      }
    } catch {
      // The change is made: a reader that is gone is no reason to say otherwise.
      console.note("\(error)")
    }
    return .done
  }
}

extension [String: JSONValue] {
  fileprivate var line: String { JSONValue.object(JSONObject(sorted { $0.key < $1.key })).line }
}
