import Preferences
import PreferencesSync

extension Command {
  static let syncStatus = Command(
    name: "status",
    abstract: "Show the account, what waits to be sent, and the rules",
    discussion: "The server is not asked, and nothing is written.",
    exitCodes: [.no]
  ) { invocation in
    let setup = SyncSetup(try invocation.store(.readOnly))
    guard let account = try setup.account else { throw SyncError.notSignedIn }
    let (open, refused) = try setup.waiting
    let rules = try setup.rules
    guard !invocation.has(.json) else {
      try invocation.console.line(
        ([
          "account": .string(account.account), "server": .string(account.server),
          "device": .string(account.device), "deviceName": .string(account.deviceName),
          "pending": JSONValue(open), "refused": JSONValue(refused),
          "rules": .array(
            rules.map {
              ["pattern": .string($0.pattern), "mode": .string($0.mode.rawValue)] as JSONValue
            }),
        ] as JSONValue).line)
      return .done
    }
    var table = TextTable()
    table.add(["account", account.account.shown])
    table.add(["server", account.server.shown])
    table.add(["device", "\(account.deviceName) (\(account.device.prefix(8)))".shown])
    table.add(["pending", "\(open)" + (refused > 0 ? ", \(refused) without room" : "")])
    for rule in rules {
      table.add([
        rule.mode.rawValue,
        rule.pattern.shown + (rule.prefer == nil ? "" : "  (compared at the next sync)"),
      ])
    }
    if rules.isEmpty { table.add(["rules", "none: nothing roams"]) }
    for line in table.lines(width: nil) { try invocation.console.line(line) }
    return .done
  }

  private static let count = Option.option("count", "N", .version, "At most so many (20)")

  static let syncLog = Command(
    name: "log",
    abstract: "Show what became of the edits of this device, newest first",
    discussion: """
      pending: not sent yet. accepted: all devices have it, or had it. superseded: the edit of \
      another device has won, which is named; put this one back with 'set', or with undo. \
      refused: the account has no room for it; it stays here, and is tried again.
      """,
    arguments: [Argument("NAME", .name, isOptional: true, "Only this preference")],
    options: [count],
    exitCodes: [.badData]
  ) { invocation in
    let store = try invocation.store(.readOnly)
    let limit = invocation.value(of: count).flatMap { Int($0) } ?? 20
    let name = try invocation.arguments.first.map { written throws(PreferenceError) in
      try PreferenceName(written)
    }
    let hidden = try store.redactedNames()
    var table = TextTable()
    for edit in try SyncSetup(store).edits(of: name, limit: limit) {
      let value =
        hidden.contains(edit.name) ? "<redacted>" : edit.value.map { $0.shown } ?? "-"
      guard !invocation.has(.json) else {
        try invocation.console.line(
          ([
            "name": .string(edit.name.description), "time": .string(DateText.print(edit.madeAt)),
            "state": .string(edit.state.rawValue), "value": .string(value),
            "winner": edit.winner.map(JSONValue.string) ?? .null,
            "sequence": edit.sequence.map { JSONValue($0) } ?? .null,
          ] as JSONValue).line)
        continue
      }
      table.add([
        DateText.print(edit.madeAt), edit.name.shown, edit.state.rawValue,
        value + (edit.winner.map { "  (\($0.shown))" } ?? ""),
      ])
    }
    for line in table.lines(width: nil) { try invocation.console.line(line) }
    return .done
  }
}
