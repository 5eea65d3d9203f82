internal import SQLiteCore

/// How a store that syncs is getting on.
public struct SyncStatus: Hashable, Sendable {
  /// What is going on.
  public enum Activity: Hashable, Sendable {
    /// Not started, or stopped.
    case stopped
    /// All that is known is exchanged.
    case idle
    /// A round is under way.
    case syncing
    /// The server cannot be reached, since a time in milliseconds since 1970; it is tried again.
    case offline(since: Int64)
    /// Something that does not pass by itself; it is tried again all the same.
    case failed(SyncError)
  }

  /// What is going on.
  public var activity: Activity
  /// Edits that the server does not have, those included that it has no room for.
  public var pending: Int
  /// When the last round was completed: milliseconds since 1970; nil: none since the start.
  public var lastSync: Int64?
  /// What the last round failed with.
  public var error: SyncError?

  /// A status from its parts.
  public init(
    activity: Activity, pending: Int = 0, lastSync: Int64? = nil, error: SyncError? = nil
  ) {
    self.activity = activity
    self.pending = pending
    self.lastSync = lastSync
    self.error = error
  }
}

/// The status whenever it has changed, the present one first; one that was overtaken is left out. No
/// trouble ends it.
public struct SyncStatuses: AsyncSequence, Sendable {
  /// A status.
  public typealias Element = SyncStatus
  /// It does not fail.
  public typealias Failure = Never

  let news: AsyncStream<Void>
  let state: Lock<StatusBoard.State>

  /// An iterator; several may be made, and then share what comes.
  public func makeAsyncIterator() -> Iterator {
    Iterator(news: news.makeAsyncIterator(), state: state)
  }

  /// Waits for the next status.
  public struct Iterator: AsyncIteratorProtocol {
    var news: AsyncStream<Void>.Iterator
    let state: Lock<StatusBoard.State>
    var last: SyncStatus?

    /// The next status; nil when the task was cancelled or the sync has ended.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> SyncStatus? {
      while await news.next(isolation: actor) != nil {
        let status = state.withLock(\.status)
        guard status != last else { continue }
        last = status
        return status
      }
      return nil
    }

    /// The next status; nil when the task was cancelled or the sync has ended.
    public mutating func next() async -> SyncStatus? { await next(isolation: nil) }
  }
}
