extension PreferenceStore {
  /// The changes of a key from now on.
  ///
  /// ```swift
  /// for try await change in store.changes(of: AppSettings.accent) where !change.isOwn {
  ///   repaint(change.new)
  /// }
  /// ```
  public func changes<Value>(of key: Key<Value>) -> ValueChanges<Value> {
    ValueChanges(key: key, changes: changes(key.filters))
  }

  /// The changes of all keys of a namespace from now on.
  public func changes(in namespace: String) -> PreferenceChanges {
    changes([.namespace(namespace.normalizedToNFC)])
  }

  /// All changes from now on.
  public func changes() -> PreferenceChanges { changes([.all]) }

  /// All changes after a sequence, also those that were made while nobody watched.
  ///
  /// - Parameter sequence: ``PreferenceChange/sequence`` of the last change that was seen; 0 for all.
  public func changes(after sequence: Int64) -> PreferenceChanges {
    var changes = changes([.all])
    if case .success(var position) = changes.start {
      position.sequence = sequence
      changes = PreferenceChanges(store: self, filters: [.all], start: .success(position))
    }
    return changes
  }

  private func changes(_ filters: [ChangeFeed.Filter]) -> PreferenceChanges {
    PreferenceChanges(
      store: self, filters: filters,
      start: Result { () throws(PreferenceError) in try observedPosition() })
  }

  /// The value of a key whenever it has changed.
  ///
  /// - Parameter initial: whether the value that the key has now comes first.
  public func values<Value>(of key: Key<Value>, initial: Bool = true) -> PreferenceValues<Value> {
    startFeed()
    let seen: StoredValue?? = initial ? .none : .some(try? stored(for: key))
    return PreferenceValues(store: self, key: key, seen: seen)
  }

  /// What is stored for a key, references followed.
  func stored<Value>(for key: Key<Value>) throws(PreferenceError) -> StoredValue? {
    try lookUp(key.names).value
  }

  /// Calls a closure for each change of a key, in a task of its own, until the token is cancelled or
  /// goes away.
  ///
  /// The closure may read and write the store. Errors go to ``diagnostics``, and watching goes on.
  public func observe<Value>(
    _ key: Key<Value>, _ handler: @escaping @Sendable (ValueChange<Value>) async -> Void
  ) -> PreferenceObservation {
    let changes = changes(of: key)
    return PreferenceObservation(
      Task { [diagnosticsLog] in
        var iterator = changes.makeAsyncIterator()
        while !Task.isCancelled {
          do throws(PreferenceError) {
            guard let change = try await iterator.next() else { return }
            await handler(change)
          } catch {
            diagnosticsLog.report(error)
            // Whatever it was, it must not keep a processor busy.
            try? await Task.sleep(for: .milliseconds(100))
          }
        }
      })
  }
}

/// Keeps an observer alive: ``PreferenceStore/observe(_:_:)`` calls it until this is cancelled or gone.
public final class PreferenceObservation: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  deinit { task.cancel() }

  /// Ends the observation; a call that has begun is finished.
  public func cancel() { task.cancel() }
}
