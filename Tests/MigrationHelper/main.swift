// A second process for the tests of SchemaMigrations:
// MigrationHelper DATABASE FOLDER [--kill-at N] [--wal]
// migrates the database with the folder's files and prints the number of steps it ran. With
// --kill-at it ends by SIGKILL: before the statement N/2, or after it when N is odd.
import Foundation
import PreferencesSchema
import SQLiteCore
import SchemaMigrations

let arguments = CommandLine.arguments
guard arguments.count > 2 else { exit(64) }
let killAt = arguments.firstIndex(of: "--kill-at").flatMap { Int(arguments[$0 + 1]) }

/// Counts the points between statements; used by one thread only.
final class Points: @unchecked Sendable {
  private var count = 0

  func pass() {
    if count == killAt { kill(getpid(), SIGKILL) }
    count += 1
  }
}

do {
  let folder = URL(filePath: arguments[2])
  let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".sql") }
    .map { (name: $0, text: Array(try Data(contentsOf: folder.appending(path: $0)))) }
  let connection = try Connection(path: arguments[1], access: .create, busyTimeout: 60_000)
  // Two that change the mode at once would deadlock, so SQLite gives up without waiting.
  while arguments.contains("--wal"), try connection.journalMode() != "wal" {
    do { _ = try connection.setJournalMode(writeAheadLog: true) } catch {
      guard case .busy = error.code else { throw error }
      usleep(1000)
    }
  }
  let points = Points()
  let migrator = Migrator(
    try MigrationSet(component: "notes", files: files),
    applicationID: PreferencesSchema.applicationID, tool: "helper"
  ) { (_, step) throws(SQLiteError) in
    points.pass()
    try step()
    points.pass()
  }
  print(try migrator.migrate(connection).steps.count)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
