internal import SQLiteCore

/// The present status and those who want to hear of it.
final class StatusBoard: Sendable {
  private struct State {
    var status = SyncStatus(activity: .stopped)
    var listeners: [Int: AsyncStream<SyncStatus>.Continuation] = [:]
    var lastListener = 0
  }

  private let state = Lock(State())
  /// Held while listeners are told, so that what comes last is what is so.
  private let telling = Lock(())

  deinit { for listener in state.withLock(\.listeners).values { listener.finish() } }

  var status: SyncStatus { state.withLock(\.status) }

  func change(_ body: (inout SyncStatus) -> Void) {
    telling.withLock { _ in
      let (status, listeners) = state.withLock { state in
        let before = state.status
        body(&state.status)
        return (state.status, state.status == before ? [:] : state.listeners)
      }
      // Not under `state`: telling takes the lock of a listening task, and who cancels that task
      // holds its lock while `onTermination` takes `state`.
      for listener in listeners.values { listener.yield(status) }
    }
  }

  var statuses: SyncStatuses {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = continuation
      continuation.yield(state.status)
      return state.lastListener
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
    }
    return SyncStatuses(stream: stream)
  }
}
