import Foundation
@testable import PreferencesSync
import Testing

@Suite("Telling the status", .timeLimit(.minutes(5)))
struct StatusBoardTests {
  @Test("a listener that is cancelled as the status changes holds nobody up")
  func cancelled() async {
    for _ in 0..<20_000 {
      let board = StatusBoard()
      let statuses = board.statuses
      let listening = Task { for await _ in statuses {} }
      await Task.yield()
      await withTaskGroup { group in
        group.addTask { board.change { $0.pending += 1 } }
        group.addTask { listening.cancel() }
      }
      await listening.value
    }
  }

  @Test("what is told last is what is so, whoever changes it at the same time")
  func order() async {
    for _ in 0..<500 {
      let board = StatusBoard()
      var told = board.statuses.makeAsyncIterator()
      _ = await told.next()
      DispatchQueue.concurrentPerform(iterations: 4) { _ in board.change { $0.pending += 1 } }
      #expect(await told.next()?.pending == 4)
    }
  }
}
