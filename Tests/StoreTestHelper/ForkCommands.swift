import SQLiteCore
import SQLiteTestShim

/// `fork FILE`: opens and begins to write, forks, uses and drops the connection in the child.
///
/// Says what the child got and its exit status, then `held` while the transaction is still open,
/// waits, commits, says `done`.
func forkWithOpenConnection(_ arguments: [String]) throws {
  let connection = try Connection(path: try arguments.argument(0, "FILE"), access: .readWrite)
  try connection.run("BEGIN IMMEDIATE")
  try connection.run("INSERT INTO t (a) VALUES ('parent')")
  let context = Unmanaged.passRetained(connection)
  let status = shim_fork(
    { context in
      guard let context else { return 2 }
      // The only reference of the child: dropping it runs `deinit`.
      var connection: Connection? = Unmanaged.fromOpaque(context).takeRetainedValue()
      do throws(SQLiteError) {
        try connection?.run("INSERT INTO t (a) VALUES ('child')")
        return 3
      } catch { say("child: \(error.code.rawValue) \(error.message)") }
      connection = nil
      return 0
    }, context.toOpaque())
  context.release()
  say("child ended with \(status)")
  say("held")
  waitForTest()
  try connection.run("INSERT INTO t (a) VALUES ('parent')")
  try connection.run("COMMIT")
  say("done")
}
