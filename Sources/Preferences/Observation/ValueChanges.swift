/// A change of one key, decoded.
public struct ValueChange<Value: Sendable>: Sendable {
  /// The value before: what was stored, else the default.
  public var old: Value
  /// The value after: what is stored, else the default.
  public var new: Value
  /// Sequence, time, origin, and the values as they are stored.
  public var change: PreferenceChange
  /// Whether this very store has made the change: not to answer one's own echo.
  public var isOwn: Bool { change.isOwn }
}

/// The changes of one key as they come; see ``PreferenceChanges``.
///
/// A value that does not decode is the default, and reported in ``PreferenceStore/diagnostics``.
public struct ValueChanges<Value: Sendable>: AsyncSequence, Sendable {
  /// A change, decoded.
  public typealias Element = ValueChange<Value>
  /// As of ``PreferenceChanges``.
  public typealias Failure = PreferenceError

  let key: PreferenceStore.Key<Value>
  let changes: PreferenceChanges

  /// An iterator from the sequence's start.
  public func makeAsyncIterator() -> Iterator {
    Iterator(key: key, changes: changes.makeAsyncIterator())
  }

  /// Decodes what the iterator of the changes gives.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let key: PreferenceStore.Key<Value>
    var changes: PreferenceChanges.Iterator

    /// The next change; nil when the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(PreferenceError) -> ValueChange<Value>? {
      guard let change = try await changes.next(isolation: actor) else { return nil }
      return ValueChange(
        old: changes.store.value(of: change.before, for: key),
        new: changes.store.value(of: change.after, for: key), change: change)
    }

    /// The next change; nil when the task was cancelled.
    public mutating func next() async throws(PreferenceError) -> ValueChange<Value>? {
      try await next(isolation: nil)
    }
  }
}

extension PreferenceStore {
  /// What a stored value reads as; trouble is reported.
  fileprivate func value<Value>(of stored: StoredValue?, for key: Key<Value>) -> Value {
    do { return try key.value(of: stored) } catch {
      diagnosticsLog.report(error)
      return key.defaultValue
    }
  }
}
