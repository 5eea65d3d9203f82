import SQLiteCore
import SQLiteTestShim

/// `fork FILE`: begins a large write, forks, uses and drops the connection in the child.
///
/// Says what the child got and its exit status, then `held` while the transaction is still open,
/// waits, writes once more, commits, says `done`.
func forkWithOpenConnection(_ arguments: [String]) throws {
  let holder = Holder(
    try Connection(path: try arguments.argument(0, "FILE"), access: .readWrite))
  try holder.connection?.run("PRAGMA cache_size = 10")
  try holder.connection?.run("BEGIN IMMEDIATE")
  // More than the cache holds, so that log or journal have part of it: what a rollback would undo.
  try holder.insert(500, "parent")
  let status = withExtendedLifetime(holder) {
    shim_fork({ context in child(context) }, Unmanaged.passUnretained(holder).toOpaque())
  }
  say("child ended with \(status)")
  say("held")
  waitForTest()
  try holder.insert(500, "parent")
  try holder.connection?.run("COMMIT")
  say("done")
}

/// Has the only reference, so that the child can drop it.
private final class Holder {
  var connection: Connection?

  init(_ connection: Connection) { self.connection = connection }

  func insert(_ count: Int, _ name: StaticString) throws(SQLiteError) {
    for _ in 0..<count {
      try connection?.withStatement("INSERT INTO t (a, b) VALUES (?1, zeroblob(1000))") {
        (statement) throws(SQLiteError) in
        try statement.bind("\(name)", at: 1)
        try statement.run()
      }
    }
  }
}

private func child(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 2 }
  let holder = Unmanaged<Holder>.fromOpaque(context).takeUnretainedValue()
  do throws(SQLiteError) {
    try holder.insert(1, "child")
    return 3
  } catch { say("child: \(error.code.rawValue) \(error.message)") }
  // Runs `deinit`.
  holder.connection = nil
  return 0
}
