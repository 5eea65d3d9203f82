import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tells whether the process has forked since a connection was opened.
///
/// "Do not open an SQLite database connection, then fork(2), then try to use that database
/// connection in the child process" (https://sqlite.org/howtocorrupt.html#_carrying_an_open_database_across_a_fork_).
/// A counter that `pthread_atfork` moves in the child costs a load per check, `getpid` a system call.
package enum ForkGuard {
  private static let count = Atomic<Int>(0)
  private static let registered: Bool = {
    _ = count.load(ordering: .relaxed)  // initialised here, not in the child's handler
    Epoch.prepare()
    let inChild: @convention(c) () -> Void = {
      ForkGuard.count.wrappingAdd(1, ordering: .relaxed)
      Epoch.forked()
    }
    return pthread_atfork(nil, nil, inChild) == 0
  }()

  /// A number that differs between a process and the children that it forks, for what is opened now.
  package static func watch() -> Int {
    _ = registered
    return generation
  }

  /// The number now; once somebody watches.
  package static var generation: Int { count.load(ordering: .relaxed) }
}
