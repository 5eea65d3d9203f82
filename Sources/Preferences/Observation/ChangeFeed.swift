internal import SQLiteCore

/// Who waits for changes in a store, and how far the log has been told of.
///
/// It holds no changes: a waiter is told that there is something for it, and reads the log, unless
/// whoever tells has just read it. So a slow one costs nothing and misses nothing.
final class ChangeFeed: Sendable {
  /// What a waiter is interested in.
  enum Filter: Hashable, Sendable {
    case all
    case namespace(String)
    case name(PreferenceName)
    /// Every commit: of a key that leaves nothing in the log, no more can be known.
    case commits
  }

  /// What a waiter is told.
  struct News: Sendable {
    /// Up to this sequence there is nothing for it.
    var start: Int64
    /// Up to this one the log was read.
    var end: Int64
    var read: ReadChanges?
  }

  /// All changes of a part of the log, of one file.
  struct ReadChanges: Sendable {
    var changes: [PreferenceChange]
    var generation: Int
  }

  fileprivate struct Waiter {
    var filters: [Filter]
    var continuation: CheckedContinuation<News?, Never>
  }

  /// Those who are to be woken, once the caller holds no lock: waking takes the lock of a waiting
  /// task, and who cancels that task holds it while handlers of the app run, which may write.
  struct Woken {
    fileprivate var waiters: [Waiter]
    fileprivate var news: News?

    func resume() { for waiter in waiters { waiter.continuation.resume(returning: news) } }
  }

  private struct State {
    /// The sequence up to which waiters have been told; moves with every look that found something.
    var published: Int64 = 0
    /// Moves when `published` does, and when something happened that is not in the log.
    var epoch = 0
    var nextID = 0
    var waiters: [Int: Waiter] = .init()
    var byFilter: [Filter: Set<Int>] = .init()
  }

  private let state = Lock(State())

  /// The state of the feed, to be taken *before* the log is read.
  var ticket: Int { state.withLock { $0.epoch } }

  var published: Int64 { state.withLock { $0.published } }

  var hasWaiters: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Waits until something that one of the filters takes has happened after the ticket was taken,
  /// or until the task is cancelled.
  ///
  /// - Returns: what there is for this waiter; nil where that is unknown.
  func wait(for filters: [Filter], after ticket: Int) async -> News? {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isLate = state.withLock { state in
          // A cancellation that came first has found no waiter.
          guard state.epoch == ticket, !Task.isCancelled else { return true }
          state.waiters[id] = Waiter(filters: filters, continuation: continuation)
          for filter in filters { state.byFilter[filter, default: []].insert(id) }
          return false
        }
        if isLate { continuation.resume(returning: nil) }
      }
    } onCancel: {
      let waiter = state.withLock { Self.remove(id, from: &$0) }
      waiter?.continuation.resume(returning: nil)
    }
  }

  /// Tells those who wait for one of the names that the log has been read from `start` to `end`.
  ///
  /// - Parameter read: what was read there, for who wants it.
  func publish(
    _ names: Set<PreferenceName>, from start: Int64, to end: Int64, read: ReadChanges? = nil
  ) -> Woken {
    wake(with: News(start: start, end: end, read: read)) { state in
      state.published = end
      guard !state.waiters.isEmpty else { return [] }
      var filters: Set<Filter> = names.isEmpty ? [.commits] : [.commits, .all]
      for name in names {
        filters.insert(.name(name))
        filters.insert(.namespace(name.namespace))
      }
      return filters.reduce(into: []) { $0.formUnion(state.byFilter[$1] ?? []) }
    }
  }

  /// Tells everybody: what has happened is not in the log.
  func publishAll(at sequence: Int64) -> Woken {
    wake(with: nil) { state in
      state.published = sequence
      return Set(state.waiters.keys)
    }
  }

  private func wake(with news: News?, _ choose: (inout State) -> Set<Int>) -> Woken {
    let waiters = state.withLock { state in
      state.epoch += 1
      return choose(&state).compactMap { Self.remove($0, from: &state) }
    }
    return Woken(waiters: waiters, news: news)
  }

  private static func remove(_ id: Int, from state: inout State) -> Waiter? {
    guard let waiter = state.waiters.removeValue(forKey: id) else { return nil }
    for filter in waiter.filters {
      state.byFilter[filter]?.remove(id)
      if state.byFilter[filter]?.isEmpty == true { state.byFilter[filter] = nil }
    }
    return waiter
  }
}
