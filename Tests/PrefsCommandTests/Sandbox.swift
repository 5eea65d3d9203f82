import Foundation

/// A fresh folder with a store that does not exist yet; gone when the test has ended.
final class Sandbox {
  let folder: URL
  /// The path of the store.
  var store: String { path("store.db") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "prefs-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    chmod(folder.path, 0o700)
    try? FileManager.default.removeItem(at: folder)
  }

  /// A path in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Runs `prefs` on the store.
  func prefs(_ arguments: String..., input: String = "") throws -> ToolRun {
    try ToolRun(arguments, input: input, environment: ["PREFS_STORE": store])
  }

  /// Runs SQL in SQLite's own shell on the store.
  @discardableResult
  func sqlite(_ sql: String) throws -> ToolRun {
    try ToolRun(
      "sqlite3 -bail \"$PREFS_STORE\" \"$SQL\"",
      environment: [
        "PREFS_STORE": store, "SQL": sql,
      ])
  }

  /// Runs a script with `prefs` in its path and the store in its environment.
  func shell(_ script: String) throws -> ToolRun {
    try ToolRun(script, environment: ["PREFS_STORE": store, "FOLDER": folder.path])
  }

  /// What lies in the folder.
  var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }
}
