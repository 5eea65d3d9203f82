import Preferences
import PreferencesSync

extension Command {
  private static let since = Option.option(
    "since", "TIME", .text, "Only what was changed after this moment")
  private static let limit = Option.option(
    "limit", short: "n", "N", .version, "At most so many changes (20; with --since all)")
  private static let graph = Option.flag("graph", "Draw a timeline of the change sets")

  static let history = Command(
    name: "history",
    abstract: "List changes, newest first: what was there before and after, when, and by whom",
    discussion: """
      A line a change: its number, its time in UTC, who made it (- for a program that wrote \
      without the library), the name, and the value before and after; - stands for not set, ? for \
      a value that is no longer kept. The order is that of the numbers, also when the clock has \
      stepped back.

      Of changes that roam the last column, and "roaming" with --json, says how far they have come: \
      pending, accepted, superseded by the device whose edit has won, or refused for want of room.

      --graph draws a line for each change set: a dot for a change, a hollow one for what was \
      undone, arrows for undo and redo. How moments are written is told by 'prefs help moments'.
      """,
    arguments: [.scope],
    options: [since, limit, graph, .reveal],
    examples: [
      .init("prefs history Settings.accent", "The last changes of one preference"),
      .init("prefs history --since yesterday --json", "A list for a program"),
      .init("prefs history --graph", "What was done, undone and redone"),
    ],
    exitCodes: [.badData],
    subcommands: [historyPrune]
  ) { invocation in
    let store = try invocation.store(.readOnly)
    let start = try invocation.value(of: since).map { try invocation.moment($0, "--since") }
    if let start { invocation.note(start, "since") }
    let count =
      invocation.value(of: limit).flatMap { Int($0) } ?? (start == nil ? 20 : Int.max)
    let first = try start.map { try store.sequence(at: $0) } ?? 0
    let scope = try invocation.scope(of: invocation.arguments.first, in: store)
    if invocation.has(graph) {
      try invocation.printGraph(of: store, scope, after: first, limit: count)
      return .done
    }
    var history = store.history(of: scope)
    var changes: [PreferenceChange] = []
    while changes.count < count, let change = try history.next(), change.sequence > first {
      changes.append(change)
    }
    var edits: [Int64: SyncedEdit] = [:]
    if let newest = changes.first?.sequence, let oldest = changes.last?.sequence {
      for edit in try SyncSetup(store).edits(ofChanges: oldest...max(oldest, newest)) {
        guard let sequence = edit.sequence, edits[sequence] == nil else { continue }
        edits[sequence] = edit
      }
    }
    if invocation.has(.json) {
      try invocation.console.line(
        JSONValue.array(
          changes.map { change in
            var json = invocation.shown(change).json
            if let edit = edits[change.sequence] { json["roaming"] = edit.json }
            return json
          }
        ).line)
      return .done
    }
    if changes.isEmpty { invocation.console.note("no changes") }
    try invocation.printChanges(changes) { edits[$0.sequence].map(\.outcome) }
    return .done
  }
}

extension SyncedEdit {
  /// How far it has come, in a line.
  fileprivate var outcome: String {
    switch (state, winner) {
    case (.superseded, let winner?): "superseded by \(winner.shown)"
    case (.refused, let reason?): "refused (\(reason.shown))"
    default: state.rawValue
    }
  }

  fileprivate var json: JSONValue {
    var object: JSONObject = ["state": .string(state.rawValue)]
    if let winner { object[state == .refused ? "reason" : "winner"] = .string(winner) }
    return .object(object)
  }
}

extension PreferenceStore {
  /// The changes of what a line is about, newest first.
  func history(of scope: HistoryScope) -> PreferenceHistory {
    switch scope {
    case .all: history()
    case .name(let name): history(of: name)
    case .namespace(let namespace): history(in: namespace)
    }
  }
}
