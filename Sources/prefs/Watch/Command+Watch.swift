import Preferences

extension Command {
  private static let after = Option.option(
    "after", "SEQUENCE", .version, "First what was changed after this number; 0 for all there is")
  private static let count = Option.option("count", "N", .version, "End after so many changes")
  private static let exec = Option.option(
    "exec", "PROGRAM", .file, "Run a program for each change, instead of printing it")

  static let watch = Command(
    name: "watch",
    abstract: "Print changes as they come",
    discussion: """
      A line a change, whoever made it, in the order of the history: number, time in UTC, name, \
      the value before and after, and who changed it. It sleeps in between, and ends with \
      Ctrl-C, or after --count changes. With the number of the last line, --after goes on where \
      it ended, and misses nothing.

      --exec runs PROGRAM without a shell, with the name and the new value (nothing if it was \
      removed) as arguments, and PREFS_SEQUENCE, PREFS_NAME, PREFS_OPERATION, PREFS_BEFORE, \
      PREFS_AFTER and PREFS_ORIGIN in its environment; the next change waits for its end. If the \
      program fails, that is told, and watching goes on.
      """,
    arguments: [
      Argument("NAME", .name, isOptional: true, "Only this preference, or this namespace")
    ],
    options: [after, count, exec],
    examples: [
      .init("prefs watch", "All changes from now on"),
      .init("prefs watch Settings --json", "One namespace, an object a line"),
      .init("prefs watch --after 0 --count 10", "The first ten changes of the history"),
      .init("prefs watch Settings.appearance --exec ./repaint", "Run a program for each change"),
    ],
    exitCodes: [.badData]
  ) { invocation in
    let store = try invocation.store(.readOnly)
    let changes: PreferenceChanges
    if let start = invocation.value(of: after).flatMap(Int64.init) {
      changes = store.changes(after: start)
    } else {
      changes = store.changes()
    }
    let filter = try invocation.arguments.first.map(WatchFilter.init)
    var left = invocation.value(of: count).flatMap { Int($0) } ?? Int.max
    var iterator = changes.makeAsyncIterator()
    while left > 0 {
      let next = Blocking.run { [iterator] in
        var iterator = iterator
        return (await iterator.nextResult(), iterator)
      }
      iterator = next.1
      guard let change = try next.0.get() else { break }
      guard filter?.takes(change.name) ?? true else { continue }
      left -= 1
      if let program = invocation.value(of: exec) {
        try invocation.run(program, for: change)
      } else {
        try invocation.console.line(invocation.has(.json) ? change.json.line : change.line)
        try invocation.console.flush()
      }
    }
    return .done
  }
}

extension PreferenceChanges.Iterator {
  fileprivate mutating func nextResult() async -> Result<PreferenceChange?, PreferenceError> {
    do throws(PreferenceError) { return .success(try await next()) } catch {
      return .failure(error)
    }
  }
}

/// A name, or a namespace: `Settings.accent` is that preference, and the namespace of that name.
private struct WatchFilter {
  var name: PreferenceName?
  var namespace: String

  init(_ written: String) throws(PreferenceError) {
    name = try? PreferenceName(written)
    // The key stands for any: a namespace must be one that the file can hold.
    namespace = try PreferenceName(namespace: written, key: "k").namespace
  }

  func takes(_ other: PreferenceName) -> Bool { other == name || other.namespace == namespace }
}

extension Invocation {
  /// Runs a program for a change; its failure is told.
  fileprivate func run(_ program: String, for change: PreferenceChange) throws {
    let after = change.after.map(ValueText.print)
    let code = Subprocess.run(
      [program, change.name.description] + (after.map { [$0] } ?? []),
      environment: [
        "PREFS_SEQUENCE": "\(change.sequence)", "PREFS_NAME": change.name.description,
        "PREFS_OPERATION": change.operation.rawValue,
        "PREFS_BEFORE": change.before.map(ValueText.print) ?? "", "PREFS_AFTER": after ?? "",
        "PREFS_ORIGIN": change.origin ?? "",
      ])
    guard let code else { throw Failure(.noInput, "\(program.shown): cannot be run") }
    if code != 0 { console.note("\(program.shown) ended with \(code) for #\(change.sequence)") }
  }
}
