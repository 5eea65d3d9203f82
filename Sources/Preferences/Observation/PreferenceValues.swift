/// The value of one key as it changes.
///
/// A consumer that is slower than the changes gets the latest value, not each; for each see
/// ``PreferenceStore/changes(of:)``. Follows references of colours, keys that leave no history, and a
/// file that was replaced. It never fails: while the file cannot be read, nothing comes, and
/// ``PreferenceStore/diagnostics`` says why.
public struct PreferenceValues<Value: Sendable>: AsyncSequence, Sendable {
  /// A value.
  public typealias Element = Value
  /// None.
  public typealias Failure = Never

  let store: PreferenceStore
  let key: PreferenceStore.Key<Value>
  /// What was stored when the sequence was made; nil: the first value comes at once.
  let seen: StoredValue??

  /// An iterator from the sequence's start.
  public func makeAsyncIterator() -> Iterator { Iterator(store: store, key: key, seen: seen) }

  /// Reads the value, and waits while it stays.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let store: PreferenceStore
    let key: PreferenceStore.Key<Value>
    var seen: StoredValue??

    /// The next value; nil when the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Value? {
      while !Task.isCancelled {
        let ticket = store.feed.ticket
        var stored: StoredValue?
        do throws(PreferenceError) { stored = try store.stored(for: key) } catch {
          store.diagnosticsLog.report(error)
          if case .unavailable = error {
            _ = await store.feed.wait(for: [.all], after: ticket)
            continue
          }
          // Under a name that cannot be, nothing is stored.
        }
        guard seen == .some(stored) else {
          seen = .some(stored)
          do throws(PreferenceError) { return try key.value(of: stored) } catch {
            store.diagnosticsLog.report(error)
            return key.defaultValue
          }
        }
        _ = await store.feed.wait(for: key.filters(reading: stored), after: ticket)
      }
      return nil
    }

    /// The next value; nil when the task was cancelled.
    public mutating func next() async -> Value? { await next(isolation: nil) }
  }
}

extension PreferenceStore.Key {
  /// What to wait for: the key's names, and any commit where it may follow another colour, which may
  /// leave no history.
  var filters: [ChangeFeed.Filter] { (try? names.map { .name($0) }) ?? [] }

  fileprivate func filters(reading stored: StoredValue?) -> [ChangeFeed.Filter] {
    if stored?.type == .colorBlob { return [.commits] }
    return box.options.isUnlogged ? filters + [.commits] : filters
  }
}
