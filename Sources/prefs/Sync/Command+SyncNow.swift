import Preferences
import PreferencesSync

extension Command {
  static let syncNow = Command(
    name: "now",
    abstract: "Exchange what has changed, once",
    discussion: """
      Ends when server and device agree. If the server cannot be reached, nothing is lost: what \
      waits is sent the next time.
      """,
    exitCodes: [.no, .tryAgain, .noPermission, .migrationMismatch]
  ) { invocation in
    let store = try invocation.store(.readWrite)
    let target = try SyncTarget.engine(of: store)
    let sync = PreferenceSync(store, engine: target.engine, account: target.account)
    try Blocking.run(throwing: { () async throws(SyncError) in try await sync.syncNow() })
    for problem in sync.problems { invocation.console.note("\(problem)".escapedForTerminal) }
    let pending = sync.status.pending
    if pending > 0 { invocation.console.note("\(pending) edits have no room on the server") }
    return .done
  }

  static let syncRun = Command(
    name: "run",
    abstract: "Sync until Ctrl-C",
    discussion: """
      Sends each change soon after it was made, by whatever program, and takes those of other \
      devices as they come. A line tells whenever the state has changed. A server that cannot be \
      reached is tried again, after a second at first and five minutes at most.
      """,
    exitCodes: [.no]
  ) { invocation in
    let store = try invocation.store(.readWrite)
    let target = try SyncTarget.engine(of: store)
    let sync = PreferenceSync(store, engine: target.engine, account: target.account)
    let statuses = sync.statuses
    try sync.start()
    var last = ""
    // Of one task at a time: this thread waits for it.
    nonisolated(unsafe) var iterator = statuses.makeAsyncIterator()
    while true {
      guard let status = Blocking.run({ await iterator.next() }) else { return .done }
      let line = status.line
      guard line != last, ![.syncing, .stopped].contains(status.activity) else { continue }
      last = line
      try invocation.console.line(
        invocation.has(.json)
          ? (["status": .string(line), "pending": JSONValue(status.pending)] as JSONValue).line
          : line)
      try invocation.console.flush()
    }
  }
}

extension SyncStatus {
  fileprivate var line: String {
    let waiting = pending > 0 ? ", \(pending) waiting" : ""
    switch activity {
    case .stopped: return "starting"
    case .syncing: return "syncing"
    case .idle: return "in step" + waiting
    case .offline(let since):
      return "offline since \(DateText.print(since))\(waiting)"
    case .failed(let error): return "\(error)".escapedForTerminal + waiting
    }
  }
}
