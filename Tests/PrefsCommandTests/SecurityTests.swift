import Foundation
import Testing

@testable import prefs

@Suite("What others must not see")
struct SecurityTests {
  @Test("every file that the command makes is its owner's alone, whatever the umask says")
  func modes() throws {
    let box = try Sandbox()
    let run = try box.shell(
      """
      set -e; cd $FOLDER; umask 0
      prefs set -q a.b 1 a.colour '#ff0000'
      sqlite3 $PREFS_STORE 'BEGIN IMMEDIATE; SELECT 1' '.shell ls -l | cut -c1-10 > during'
      prefs backup -q copy.db
      prefs export --output all.json; prefs export a --output a.css
      prefs doctor --salvage saved.db > /dev/null
      prefs restore-backup -q copy.db
      prefs migrate up -q --to 2 --store old.db > /dev/null
      sqlite3 old.db "INSERT INTO preference (namespace, key, type, value) VALUES ('a','b','int',1)"
      prefs set -q --store old.db a.b 2
      """)
    #expect(run.code == 0, "\(run.diagnostics)")
    #expect(box.files.contains("old.db.migration-backup-1"))
    #expect(box.files.contains { $0.contains("replaced") })
    for name in box.files where name != "during" {
      let mode = try FileManager.default.attributesOfItem(atPath: box.path(name))
      #expect(mode[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    let during = String(decoding: try box.bytes("during"), as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("-") && $0 != "-rw-rw-rw-" }
    #expect(during.count == 3 && during.allSatisfy { $0 == "-rw-------" }, "\(during)")
  }

  @Test("a redacted value is in no output and no error, and an erased one in no file")
  func secrets() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "-q", "a.token", "hunter2hunter2")
    _ = try box.sqlite(
      "INSERT INTO preference_key (namespace, key, redacted) VALUES ('a', 'token', 1)")
    _ = try box.prefs("backup", box.path("copy.db"))
    for words in [
      ["list"], ["get", "a.token"], ["describe", "a.token"], ["history"], ["show", "1"],
      ["diff", "0"],
      ["export"], ["export", "a", "--as", "plist"], ["doctor"], ["list", "--json"],
      ["get", "a.token", "--as", "int"], ["history", "--json"],
    ] {
      let run = try ToolRun(words, environment: ["PREFS_STORE": box.store])
      #expect(!run.output.contains("hunter2") || words[0] == "get", "\(words)")
      #expect(!run.diagnostics.contains("hunter2"), "\(words)")
    }
    _ = try box.prefs("erase", "--yes", "a.token")
    #expect(try box.shell("grep -c hunter2 $PREFS_STORE").output == "0\n")
  }

  @Test("what --exec is given is a program's name and nothing else: no shell reads it")
  func exec() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "-q", "a.b", "$(touch $FOLDER/evil); touch evil")
    for program in [
      "touch \(box.path("evil"))", "true; touch \(box.path("evil"))", "$(touch evil)",
    ] {
      let run = try box.prefs("watch", "--after", "0", "--count", "1", "--exec", program)
      #expect(run.code == 66, "\(run.diagnostics)")
    }
    _ = try box.prefs("watch", "--after", "0", "--count", "1", "--exec", "true")
    #expect(!box.files.contains("evil"))
  }
}
