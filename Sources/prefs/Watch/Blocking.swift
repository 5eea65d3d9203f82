import Dispatch
import SQLiteCore

/// Waits on the main thread for work of a task: the verbs of the command are synchronous.
enum Blocking {
  static func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let (done, result) = (DispatchSemaphore(value: 0), Lock<Value?>(nil))
    Task.detached {
      let value = await body()
      result.withLock { $0 = value }
      done.signal()
    }
    while true {
      done.wait()
      if let value = result.withLock({ $0 }) { return value }
    }
  }
}
