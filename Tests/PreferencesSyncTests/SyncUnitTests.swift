import Preferences
@testable import PreferencesSync
import Testing

@Suite("Rules, values and times of roaming")
struct SyncUnitTests {
  @Test(
    "patterns match whole names",
    arguments: [
      ("*", "a.b", true), ("Settings.*", "Settings.accent", true), ("Settings.*", "Other.a", false),
      ("Settings.*", "Settings.a.b", true), ("*.size", "Settings.size", true),
      ("*.size", "Settings.sizes", false), ("Settings.s?ze", "Settings.size", true),
      ("Settings.?", "Settings.", false), ("a*b*c", "a.xxbyyc", true), ("a*b*c", "a.xxbyy", false),
      ("Été.*", "Été.ü", true), ("", "a.b", false),
    ])
  func patterns(pattern: String, name: String, matches: Bool) throws {
    let dot = try #require(name.firstIndex(of: "."))
    guard
      let name = try? PreferenceName(
        namespace: String(name[..<dot]), key: String(name[name.index(after: dot)...]))
    else {
      #expect(!matches)
      return
    }
    #expect(SyncRule(pattern: pattern, mode: .include).matches(name) == matches)
  }

  @Test("a pattern of many stars takes no time")
  func manyStars() throws {
    let rule = SyncRule(pattern: String(repeating: "a*", count: 200) + "b", mode: .include)
    let name = try PreferenceName(namespace: "n", key: String(repeating: "a", count: 255))
    let start = ContinuousClock.now
    #expect(!rule.matches(name))
    #expect(start.duration(to: .now) < .seconds(1))
  }

  @Test(
    "every storage class travels bit for bit",
    arguments: [
      StoredValue(type: .null, storage: .null), .bool(true), .int(.min), .int(.max), .real(-0.0),
      .real(.infinity), .text(""), .text("a\u{0}é👩‍🚀"), .data([]), .data([0, 255]),
      StoredValue(
        type: .color, storage: .components(red: -0.5, green: 1.5, blue: 0.1, alpha: 1)),
      StoredValue(type: StoredType(rawValue: "gradient"), storage: .real(0.1)),
    ])
  func values(value: StoredValue) throws {
    let travelling = SyncValue(value)
    let stored = try #require(travelling.stored)
    #expect(stored == value)
    #expect(SyncValue(stored) == travelling)
  }

  @Test(
    "bytes that are no value are none, and trap nothing",
    arguments: [
      [], [0, 1], [1], [1, 2, 3], [2, 0], [3, 0xFF], [5, 1], [9, 9], Array(repeating: 5, count: 34),
    ] as [[UInt8]])
  func badValues(bytes: [UInt8]) {
    #expect(SyncValue(type: "int", bytes: bytes).stored == nil)
  }

  private func edit(madeAt: Int64, monotonic: Int64, boot: String, notBefore: Int64) throws
    -> QueuedEdit
  {
    QueuedEdit(
      number: 1, name: try PreferenceName("a.b"), version: SyncVersion(device: "d", number: 1),
      madeAt: madeAt, monotonic: monotonic, boot: boot, notBefore: notBefore, value: nil, hash: "",
      sequence: 0)
  }

  @Test(
    "the time of an edit: a clock that was set does not matter, a restart does, the last sync bounds it"
  )
  func editTimes() throws {
    let made = try edit(madeAt: 1_000_000, monotonic: 5_000, boot: "x", notBefore: 900_000)
    // The clock was put forward by a day between edit and push.
    let stepped = SyncClock.Moment(wall: 87_400_000, monotonic: 7_000, boot: "x")
    #expect(made.edited(at: stepped, serverTime: 2_000_000) == 1_998_000)
    // And back, with a restart in between: it cannot be newer than now.
    let back = SyncClock.Moment(wall: 500_000, monotonic: 10, boot: "y")
    #expect(made.edited(at: back, serverTime: 2_000_000) == 2_000_000)
    // Forward, with a restart: not older than the last time that all was sent.
    let forward = SyncClock.Moment(wall: 87_400_000, monotonic: 10, boot: "y")
    #expect(made.edited(at: forward, serverTime: 2_000_000) == 900_000)
    // A system that does not name its runs: the clock of the wall.
    let unnamed = try edit(madeAt: 1_000_000, monotonic: 5_000, boot: "", notBefore: 0)
    let later = SyncClock.Moment(wall: 1_003_000, monotonic: 5_000, boot: "")
    #expect(unnamed.edited(at: later, serverTime: 2_000_000) == 1_997_000)
  }

  @Test(
    "waits grow with the time that a server is away, are never the same, and end at five minutes")
  func backoff() {
    var backoff = Backoff()
    var away = Duration.zero
    for _ in 0..<40 {
      let wait = backoff.next()
      #expect(wait >= .milliseconds(500) && wait <= .seconds(300))
      // Found at the latest when it has been away half as long again.
      #expect(wait <= away / 2 + .seconds(1))
      away += wait
    }
    #expect(away > .seconds(1800))
    backoff.reset()
    #expect(backoff.next() <= .milliseconds(1000))
  }
}
