/// Changes in a store as they come: each one once, in the order of their sequence, after its commit,
/// whoever made it.
///
/// Iterating reads the log, so a slow consumer misses nothing and holds nothing in memory; it can go
/// on after a restart from the last sequence it has seen. Cancelling the task ends the iteration.
/// After an error the iterator can be asked again: a file that was replaced is then followed from its
/// end on.
public struct PreferenceChanges: AsyncSequence, Sendable {
  /// A change.
  public typealias Element = PreferenceChange
  /// ``PreferenceError/unavailable(_:)``, or a past that was pruned.
  public typealias Failure = PreferenceError

  let store: PreferenceStore
  let filters: [ChangeFeed.Filter]
  let start: Result<LogPosition, PreferenceError>

  /// An iterator from the sequence's start.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, filters: filters, position: start)
  }

  /// Reads the log, and waits at its end.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let store: PreferenceStore
    let filters: [ChangeFeed.Filter]
    var position: Result<LogPosition, PreferenceError>
    private var page: ArraySlice<PreferenceChange> = []
    /// Rows at a time; bounds the memory of a reader that is far behind.
    private static let pageSize = 256

    init(
      store: PreferenceStore, filters: [ChangeFeed.Filter],
      position: Result<LogPosition, PreferenceError>
    ) {
      self.store = store
      self.filters = filters
      self.position = position
    }

    /// The next change; nil when the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(PreferenceError) -> PreferenceChange? {
      while !Task.isCancelled {
        if let change = page.popFirst() { return change }
        let ticket = store.feed.ticket
        if try readPage() { continue }
        if let news = await store.feed.wait(for: filters, after: ticket) { take(news) }
      }
      return nil
    }

    /// The next change; nil when the task was cancelled.
    public mutating func next() async throws(PreferenceError) -> PreferenceChange? {
      try await next(isolation: nil)
    }

    /// Reads the log on; false at its end.
    private mutating func readPage() throws(PreferenceError) -> Bool {
      var position: LogPosition
      do { position = try self.position.get() } catch {
        // The file could not be read when the sequence was made; from now on.
        self.position = Result { () throws(PreferenceError) in try store.observedPosition() }
        throw error
      }
      defer { self.position = .success(position) }
      let changes = try store.changes(after: &position, limit: Self.pageSize)
      page = taken(of: changes[...])
      return !page.isEmpty || changes.count == Self.pageSize
    }

    private mutating func take(_ news: ChangeFeed.News) {
      guard var position = try? position.get() else { return }
      position.sequence = Swift.max(position.sequence, news.start)
      // Of another file than the one that is followed: then reading says so.
      if let read = news.read, read.generation == position.generation {
        page = taken(of: read.changes.drop { $0.sequence <= position.sequence })
        position.sequence = Swift.max(position.sequence, news.end)
      }
      self.position = .success(position)
    }

    private func taken(of changes: ArraySlice<PreferenceChange>) -> ArraySlice<PreferenceChange> {
      changes.filter { change in filters.contains { $0.takes(change.name) } }[...]
    }
  }
}

extension ChangeFeed.Filter {
  fileprivate func takes(_ name: PreferenceName) -> Bool {
    switch self {
    case .all: true
    case .namespace(let namespace): name.namespace == namespace
    case .name(let own): name == own
    case .commits: false
    }
  }
}
