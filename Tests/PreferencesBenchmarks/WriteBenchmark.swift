import CSQLite
import Foundation
import Preferences
import SQLiteCore

/// One value in a store of 10,000 replaced by another one, with its history, in a transaction of
/// its own; checkpoints come along at 1,000 frames on all sides.
func writeBenchmark(_ sample: Sample, durable: Bool) throws -> Group {
  let keys = 10_000
  let order = Sample.order(keys)
  let names = (0..<keys).map(Sample.name)
  var turn = 0
  func next() -> (String, String) {
    turn += 1
    // Beyond the texts that the store began with, or a write could be an equal one.
    return (names[order[turn % order.count]], Sample.text(keys + turn))
  }

  let bare = try BareWriter(path: try sample.store(keys: keys), durable: durable)
  let plain = Case(name: "C") { times in
    for _ in 0..<times {
      let (name, text) = next()
      try bare.write(text, to: name)
    }
  }

  let wrapped = try WrappedWriter(path: try sample.store(keys: keys), durable: durable)
  let wrapper = Case(name: "the wrapper", target: durable ? 1.3 : nil) { times in
    for _ in 0..<times {
      let (name, text) = next()
      try wrapped.write(text, to: name)
    }
  }

  var options = StoreOptions()
  options.durability = durable ? .full : .normal
  let store = try PreferenceStore(path: try sample.store(keys: keys), options: options)
  let typed = Dictionary(
    uniqueKeysWithValues: names.map {
      ($0, PreferenceStore.Key($0, in: Sample.namespace, default: ""))
    })
  let library = Case(name: "the store", target: durable ? 1.3 : nil) { times in
    for _ in 0..<times {
      let (name, text) = next()
      if let key = typed[name] { try store.set(text, for: key) }
    }
  }
  return Group(
    name: durable ? "durable write" : "write, not synced", waits: durable,
    cases: [plain, wrapper, library])
}

private let update = """
  UPDATE preference SET type = ?3, value = ?4, red = ?5, green = ?6, blue = ?7, alpha = ?8,
    updated_at = max(updated_at, ?9), sequence = iif(sequence = 0, 0, ?10)
  WHERE namespace = ?1 AND key = ?2
    AND (type, value, red, green, blue, alpha, typeof(value))
      IS NOT (?3, ?4, ?5, ?6, ?7, ?8, typeof(?4))
  """

/// The write path of V0001 in plain C calls, with SQLite's automatic checkpoints.
private final class BareWriter {
  private let database: BareDatabase
  private let statements: [OpaquePointer]
  private let namespace = Sample.namespace.characters
  private let type = "text".characters

  init(path: String, durable: Bool) throws {
    let database = try BareDatabase(path: path, synchronous: durable ? "FULL" : "NORMAL")
    self.database = database
    statements = try [
      "BEGIN IMMEDIATE", "SELECT max(sequence) FROM preference_change", update, "COMMIT",
    ].map { try database.prepare($0) }
  }

  deinit { for statement in statements { sqlite3_finalize(statement) } }

  func write(_ text: String, to name: String) throws {
    let (name, text) = (name.characters, text.characters)
    // Bound without a copy.
    defer { withExtendedLifetime((name, text)) {} }
    try database.run(statements[0])
    guard sqlite3_step(statements[1]) == SQLITE_ROW else { throw database.failure(0) }
    let next = sqlite3_column_int64(statements[1], 0) + 1
    sqlite3_reset(statements[1])
    let statement = statements[2]
    bindStatic(statement, 1, namespace)
    bindStatic(statement, 2, name)
    bindStatic(statement, 3, type)
    bindStatic(statement, 4, text)
    sqlite3_bind_int64(statement, 9, now())
    sqlite3_bind_int64(statement, 10, next)
    sqlite3_set_last_insert_rowid(database.handle, -(next << 20 | 1))
    defer { sqlite3_set_last_insert_rowid(database.handle, 0) }
    try database.run(statement)
    guard sqlite3_changes(database.handle) == 1 else { throw database.failure(0) }
    try database.run(statements[3])
  }
}

/// The same through the wrapper, with guarded checkpoints.
private final class WrappedWriter {
  private let connection: Connection
  private let guardian: Connection

  init(path: String, durable: Bool) throws {
    connection = try Connection(
      path: path, access: .readWrite, synchronous: durable ? .full : .normal)
    guardian = try Connection(path: path, access: .readWrite)
  }

  func write(_ text: String, to name: String) throws {
    try connection.immediateTransaction(failure: { $0 }) { () throws(SQLiteError) in
      let next = (try connection.integer("SELECT max(sequence) FROM preference_change") ?? 0) + 1
      connection.setLastInsertRowID(-(next << 20 | 1))
      defer { connection.setLastInsertRowID(0) }
      try connection.withStatement(
        """
        UPDATE preference SET type = ?3, value = ?4, red = ?5, green = ?6, blue = ?7, alpha = ?8,
          updated_at = max(updated_at, ?9), sequence = iif(sequence = 0, 0, ?10)
        WHERE namespace = ?1 AND key = ?2
          AND (type, value, red, green, blue, alpha, typeof(value))
            IS NOT (?3, ?4, ?5, ?6, ?7, ?8, typeof(?4))
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(Sample.namespace, at: 1)
        try statement.bind(name, at: 2)
        try statement.bind("text", at: 3)
        try statement.bind(text, at: 4)
        try statement.bind(now(), at: 9)
        try statement.bind(next, at: 10)
        try statement.run()
      }
    }
    if connection.framesInLog >= 1000 { _ = try connection.checkpoint(guardedBy: guardian) }
  }
}

/// Milliseconds since 1970-01-01T00:00:00Z.
private func now() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
