import PreferencesSync

/// The suite that every engine must pass.
package enum Conformance {
  /// The model on the server in memory, for one seed.
  package static func inMemory(seed: UInt64, plan: SyncWorld.Plan = .init()) async throws {
    let time = Guarded<Int64>(1_700_000_000_000)
    let server = MemoryTestServer(
      clock: SyncClock { .init(wall: time.value, monotonic: time.value, boot: "server") })
    var world = try await SyncWorld(server, seed: seed, plan: plan, time: time)
    try await world.run()
  }

  /// How many of so many seeds fail, with the first failure.
  package static func failures(
    of seeds: Range<UInt64>, plan: SyncWorld.Plan = .init()
  ) async -> (count: Int, first: String?) {
    var count = 0
    var first: String?
    for seed in seeds {
      do { try await inMemory(seed: seed, plan: plan) } catch {
        count += 1
        first = first ?? "seed \(seed): \(error)"
      }
    }
    return (count, first)
  }

  /// The first seed that fails without a rule; nil: none does.
  package static func firstFailure(of seeds: Range<UInt64>, omission: Omission) async -> String? {
    for seed in omission.seeds + Array(seeds) {
      do { try await inMemory(seed: seed, plan: omission.plan) } catch {
        return "seed \(seed): \(error)"
      }
    }
    return nil
  }
}
