#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import PreferencesSchema
import SQLiteCore
import SchemaMigrations

/// `migrate FILE JOURNAL POINT SQL...`: says `ready`, waits, runs the migrations and says how many
/// steps it was. Each SQL is `NAME=TEXT`. At POINT it ends by SIGKILL: points 0, 1 are before and
/// after the first statement, 2, 3 before and after the second, and so on; -1 is never.
func migrate(_ arguments: [String]) throws {
  let file = try arguments.argument(0, "FILE")
  let journal = try arguments.argument(1, "JOURNAL")
  let points = Points(last: Int(try arguments.argument(2, "POINT")) ?? -1)
  let files = arguments.dropFirst(3).map { argument in
    let parts = argument.split(separator: "=", maxSplits: 1)
    return (name: String(parts[0]), text: Array(parts[1].utf8))
  }
  let migrator = Migrator(
    try MigrationSet(component: "notes", files: files),
    applicationID: PreferencesSchema.applicationID, tool: "helper"
  ) { (_, step) throws(SQLiteError) in
    points.pass()
    try step()
    points.pass()
  }
  say("ready")
  waitForTest()
  let connection = try Connection(path: file, access: .create, busyTimeout: 60_000)
  // Two that change the mode at once would deadlock, so SQLite gives up without waiting.
  while journal == "wal", try connection.journalMode() != "wal" {
    if try !connection.changeJournalMode(writeAheadLog: true) { usleep(1000) }
  }
  say("\(try migrator.migrate(connection).steps.count)")
}

/// Counts the points between statements. Unchecked: one thread passes them.
private final class Points: @unchecked Sendable {
  private let last: Int
  private var count = 0

  init(last: Int) { self.last = last }

  func pass() {
    if count == last { kill(getpid(), SIGKILL) }
    count += 1
  }
}
