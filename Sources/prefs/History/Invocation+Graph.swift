import Preferences

extension Invocation {
  /// A timeline of change sets, newest first: a line a set, a heading a day.
  func printGraph(
    of store: PreferenceStore, _ scope: HistoryScope, after first: Int64, limit: Int
  ) throws {
    var end: Int64?, left = limit, day = ""
    while left > 0 {
      let sets = try store.changeSets(before: end, limit: min(left, 100))
      guard let last = sets.last else { break }
      for set in sets where set.last > first && left > 0 {
        let changes = try store.history(after: set.number - 1).prefix(min(set.count, 1000))
          .filter { scope.takes($0.name) }
        guard !changes.isEmpty else { continue }
        left -= 1
        let time = DateText.print(set.changedAt).split(separator: "T", maxSplits: 1)
        if let date = time.first, date != day {
          day = String(date)
          try console.line("│ \(day)")
        }
        try console.line(
          line(set, changes, at: time.last.map(String.init) ?? "")
            .cut(toColumns: console.width ?? .max))
      }
      guard last.number > first else { break }
      end = last.number
    }
  }

  private func line(
    _ set: PreferenceChangeSet, _ changes: [PreferenceChange], at time: String
  ) -> String {
    let mark =
      switch set.kind {
      case .change: set.isUndone ? "○" : "●"
      case .undo: "↶"
      case .redo: "↷"
      }
    let target = set.undoes.map { " of #\($0)" } ?? ""
    let kind = set.kind == .change ? "" : " \(set.kind.rawValue)\(target)"
    let origin = set.origin.map { " (\($0.escapedForTerminal))" } ?? ""
    let what =
      if changes.count == 1, let only = changes.first {
        shown(only).cells.suffix(2).joined(separator: " ")
      } else { names(changes) }
    return "\(mark) \(time)  #\(set.number)\(kind)\(origin)  \(what)"
  }

  private func names(_ changes: [PreferenceChange]) -> String {
    var names: [String] = []
    for change in changes where !names.contains(change.name.shown) {
      if names.count == 3 { return names.joined(separator: ", ") + ", …" }
      names.append(change.name.shown)
    }
    return names.joined(separator: ", ")
  }
}

extension HistoryScope {
  func takes(_ other: PreferenceName) -> Bool {
    switch self {
    case .all: true
    case .name(let name): name == other
    case .namespace(let namespace): namespace == other.namespace
    }
  }
}
