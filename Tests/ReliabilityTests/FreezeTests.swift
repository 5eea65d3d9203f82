import Foundation
import Preferences
import TestSupport
import Testing

/// A process that stops in the middle of a call of SQLite's file layer, wherever that is, with all its
/// locks; another one that goes on meanwhile; and then goes on itself, or is killed.
@Suite(
  "Processes that stop", .enabled(if: HelperProcess.executable != nil), .timeLimit(.minutes(60)))
struct FreezeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // helper:  1, 2 … stops (SIGSTOP) ------------------ goes on (SIGCONT) … 4, or is killed
  // test:                           reads, tries to write                  reads, writes
  @Test(
    "wherever one stops, others read whole transactions, and write or are told that it is busy",
    arguments: ["full", "rollback"])
  func stopped(mode: String) throws {
    var sum = Reliability("stopped processes: \(mode)")
    let stride = Reliability.isLong ? 1 : 11
    var point = Int.random(in: 1...stride)
    while try stop(at: point, mode, &sum) { point += stride }
    #expect(sum.faults > 5)
    sum.report()
  }

  private func stop(at point: Int, _ mode: String, _ sum: inout Reliability) throws -> Bool {
    let file = folder.file("store\(point).db")
    var options = StoreOptions()
    options.busyTimeout = .milliseconds(50)
    options.journal = mode == "rollback" ? .rollback : .writeAheadLog
    let other = PreferenceStore.Key("other", in: "Test", default: 0)
    let store = try PreferenceStore(path: file, options: options)
    try store.set(1, for: other)
    let helper = try HelperProcess(["fault-freeze", file, "\(point)", mode])
    var acknowledged = 0
    /// Reads up to its end; true when it has stopped before.
    func isStopped() throws -> Bool {
      while let line = try helper.lineUnlessStopped() {
        guard line != "end" else { return false }
        acknowledged = Int(line) ?? acknowledged
      }
      return true
    }
    let isStruck = try isStopped()
    if isStruck {
      sum.faults += 1
      do {
        let found = try Self.counter(in: store)
        #expect((acknowledged...acknowledged + 1).contains(found), "read at point \(point)")
        sum.operations += 1
      } catch { try expectBusy(error, point) }
      do {
        try store.set(2, for: other)
        sum.operations += 1
      } catch { try expectBusy(error, point) }
      if point % 2 == 0 {
        helper.resume()
        #expect(try !isStopped() && acknowledged == 4, "point \(point)")
      } else {
        sum.crashes += 1
        acknowledged = helper.killReadingRest().compactMap { Int($0) }.last ?? acknowledged
      }
    }
    let found = try Self.counter(in: store)
    #expect((acknowledged...acknowledged + 1).contains(found), "point \(point)")
    sum.acknowledged += acknowledged
    try store.set(3, for: other)
    let fresh = try PreferenceStore(path: file)
    #expect(try fresh.get(other) == 3 && Self.counter(in: fresh) == found)
    #expect(try fresh.examine().filter { $0.severity == .trouble } == [], "point \(point)")
    return isStruck
  }

  /// The number that the helper has written under two keys in one transaction.
  private static func counter(in store: PreferenceStore) throws -> Int {
    let rows = try store.rows(in: "Freeze").map { "\($0.value.storage)" }
    guard let first = rows.first else { return 0 }
    #expect(rows.count == 2 && rows[0] == rows[1])
    return Int(first.filter(\.isNumber)) ?? -1
  }

  private func expectBusy(_ error: any Error, _ point: Int) throws {
    guard case PreferenceError.unavailable(let failure) = error, failure.kind == .busy else {
      Issue.record("at point \(point): \(error)")
      return
    }
  }
}
