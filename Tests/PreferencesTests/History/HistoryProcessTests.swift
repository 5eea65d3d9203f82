import Foundation
@testable import Preferences
import TestSupport
import Testing

@Suite("History and other processes")
struct HistoryProcessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // B85: an audit row and its value, written in two steps, can disagree.
  @Test(
    "after a kill the value is that of the last change, and each change begins where the one before ended"
  )
  func killed() throws {
    var random = SeededGenerator(seed: 11)
    var acknowledged = 0
    for round in 0..<(isLong ? 200 : 20) {
      let helper = try HelperProcess(["store-loop", folder.file(), "\(acknowledged + 1)", "normal"])
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        acknowledged = try #require(Int(try helper.line()))
      }
      usleep(UInt32.random(in: 0...2000, using: &random))
      _ = helper.killReadingRest()
      acknowledged = max(acknowledged, try newest(round: round))
    }
  }

  /// Checks the history of all keys; the highest number among their values.
  private func newest(round: Int) throws -> Int {
    let store = try PreferenceStore(path: folder.file())
    // What is old is let go in the end.
    let isWhole = try store.history(after: 0).prefix(1).first?.sequence == 1
    var newest = 0
    for row in try store.rows() {
      let changes = try store.history(of: row.name).prefix(Int.max)
      #expect(changes.first?.after == row.value, "round \(round)")
      #expect(changes.last?.operation == .insert || !isWhole, "round \(round)")
      #expect(
        changes.dropLast().map(\.before) == changes.dropFirst().map(\.after), "round \(round)")
      newest = max(newest, changes.first?.after?.integer ?? 0)
    }
    return newest
  }

  @Test("what another process has written is undone here, whole change sets at a time")
  func undone() throws {
    let helper = try HelperProcess(["store-loop", folder.file(), "1", "normal"])
    for _ in 0..<20 { _ = try helper.line() }
    _ = helper.killReadingRest()
    let store = try PreferenceStore(path: folder.file())
    let before = try store.rows().map(\.value)
    let sets = try store.changeSets(limit: 6)
    for set in sets.prefix(5) {
      #expect(try store.undo()?.undoes == set.number)
      #expect(
        try store.snapshot(at: .sequence(set.number - 1)) == store.snapshot(at: .sequence(.max)))
    }
    for _ in 0..<5 { #expect(try store.redo() != nil) }
    #expect(try store.rows().map(\.value) == before)
  }
}

extension StoredValue {
  fileprivate var integer: Int? {
    if case .integer(let number) = storage { Int(number) } else { nil }
  }
}
