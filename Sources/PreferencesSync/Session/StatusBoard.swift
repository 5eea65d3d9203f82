internal import SQLiteCore

/// The present status and those who want to hear of it.
final class StatusBoard: Sendable {
  struct State {
    var status = SyncStatus(activity: .stopped)
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0
  }

  private let state = Lock(State())

  deinit { for listener in state.withLock(\.listeners).values { listener.finish() } }

  var status: SyncStatus { state.withLock(\.status) }

  /// Listeners are told outside the lock: telling takes the lock of a listening task, and who cancels
  /// that task holds it while `onTermination` and handlers of the app ask for `state`. They are told
  /// only that there is news, and read the status themselves: so none is overtaken by an older one.
  func change(_ body: (inout SyncStatus) -> Void) {
    let listeners = state.withLock { state in
      let before = state.status
      body(&state.status)
      return state.status == before ? [:] : state.listeners
    }
    for listener in listeners.values { listener.yield() }
  }

  var statuses: SyncStatuses {
    let (news, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = continuation
      return state.lastListener
    }
    continuation.onTermination = { [weak state] _ in
      _ = state?.withLock { $0.listeners.removeValue(forKey: id) }
    }
    continuation.yield()
    return SyncStatuses(news: news, state: state)
  }
}
