internal import SQLiteCore

/// The present status and those who want to hear of it.
final class StatusBoard: Sendable {
  private struct State {
    var status = SyncStatus(activity: .stopped)
    var listeners: [Int: AsyncStream<SyncStatus>.Continuation] = [:]
    var lastListener = 0
  }

  private let state = Lock(State())

  deinit { for listener in state.withLock(\.listeners).values { listener.finish() } }

  var status: SyncStatus { state.withLock(\.status) }

  func change(_ body: (inout SyncStatus) -> Void) {
    state.withLock { state in
      let before = state.status
      body(&state.status)
      guard state.status != before else { return }
      for listener in state.listeners.values { listener.yield(state.status) }
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
