import Preferences
import PreferencesSync

extension Command {
  static let syncDevices = Command(
    name: "devices",
    abstract: "List the account's devices",
    exitCodes: [.no, .tryAgain]
  ) { invocation in
    let store = try invocation.store(.readOnly)
    let own = try SyncSetup(store).account?.device
    let engine = try SyncTarget.engine(of: store).engine
    let devices = try Blocking.run(throwing: { () async throws(SyncError) in
      try await engine.devices()
    })
    var table = TextTable()
    for device in devices {
      guard !invocation.has(.json) else {
        try invocation.console.line(
          ([
            "device": .string(device.device), "name": .string(device.name),
            "edits": JSONValue(device.lastNumber), "seen": .string(DateText.print(device.seen)),
            "isThis": .bool(device.device == own),
          ] as JSONValue).line)
        continue
      }
      table.add([
        String(device.device.prefix(8)), device.name.shown, "\(device.lastNumber) edits",
        DateText.print(device.seen) + (device.device == own ? "  (this one)" : ""),
      ])
    }
    for line in table.lines(width: nil) { try invocation.console.line(line) }
    return .done
  }

  static let syncForget = Command(
    name: "forget",
    abstract: "Take a device off the list; its edits stay",
    discussion: """
      DEVICE is the beginning of its identity, as 'devices' shows it. A device that is still in \
      use comes back by itself: to lock one out, change the password.
      """,
    arguments: [Argument("DEVICE", .text, "The beginning of its identity")],
    exitCodes: [.no, .tryAgain]
  ) { invocation in
    let start = invocation.arguments[0]
    let engine = try SyncTarget.engine(of: try invocation.store(.readOnly)).engine
    let devices = try Blocking.run(throwing: { () async throws(SyncError) in
      try await engine.devices()
    }).filter { $0.device.hasPrefix(start) }
    guard let device = devices.first, devices.count == 1, !start.isEmpty else {
      throw Failure(
        .no,
        devices.isEmpty
          ? "there is no device \(start.shown)" : "more than one device begins with \(start.shown)")
    }
    try Blocking.run(throwing: { () async throws(SyncError) in
      try await engine.forget(device.device)
    })
    return .done
  }
}
