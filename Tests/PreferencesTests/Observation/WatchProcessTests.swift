import Foundation
import Preferences
import TestSupport
import Testing

/// Watchers in other processes, and writers of four kinds.
@Suite("watching across processes", .enabled(if: HelperProcess.executable != nil))
struct WatchProcessTests {
  let folder: TemporaryFolder
  let shell: Shell

  init() throws {
    folder = try TemporaryFolder()
    shell = Shell(file: folder.file())
    try PreferenceStore(path: folder.file()).set(
      0, for: PreferenceStore.Key("start", in: "Test", default: 1))
  }

  /// What every watcher must have said: the log itself.
  private func log() throws -> [String] {
    let text = try shell.run(
      """
      SELECT c.sequence || ' ' || c.key || ' ' || coalesce(p.value, '-') || ' ' || coalesce(c.value, '-')
      FROM preference_change AS c LEFT JOIN preference_change AS p ON p.sequence = c.previous
      ORDER BY c.sequence
      """
    ).output
    return text.split(separator: "\n").map(String.init)
  }

  private static let hasPython = (try? Shell.script("command -v python3 >/dev/null", in: "/")) == 0

  @Test(
    "four writers, one of them the shell and one Python: every watcher sees every change once, in order; one that was killed goes on where it ended"
  )
  func everything() async throws {
    // 2,500 changes of each writer in the long form.
    let count = isLong ? 2500 : 150
    let watchers = try (0..<3).map { _ in try HelperProcess(["store-watch", folder.file(), "0"]) }
    for watcher in watchers { #expect(try watcher.line() == "ready") }
    let writers = try ["a", "b"].map {
      try HelperProcess(["store-write", folder.file(), $0, "\(count)"])
    }
    for writer in writers { #expect(try writer.line() == "ready") }
    for writer in writers { try writer.send() }
    let (file, path) = (folder.file(), folder.path)
    let foreign = Task.detached {
      let sql = (1...count).map {
        """
        INSERT INTO preference (namespace, key, type, value) VALUES ('Test', 'shell', 'int', \($0))
        ON CONFLICT DO UPDATE SET value = excluded.value;
        """
      }.joined(separator: "\n")
      try Data((".timeout 60000\n" + sql).utf8).write(to: URL(filePath: path + "/edits.sql"))
      return try Shell.script("sqlite3 '\(file)' < edits.sql", in: path)
    }
    let python = Task.detached {
      let program = """
        import sqlite3
        db = sqlite3.connect('\(file)', timeout=60, isolation_level=None)
        for number in range(1, \(count) + 1):
            db.execute("REPLACE INTO preference (namespace, key, type, value) VALUES ('Test', 'python', 'int', ?)", (number,))
        """
      try Data(program.utf8).write(to: URL(filePath: path + "/edits.py"))
      return Self.hasPython ? try Shell.script("python3 edits.py", in: path) : 0
    }
    // One watcher dies in the middle, and another one goes on after the last line it has said.
    var first: [String] = []
    for _ in 0..<count { first.append(try watchers[2].line()) }
    first += watchers[2].killReadingRest()
    let last = try #require(first.last?.split(separator: " ").first.map(String.init))
    let successor = try HelperProcess(["store-watch", folder.file(), last])
    #expect(try successor.line() == "ready")
    for writer in writers { #expect(try writer.line() == "done") }
    #expect(try await foreign.value == 0)
    #expect(try await python.value == 0)
    let log = try log()
    #expect(log.count == 1 + count * (Self.hasPython ? 4 : 3))
    for watcher in watchers[..<2] {
      for expected in log { #expect(try watcher.line() == expected) }
    }
    for expected in log.dropFirst(first.count) { #expect(try successor.line() == expected) }
    #expect(first == Array(log.prefix(first.count)))
  }

  /// It reads the file as immutable, and opens it anew when that has changed.
  @Test(
    "who may not write the folder is told of changes, too",
    .enabled(if: canDropRights))
  func readOnlyFolder() throws {
    chmod(folder.file(), 0o644)
    chmod(folder.path, 0o755)
    let watcher = try HelperProcess(["store-watch", folder.file(), "1"], prefix: dropRights)
    #expect(try watcher.line() == "ready")
    for number in 1...3 {
      // The last to close leaves no log.
      try shell.run("UPDATE preference SET value = \(number) WHERE key = 'start'")
      #expect(try watcher.line() == "\(number + 1) start \(number - 1) \(number)")
    }
  }

  @Test(
    "an idle watcher sleeps: nothing wakes its threads",
    .enabled(if: !Sanitizer.isThread, "ThreadSanitizer wakes a thread of its own"))
  func idle() async throws {
    let watcher = try HelperProcess(["store-watch", folder.file(), "1"])
    #expect(try watcher.line() == "ready")
    let tasks = "/proc/\(watcher.processIdentifier)/task"
    func wakeUps() throws -> [String] {
      let statuses = try FileManager.default.contentsOfDirectory(atPath: tasks).sorted().map {
        try String(contentsOfFile: "\(tasks)/\($0)/status", encoding: .utf8).split(separator: "\n")
      }
      // libdispatch looks after its own threads, named after their qualities, once a second.
      return statuses.filter { $0.first?.contains("qos") == false }
        .compactMap { $0.first { $0.hasPrefix("voluntary_ctxt_switches") }.map(String.init) }
    }
    // After a hint it looks often at first. A thread may end between two system calls.
    var isIdle = false
    for _ in 0..<20 where !isIdle {
      let before = try? wakeUps()
      try await Task.sleep(for: .seconds(3))
      isIdle = before?.isEmpty == false && before == (try? wakeUps())
    }
    #expect(isIdle)
  }
}
