import SQLiteCore

/// `read FILE ACCESS`: opens, counts the rows of table `t`, says `rows N` or the error, waits, closes.
func read(_ arguments: [String]) throws {
  let accesses: [String: Connection.Access] = [
    "readOnly": .readOnly, "immutable": .immutable, "readWrite": .readWrite,
  ]
  guard let access = accesses[try arguments.argument(1, "ACCESS")] else {
    throw UsageError(message: "no such access")
  }
  let connection = try Connection(path: try arguments.argument(0, "FILE"), access: access)
  say("rows \(try connection.integer("SELECT count(*) FROM t") ?? -1)")
  waitForTest()
}

/// `hold FILE`: takes the write lock, says `held`, waits, commits, says `done`.
func hold(_ arguments: [String]) throws {
  let connection = try Connection(path: try arguments.argument(0, "FILE"), access: .readWrite)
  try connection.run("BEGIN IMMEDIATE")
  say("held")
  waitForTest()
  try connection.run("COMMIT")
  say("done")
}

/// `write FILE COUNT`: commits COUNT rows, one by one, says `done`, waits, closes.
func write(_ arguments: [String]) throws {
  let connection = try Connection(path: try arguments.argument(0, "FILE"), access: .readWrite)
  for _ in 0..<(Int(try arguments.argument(1, "COUNT")) ?? 0) {
    try connection.run("INSERT INTO t (a) VALUES ('helper')")
  }
  say("done")
  waitForTest()
}
