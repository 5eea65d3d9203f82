#if os(Linux)
  import Foundation
  import SQLiteCore
  import TestSupport
  import Testing

  @testable import Preferences

  /// Events of files come before the commits that they announce can be seen.
  @Suite("looking after a hint")
  struct StoreWatcherTests {
    /// A sqlite3 shell that commits while a library's commit is noticed has given its hint before; its
    /// own commit gives none.
    @Test(
      "a look that has found something is not the last one, and looks become rare",
      arguments: [StoreWatcher.Outcome.moved, .own])
    func looksOn(found: StoreWatcher.Outcome) async throws {
      let folder = try TemporaryFolder()
      try Data().write(to: URL(filePath: folder.file()))
      let looks = Lock(0)
      let isHinted = Lock(false)
      let watcher = StoreWatcher(path: folder.file()) {
        guard isHinted.withLock({ $0 }) else { return .still }
        return looks.withLock { looks in
          looks += 1
          return looks == 1 ? found : .still
        }
      }
      watcher.start()
      defer { watcher.stop() }
      // The looks at the start have grown rare.
      try await Task.sleep(for: .milliseconds(300))
      isHinted.withLock { $0 = true }
      #expect(SystemCalls.touch(folder.file()), "one event")
      try await Task.sleep(for: .seconds(3))
      let count = looks.withLock { $0 }
      #expect(count > 8, "1, 2, 4 … milliseconds after each other")
      #expect(count < 40)
    }
  }
#endif
