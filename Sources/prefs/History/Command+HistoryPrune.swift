import Preferences

extension Command {
  private static let keep = Option.option(
    "keep", "N", .version, "Keep the last N changes (10000)")
  private static let days = Option.option(
    "days", "N", .version, "Keep the changes of the last N days (365)")

  static let historyPrune = Command(
    name: "prune",
    abstract: "Let go of old history now",
    discussion: """
      What is newer than both limits stays, and the newest version of every preference, however \
      old. Values are never touched. Programs that use the library do this by themselves, with \
      the same limits unless they say otherwise. What was pruned cannot be undone.
      """,
    options: [keep, days],
    examples: [.init("prefs history prune --keep 1000", "Only the last thousand changes")]
  ) { invocation in
    var retention = HistoryRetention()
    if let keep = invocation.value(of: keep).flatMap({ Int($0) }) { retention.count = keep }
    if let days = invocation.value(of: days).flatMap({ Int64($0) }) {
      retention.age = .seconds(min(days, 1_000_000) * 86_400)
    }
    let removed = try invocation.store(.readWrite).pruneHistory(keeping: retention)
    try invocation.console.line(
      invocation.has(.json)
        ? JSONValue.object(["removed": JSONValue(Int64(removed))]).line
        : "\(removed) changes removed")
    return .done
  }
}
