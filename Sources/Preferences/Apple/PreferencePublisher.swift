#if canImport(Combine)
  public import Combine
  internal import SQLiteCore

  extension PreferenceStore {
    /// A publisher of a key's value whenever it has changed: ``values(of:initial:)`` for Combine.
    ///
    /// ```swift
    /// store.publisher(of: AppSettings.accent)
    ///   .receive(on: DispatchQueue.main)
    ///   .sink { window.accent = $0 }
    /// ```
    ///
    /// Values come on a thread of the system's choice. A subscriber that asks for less than there is
    /// gets the latest value, not each; nothing is kept for it. The publisher never completes.
    ///
    /// - Parameter initial: whether the value that the key has at the subscription comes first.
    public func publisher<Value>(
      of key: Key<Value>, initial: Bool = true
    ) -> PreferencePublisher<Value> {
      PreferencePublisher(store: self, key: key, initial: initial)
    }
  }

  /// The value of one key as it changes; see ``PreferenceStore/publisher(of:initial:)``.
  public struct PreferencePublisher<Value: Sendable>: Publisher, Sendable {
    /// A value.
    public typealias Output = Value
    /// None.
    public typealias Failure = Never

    let store: PreferenceStore
    let key: PreferenceStore.Key<Value>
    let initial: Bool

    /// Begins to watch the key for a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Value, S.Failure == Never {
      let values = store.values(of: key, initial: initial).makeAsyncIterator()
      subscriber.receive(subscription: ValueSubscription(subscriber: subscriber, values: values))
    }
  }

  /// Reads values while there is demand for them, in a task that ends when there is none.
  ///
  /// Unchecked, for a subscriber need not be Sendable: Combine lets its methods be called from any
  /// thread, one at a time, which the only task of a subscription sees to.
  private final class ValueSubscription<Value: Sendable>: Subscription, @unchecked Sendable {
    private struct State {
      /// Nil after the end.
      var subscriber: (any Subscriber<Value, Never>)?
      var values: PreferenceValues<Value>.Iterator
      var demand = Subscribers.Demand.none
      var task: Task<Void, Never>?
    }

    private let state: Lock<State>

    init(
      subscriber: any Subscriber<Value, Never>, values: PreferenceValues<Value>.Iterator
    ) {
      state = Lock(State(subscriber: subscriber, values: values))
    }

    func request(_ demand: Subscribers.Demand) {
      state.withLock { state in
        state.demand += demand
        guard state.subscriber != nil, state.task == nil, state.demand > .none else { return }
        let values = state.values
        state.task = Task { await self.deliver(values) }
      }
    }

    func cancel() {
      // Outside the lock: the end of a subscriber is anybody's code.
      let ended = state.withLock { state in
        defer { state.subscriber = nil }
        state.task?.cancel()
        return state.subscriber
      }
      withExtendedLifetime(ended) {}
    }

    private func deliver(_ values: PreferenceValues<Value>.Iterator) async {
      var values = values
      while isWanted(values), let value = await values.next(), let subscriber = takeDemand() {
        let more = subscriber.receive(value)
        state.withLock { $0.demand += more }
      }
    }

    /// Whether there is demand; if not, the next request goes on from here.
    private func isWanted(_ values: PreferenceValues<Value>.Iterator) -> Bool {
      state.withLock { state in
        guard state.subscriber != nil, state.demand == .none else { return true }
        state.values = values
        state.task = nil
        return false
      }
    }

    private func takeDemand() -> (any Subscriber<Value, Never>)? {
      state.withLock { state in
        state.demand -= 1
        return state.subscriber
      }
    }
  }
#endif
