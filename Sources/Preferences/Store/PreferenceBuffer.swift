internal import SQLiteCore

/// Collects writes and stores them together, for values that change faster than anybody needs them on
/// disk: a slider that is being dragged, a window that is being moved.
///
/// The last value of each key counts; all of them are one change set, a moment after the first, at
/// ``flush()``, or when the buffer goes away. Until then they are in memory only: other processes, the
/// store and its observers see nothing of them, a crash loses them, and reads through the buffer give
/// them. May be used from any thread.
public final class PreferenceBuffer: Sendable {
  /// Where the values go.
  public let store: PreferenceStore
  private let delay: Duration
  private let origin: String?
  private let pending = Lock(Pending())

  private struct Write: Sendable {
    var value: any Sendable
    var run: @Sendable (inout PreferenceTransaction) throws(PreferenceError) -> Void
    /// Of the writes through the buffer; a later one of the same key has replaced this one.
    var number: Int
  }

  private struct Pending {
    var writes: [PreferenceName: Write] = [:]
    var count = 0
    var timer: Task<Void, Never>?
  }

  /// - Parameters:
  ///   - delay: how long the first value waits for others.
  ///   - origin: the name of the changes in the history; the store's by default.
  public init(
    _ store: PreferenceStore, delay: Duration = .milliseconds(250), origin: String? = nil
  ) {
    self.store = store
    self.delay = delay
    self.origin = origin
  }

  deinit {
    pending.withLock { $0.timer?.cancel() }
    store.report { () throws(PreferenceError) in try flush() }
  }

  /// The value of a key: what waits to be stored, else what the store reads.
  public subscript<Value>(key: PreferenceStore.Key<Value>) -> Value {
    get {
      waiting(for: key) ?? store[key]
    }
    set { store.report { () throws(PreferenceError) in try set(newValue, for: key) } }
    _modify {
      var (value, isRead) = waiting(for: key).map { ($0, true) } ?? store.readForChange(key)
      yield &value
      if isRead { self[key] = value }
    }
  }

  private func waiting<Value>(for key: PreferenceStore.Key<Value>) -> Value? {
    guard let name = try? key.names[0] else { return nil }
    return pending.withLock { $0.writes[name]?.value as? Value }
  }

  /// Has a value stored with the others.
  ///
  /// - Throws: ``PreferenceError/invalidName(_:reason:)``. A value that cannot be stored is an error of
  ///   the time when it is: thrown by ``flush()``, else in the store's diagnostics.
  public func set<Value>(
    _ value: Value, for key: PreferenceStore.Key<Value>
  ) throws(PreferenceError) {
    let name = try key.names[0]
    pending.withLock { pending in
      pending.count += 1
      pending.writes[name] = Write(
        value: value,
        run: { (transaction) throws(PreferenceError) in try transaction.set(value, for: key) },
        number: pending.count)
      guard pending.timer == nil else { return }
      pending.timer = Task.detached { [weak self, delay] in
        try? await Task.sleep(for: delay)
        guard !Task.isCancelled, let self else { return }
        self.store.report { () throws(PreferenceError) in try self.flush() }
      }
    }
  }

  /// Stores what waits, in one transaction; when the call returns it is as durable as any write.
  ///
  /// - Throws: what the transaction throws. Where it could not begin (busy, inside another one) the
  ///   values go on waiting, for the next write or flush; where it failed they are given up, so that one
  ///   that cannot be stored does not hold up all later ones.
  public func flush() throws(PreferenceError) {
    let isEmpty = pending.withLock { pending in
      pending.timer?.cancel()
      pending.timer = nil
      return pending.writes.isEmpty
    }
    guard !isEmpty else { return }
    var writes: [PreferenceName: Write] = [:]
    // Until they are stored, reads go on getting them from here.
    defer {
      pending.withLock { pending in
        for (name, write) in writes where pending.writes[name]?.number == write.number {
          pending.writes[name] = nil
        }
      }
    }
    try store.change(origin: origin) { (transaction) throws(PreferenceError) -> Void in
      // In here, so that of two flushes the later one has the later values.
      writes = pending.withLock(\.writes)
      for write in writes.values.sorted(by: { $0.number < $1.number }) {
        try write.run(&transaction)
      }
    }
  }
}
