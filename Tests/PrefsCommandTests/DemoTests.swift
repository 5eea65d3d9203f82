import Foundation
import Testing

@testable import prefs

@Suite("prefs demo")
struct DemoTests {
  @Test("the tour runs through, leaves nothing behind, and touches no other store")
  func tour() throws {
    let box = try Sandbox()
    let run = try ToolRun(
      ["demo"],
      environment: [
        "PREFS_STORE": box.store, "TMPDIR": box.folder.path, "PATH": "/usr/local/bin:/usr/bin:/bin",
      ])
    #expect(run.code == 0)
    #expect(run.output.contains("Editor.recentFiles      json  [\"notes.txt\",\"todo.md\"]\n"))
    #expect(run.output.contains("$ prefs get Editor.tabWidth\n"))
    #expect(run.diagnostics.contains("Editor.tabWidth: expected int"))
    if ToolRun.has("sqlite3") {
      #expect(run.output.contains("\n8\n"))
      #expect(run.output.contains("another program"))
    }
    #expect(box.files == [])
  }

  @Test("without SQLite's shell its steps are left out")
  func withoutShell() throws {
    let box = try Sandbox()
    let run = try ToolRun(
      ["demo", "--keep"],
      environment: [
        "TMPDIR": box.folder.path, "PATH": box.folder.path,
      ])
    #expect(run.code == 0)
    #expect(run.diagnostics.contains("sqlite3 is not installed"))
    #expect(box.files.count == 1)
  }
}
