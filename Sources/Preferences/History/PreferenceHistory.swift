internal import SQLiteCore

/// Changes of the past, read page by page as they are asked for.
///
/// A value: a copy goes on by itself. Pages are read one at a time, so changes that are made meanwhile
/// appear in a history that goes forward, and not in one that goes back. Nothing is held open.
///
/// ```swift
/// for try await change in store.history(of: AppSettings.accent) { print(change.date, change.after) }
/// let latest = try store.history().prefix(20)
/// ```
public struct PreferenceHistory: Sendable {
  enum Scope: Hashable {
    case key(PreferenceName)
    case namespace(String)
    case all
    /// All, oldest first.
    case forward
  }

  private let store: PreferenceStore
  private let scope: Scope
  /// What the next page begins with: the last number that was read, or the next of a key's chain.
  private var position: Int64?
  private var page: ArraySlice<PreferenceChange> = []
  private var last: PreferenceChange?
  private let problem: PreferenceError?

  private static let pageSize = 100

  init(_ scope: Scope, of store: PreferenceStore, after position: Int64? = nil) {
    self.scope = scope
    self.store = store
    self.position = position
    problem = nil
  }

  /// A history of a key whose name is none: to read it throws.
  init(throwing problem: PreferenceError, of store: PreferenceStore) {
    scope = .all
    self.store = store
    self.problem = problem
  }

  /// The next change; nil at the end, which is where the history has been pruned.
  ///
  /// - Throws: ``PreferenceError/unavailable(_:)``, ``PreferenceError/invalidName(_:reason:)``.
  public mutating func next() throws(PreferenceError) -> PreferenceChange? {
    if let change = page.popFirst() { return change }
    try readPage(Self.pageSize)
    return page.popFirst()
  }

  /// The next changes, at most so many; this history stays where it is.
  public func prefix(_ count: Int) throws(PreferenceError) -> [PreferenceChange] {
    var rest = self
    var changes: [PreferenceChange] = []
    while changes.count < count {
      let missing = count - changes.count
      if rest.page.isEmpty { try rest.readPage(Swift.min(Self.pageSize, missing)) }
      if rest.page.isEmpty { break }
      let taken = rest.page.prefix(missing)
      changes += taken
      rest.page.removeFirst(taken.count)
    }
    return changes
  }

  private mutating func readPage(_ limit: Int) throws(PreferenceError) {
    if let problem { throw problem }
    let (scope, position, last) = (scope, position, last)
    let read = try store.read { (connection) throws(SQLiteError) in
      try connection.onSnapshot { () throws(SQLiteError) in
        try connection.page(of: scope, from: position, beside: last, limit: limit)
      }
    }
    guard let (changes, next) = read else { return }
    page = changes[...]
    self.last = changes.last ?? last
    self.position = next
  }
}

extension PreferenceHistory: AsyncSequence {
  /// Reads the same changes; a page blocks its thread for as long as the file needs.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var history: PreferenceHistory

    /// See ``PreferenceHistory/next()``.
    public mutating func next() async throws(PreferenceError) -> PreferenceChange? {
      try history.next()
    }

    /// See ``PreferenceHistory/next()``.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(PreferenceError) -> PreferenceChange? {
      try history.next()
    }
  }

  /// Begins where this history is.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(history: self) }
}

extension Connection {
  /// A page of a history and where the next one begins.
  fileprivate func page(
    of scope: PreferenceHistory.Scope, from position: Int64?, beside last: PreferenceChange?,
    limit: Int
  ) throws(SQLiteError) -> (changes: [PreferenceChange], next: Int64?) {
    switch scope {
    case .forward:
      let changes = try changes(after: position ?? 0, limit: limit, continuing: last)
      return (changes, changes.last?.sequence ?? position)
    case .key(let name):
      let head = if let position { position } else { try head(of: name) ?? 0 }
      return try versions(from: head, limit: limit)
    case .all, .namespace:
      var namespace: String?
      if case .namespace(let name) = scope { namespace = name }
      let numbers = try sequences(before: position ?? .max, in: namespace, limit: limit)
      var changes: [PreferenceChange] = []
      for number in numbers {
        if let change = try change(number, beside: changes.last ?? last) { changes.append(change) }
      }
      return (changes, numbers.last ?? position)
    }
  }

  private func versions(
    from head: Int64, limit: Int
  ) throws(SQLiteError) -> (changes: [PreferenceChange], next: Int64?) {
    var changes: [PreferenceChange] = []
    var version = head
    while changes.count < limit, let change = try change(version) {
      changes.append(change)
      version = try previous(of: version) ?? 0
    }
    return (changes, version)
  }
}
