@testable import PreferencesSync
import Testing

@Suite("Telling the status", .timeLimit(.minutes(5)))
struct StatusBoardTests {
  @Test(
    "a listener that is cancelled as the status changes holds nobody up, nor what its end sets off")
  func cancelled() async {
    let rounds = 20_000
    var changes = 0
    for _ in 0..<rounds {
      let board = StatusBoard()
      let listening = Task {
        await withTaskCancellationHandler {
          for await _ in board.statuses {}
        } onCancel: {
          board.change { $0.pending += 1 }
        }
      }
      await Task.yield()
      await withTaskGroup { group in
        group.addTask { board.change { $0.pending += 1 } }
        group.addTask { listening.cancel() }
      }
      await listening.value
      changes += board.status.pending
    }
    // Swift does not call the handler of a task that sees by itself that it is cancelled, and ends.
    #expect(changes > rounds * 3 / 2)
  }

  @Test("the present status comes first, then each that was not overtaken and is another one")
  func told() async throws {
    var board: StatusBoard? = StatusBoard()
    var told = try #require(board).statuses.makeAsyncIterator()
    #expect(await told.next()?.pending == 0)
    for pending in 1...3 { board?.change { $0.pending = pending } }
    #expect(await told.next()?.pending == 3)
    board?.change { $0.pending = 4 }
    board?.change { $0.pending = 3 }
    board = nil
    #expect(await told.next() == nil)
  }

  @Test("the last status is told even after the end")
  func end() async throws {
    var board: StatusBoard? = StatusBoard()
    var told = try #require(board).statuses.makeAsyncIterator()
    board?.change { $0.activity = .idle }
    board = nil
    #expect(await told.next()?.activity == .idle)
    #expect(await told.next() == nil)
  }
}
