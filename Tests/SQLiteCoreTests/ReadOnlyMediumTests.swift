import Foundation
import TestSupport
import Testing

@testable import SQLiteCore

/// Files that may be read and not be written, seen by a process that is not root.
@Suite("Read-only media", .enabled(if: asNobody != nil, "no way to run a process as another user"))
struct ReadOnlyMediumTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let connection = try Connection.withTable(at: folder.file())
    try connection.run("INSERT INTO t (a) VALUES (1)")
  }

  private func makeReadOnly() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.file())
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
  }

  private func read(_ access: String) throws -> String {
    let helper = try HelperProcess(["read", folder.file(), access], prefix: asNobody ?? [])
    defer { _ = try? helper.finish() }
    return try helper.line()
  }

  @Test("a WAL database in a read-only folder opens as immutable, and only so")
  func writeAheadLog() throws {
    try makeReadOnly()
    #expect(try read("immutable") == "rows 1")
    #expect(try read("readOnly").hasPrefix("error: \(folder.file())"))
    #expect(folder.contents == ["preferences.db"])
  }

  @Test("a rollback database in a read-only folder opens read-only")
  func rollbackJournal() throws {
    #expect(
      try Connection(path: folder.file(), access: .readWrite).changeJournalMode(
        writeAheadLog: false))
    try makeReadOnly()
    #expect(try read("readOnly") == "rows 1")
    #expect(try read("readWrite") == "rows 1")
    #expect(try read("immutable") == "rows 1")
    #expect(folder.contents == ["preferences.db"])
  }
}

/// What starts a program as a user with no rights: nothing when we are such a user already.
private let asNobody: [String]? = {
  guard getuid() == 0 else { return [] }
  let program = "/usr/bin/setpriv"
  guard FileManager.default.isExecutableFile(atPath: program),
    let helper = HelperProcess.executable
  else { return nil }
  let prefix = [program, "--reuid=65534", "--regid=65534", "--clear-groups"]
  // The build folder itself may be out of that user's reach.
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = Array(prefix.dropFirst()) + ["test", "-x", helper]
  guard (try? process.run()) != nil else { return nil }
  process.waitUntilExit()
  return process.terminationStatus == 0 ? prefix : nil
}()
