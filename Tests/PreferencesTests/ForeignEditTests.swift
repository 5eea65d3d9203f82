import Foundation
import Preferences
import TestSupport
import Testing

/// The `sqlite3` shell on a file.
struct Shell {
  let file: String

  /// Runs SQL; what it printed, and what it said on standard error.
  @discardableResult
  func run(_ sql: String) throws -> (output: String, error: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-bail", "-cmd", ".timeout 10000", file, sql]
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let trouble = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      String(decoding: text, as: UTF8.self), String(decoding: trouble, as: UTF8.self),
      process.terminationStatus
    )
  }
}

@Suite("Edits by the sqlite3 shell")
struct ForeignEditTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  let shell: Shell

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    shell = Shell(file: folder.file())
    try store.set("ada", for: AppSettings.username)
  }

  private var lastChange: String {
    get throws {
      try shell.run(
        """
        SELECT name, operation, before, after, coalesce(origin, 'outside'), change_set
        FROM history LIMIT 1
        """
      ).output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  @Test("INSERT is logged as an outside change and read by an open store")
  func insert() throws {
    try shell.run(
      "INSERT INTO preference (namespace, key, type, value) VALUES ('Settings','launches','int',5)")
    #expect(store[AppSettings.launches] == 5)
    #expect(try lastChange == "Settings.launches|insert||5|outside|0")
  }

  @Test("INSERT OR REPLACE is logged with the value before")
  func replace() throws {
    try shell.run(
      """
      INSERT OR REPLACE INTO preference (namespace, key, type, value)
      VALUES ('Settings', 'username', 'text', 'grace')
      """)
    #expect(store[AppSettings.username] == "grace")
    #expect(try lastChange == "Settings.username|update|ada|grace|outside|0")
  }

  @Test("UPDATE, upsert and DELETE are logged with the values before and after")
  func others() throws {
    try shell.run("UPDATE preference SET value = 'grace' WHERE key = 'username'")
    #expect(try lastChange == "Settings.username|update|ada|grace|outside|0")
    try shell.run(
      """
      INSERT INTO preference (namespace, key, type, value)
      VALUES ('Settings', 'username', 'text', 'edsger')
      ON CONFLICT DO UPDATE SET value = excluded.value
      """)
    #expect(try lastChange == "Settings.username|update|grace|edsger|outside|0")
    #expect(store[AppSettings.username] == "edsger")
    try shell.run("DELETE FROM preference WHERE key = 'username'")
    #expect(try lastChange == "Settings.username|delete|edsger||outside|0")
    #expect(try store.state(of: AppSettings.username) == .unset)
  }

  @Test("the library's own changes carry its origin and a change set")
  func own() throws {
    try store.transaction(origin: "settings window") { t in
      t[AppSettings.username] = "grace"
      t[AppSettings.launches] = 1
    }
    #expect(
      try shell.run("SELECT origin, count(*), count(DISTINCT change_set) FROM history GROUP BY 1")
        .output.contains("settings window|2|1"))
  }

  @Test(
    "a wrong storage class is refused by a named CHECK",
    arguments: [
      ("'Settings', 'a', 'int', 'five'", "value_fits_type"),
      ("'Settings', 'a', 'bool', 2", "value_fits_type"),
      ("'Settings', 'a', 'text', x'00'", "value_fits_type"),
      ("'Settings', 'a', 'color', 1", "value_fits_type"),
      ("'Settings', '', 'int', 1", "key_is_a_name"),
      ("'Set' || char(10), 'a', 'int', 1", "namespace_is_a_name"),
    ])
  func refused(values: String, check: String) throws {
    let result = try shell.run(
      "INSERT INTO preference (namespace, key, type, value) VALUES (\(values))")
    #expect(result.status != 0)
    #expect(result.error.contains(check))
  }

  @Test("a tag of a newer version is kept and shown, and reads as the default")
  func unknownTag() throws {
    try shell.run(
      """
      INSERT INTO preference (namespace, key, type, value)
      VALUES ('Settings', 'launches', 'duration', 90)
      """)
    #expect(store[AppSettings.launches] == 0)
    #expect(store.diagnostics.count == 1)
    #expect(try shell.run("SELECT value FROM preference WHERE type = 'duration'").output == "90\n")
  }

  @Test("the view settings shows names, types and readable values")
  func settingsView() throws {
    try store.set(PreferenceColor(red: 1, green: 0.5, blue: 0, alpha: 0.5), for: AppSettings.accent)
    store[AppSettings.appearance] = .dark
    let lines = try shell.run("SELECT name, type, value FROM settings").output.split(
      separator: "\n")
    #expect(
      lines == [
        "Settings.accent|color|#FF800080", "Settings.appearance|appearance|dark",
        "Settings.username|text|ada",
      ])
    #expect(
      try shell.run("SELECT red, green, blue, alpha FROM preference WHERE key = 'accent'").output
        == "1.0|0.5|0.0|0.5\n")
  }
}

/// Size of a file without opening it.
func fileSize(_ path: String) -> Int {
  (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
}
