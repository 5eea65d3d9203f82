import Preferences
import PreferencesSync
import SQLiteCore
import TestSupport

/// A few devices, one server, and bad luck: the model of the protocol, run with the real device code.
///
/// Time is simulated, so that a run is the same each time and takes milliseconds.
package struct SyncWorld {
  /// What may happen besides lost and repeated messages.
  package struct Plan: Sendable {
    package var steps = 120
    package var devices = 4
    package var keys = 8
    /// In percent of steps.
    package var restores = 3
    package var trims = 4
    /// In percent of steps: clocks are set, processes and machines start anew, edits wait for a sync to
    /// be started. What is compared by time only may then have an unexpected winner.
    package var clockFaults = 0
    /// In percent of steps: a device's file is copied to another machine, where it goes on, or put back
    /// from a backup.
    package var copies = 0
    /// A device is lost for ever at some time, and the server put back right after it.
    package var losesDevice = true
    /// All have seen the lost device's edits, and the server surely loses them: a rare case made common.
    package var isTargeted = false
    package var omission: Omission?
    /// Prints what happens.
    package var isTraced = false

    package init() {}

    /// Files are copied and put back. The server is not: what only an identity that was given up had
    /// sent, nobody sends again.
    package mutating func copyFiles() { (copies, restores, losesDevice) = (8, 0, false) }
  }

  private let server: any SyncTestServer
  private let plan: Plan
  private let trace: Trace
  private let time: Guarded<Int64>
  private var random: SeededGenerator
  private var devices: [SimulatedDevice] = []
  private var names: [PreferenceName] = []
  private var value: Int64 = 0

  /// - Parameter time: what the clocks of all devices show, and the server's.
  package init(
    _ server: any SyncTestServer, seed: UInt64, plan: Plan = Plan(), time: Guarded<Int64>
  ) async throws {
    self.server = server
    self.plan = plan
    self.time = time
    trace = Trace(isOn: plan.isTraced)
    random = SeededGenerator(seed: seed)
    names = try (0..<plan.keys).map { try PreferenceName("Settings.key\($0)") }
    for number in 0..<plan.devices {
      devices.append(
        try SimulatedDevice(
          name: "device \(number)", engine: try await engine(), time: time,
          skew: Int64.random(in: -86_400_000...86_400_000, using: &random),
          omission: plan.omission, isOnDisk: plan.copies > 0))
    }
  }

  private mutating func engine() async throws -> FaultyEngine {
    FaultyEngine(
      try await server.engine(), seed: random.next(), omission: plan.omission, trace: trace,
      time: time)
  }

  /// Runs all steps, lets everything come to rest, and looks whether what must hold does.
  package mutating func run() async throws {
    try await server.setTime(time.value)
    // What is edited before the first meeting of device and server is compared, not counted.
    for device in devices {
      while await device.sync() != nil {}
    }
    for step in 0..<plan.steps {
      if plan.omission == .tombstones { try await server.forgetRemoved() }
      try await advance(Int64.random(in: 10...60_000, using: &random))
      try await self.step()
      if plan.losesDevice, step == plan.steps * 2 / 3, devices.count > 2 {
        // Its last edits are known to others, and then to nobody but them.
        if plan.isTargeted { for device in devices { await device.sync() } }
        let lost = devices.remove(at: Int.random(in: devices.indices, using: &random))
        trace("\(lost.name) is lost")
        if plan.isTargeted || random.chance(70) { try await restore() }
      }
    }
    try await settle()
    try await check()
  }

  private func advance(_ milliseconds: Int64) async throws {
    time.withLock { $0 += milliseconds }
    try await server.setTime(time.value)
  }

  private mutating func step() async throws {
    let device = devices[Int.random(in: devices.indices, using: &random)]
    if plan.clockFaults > 0, random.chance(plan.clockFaults) { return upset(device) }
    if plan.copies > 0, random.chance(plan.copies) { return try await copy(device) }
    switch Int.random(in: 0..<100, using: &random) {
    case ..<45:
      let name = names[Int.random(in: names.indices, using: &random)]
      value += 1
      let new = random.chance(15) ? nil : value
      trace("\(time.value): \(device.name) edits \(name) to \(new.map { "\($0)" } ?? "nothing")")
      let isNoticed = plan.clockFaults == 0 || !random.chance(plan.clockFaults)
      try device.edit(name, to: new, isNoticed: isNoticed)
      if value.isMultiple(of: 8) { try device.editPrivately() }
    case ..<(100 - plan.restores - plan.trims - 5):
      // Half of the time offline.
      if random.chance(60) { await sync(device) }
    case ..<(100 - plan.restores - plan.trims): try await server.save()
    case ..<(100 - plan.restores): try await server.trim(keeping: 5)
    default: try await restore()
    }
  }

  private mutating func upset(_ device: SimulatedDevice) {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let skew = Int64.random(in: -86_400_000...86_400_000, using: &random)
      trace("\(time.value): \(device.name) has its clock set to \(skew) ms off")
      device.setClock(skew)
    case let number:
      trace(
        "\(time.value): \(device.name) starts anew, \(number == 1 ? "the process" : "the machine")")
      device.restart(isMachine: number == 2)
    }
  }

  private mutating func copy(_ device: SimulatedDevice) async throws {
    switch Int.random(in: 0..<3, using: &random) {
    case 0 where devices.count < 8:
      let name = "copy of \(device.name)"
      trace("\(time.value): \(device.name) is copied")
      devices.append(
        try SimulatedDevice(copy: device, name: name, engine: try await engine()))
    case 1:
      trace("\(time.value): \(device.name) is put back")
      try device.putBack()
    default: try device.keep()
    }
  }

  private func restore() async throws {
    trace("\(time.value): the server is put back")
    try await server.restore()
  }

  @discardableResult
  private func sync(_ device: SimulatedDevice) async -> SyncError? {
    trace("\(time.value): \(device.name) syncs")
    let error = await device.sync()
    if let error { trace("  \(error)") }
    return error
  }

  private mutating func settle() async throws {
    for device in devices { device.engine.heal() }
    for _ in 0..<3 {
      for device in devices {
        try await advance(10)
        if let error = await sync(device) {
          throw Recount.Violation(description: "\(device.name) does not come to rest: \(error)")
        }
      }
    }
  }

  private func check() async throws {
    let recount = try await Recount(server)
    for device in devices {
      for name in names {
        try recount.check(device.name, shows: try device.value(of: name), for: name)
        if let seen = device.seen[name] {
          let item = recount.items[name]
          guard let item, item.version == seen.version || !isNewer(seen, item) else {
            throw Recount.Violation(
              description:
                "\(name): \(item as Any) is older than what \(device.name) had seen: \(seen)"
            )
          }
        }
      }
      try recount.check(device.name, made: device.editCount, on: try device.edits())
    }
  }

  private func isNewer(_ a: SyncItem, _ b: SyncItem) -> Bool {
    (a.edited, a.version) > (b.edited, b.version)
  }
}
