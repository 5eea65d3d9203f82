import Foundation
import Preferences
import Synchronization

/// A fresh folder that goes away with this object, with all that is in it.
///
/// Keep it in a stored property of the suite: that lives exactly as long as the test.
package final class TemporaryFolder {
  package let path: String

  /// Whether the tests run with the rollback journal: PREFERENCES_JOURNAL=rollback.
  package static let usesRollbackJournal =
    ProcessInfo.processInfo.environment["PREFERENCES_JOURNAL"] == "rollback"

  /// Whether the tests run without a cache: PREFERENCES_CACHE=off.
  package static let usesNoCache = ProcessInfo.processInfo.environment["PREFERENCES_CACHE"] == "off"

  /// - Parameter parent: the folder to make it in, the system's place for such by default.
  package init(in parent: String? = nil) throws {
    StoreOptions.rollbackByDefault.store(Self.usesRollbackJournal, ordering: .relaxed)
    StoreOptions.cachesNothing.store(Self.usesNoCache, ordering: .relaxed)
    let url = (parent.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory)
      .appendingPathComponent("preferences-tests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit {
    // A test may have made it read-only.
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder; the file need not exist.
  package func file(_ name: String = "preferences.db") -> String { "\(path)/\(name)" }

  /// Names of what is in the folder now, sorted.
  package var contents: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// All bytes of a file that SQLite does **not** have open in this process: closing it would drop
  /// SQLite's locks (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
  package func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// Writes a file that SQLite does not have open.
  package func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }
}
