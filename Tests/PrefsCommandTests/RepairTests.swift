import Foundation
import Testing

@testable import prefs

@Suite("prefs doctor --salvage, restore-backup and copies from before migrations")
struct RepairTests {
  let box: Sandbox

  init() throws {
    box = try Sandbox()
    _ = try box.prefs("set", "-q", "a.b", "1", "a.c", "two")
  }

  private func damage(page: Int) throws {
    var bytes = try box.bytes("store.db")
    for index in page * 4096..<(page + 1) * 4096 {
      bytes[index] = UInt8(truncatingIfNeeded: index * 31)
    }
    try bytes.write(to: box.folder.appending(path: "store.db"))
  }

  @Test("a sound store is copied in full, and the code says so")
  func sound() throws {
    let run = try box.prefs("doctor", "--salvage", box.path("out.db"))
    #expect(run.code == 0)
    #expect(run.output == "\(box.path("out.db")): 2 preferences, 2 changes of the history\n")
    #expect(
      try box.prefs("-s", box.path("out.db"), "list").output == "a.b  int   1\na.c  text  two\n")
    #expect(try box.prefs("doctor", "--salvage", box.path("out.db")).code == 73)
    #expect(try box.prefs("doctor", "--quick", "--salvage", box.path("o")).code == 64)
  }

  @Test("of a damaged one all that can be read, with what is lost, as text and as JSON")
  func damaged() throws {
    try damage(page: 1)
    let before = try box.bytes("store.db")
    #expect(try box.prefs("get", "a.b").code == 65)
    let doctor = try box.prefs("doctor")
    #expect(doctor.code == 1 && doctor.diagnostics.contains("--salvage"))
    let run = try box.prefs("doctor", "--salvage", box.path("out.db"))
    #expect(run.code == 1)
    #expect(
      run.output.contains("from the log: a.b\n") && run.output.contains("lost: rows of the table"))
    #expect(try box.prefs("-s", box.path("out.db"), "get", "a.c").output == "two\n")
    let json = try box.prefs("doctor", "--json", "--salvage", box.path("out2.db")).output
    #expect(json.hasPrefix(#"{"preferences":2,"changes":2,"fromLog":["a.b","a.c"],"losses":["#))
    #expect(json.hasSuffix(#""complete":false}"# + "\n"))
    #expect(try box.bytes("store.db") == before)
    #expect(box.files == ["out.db", "out2.db", "store.db"])
  }

  @Test("doctor --quick reads no values, and finds the structure sound")
  func quick() throws {
    _ = try box.sqlite(
      "INSERT INTO preference (namespace, key, type, value) VALUES ('a', 'd', 'json', '{')")
    #expect(try box.prefs("doctor").code == 1)
    let run = try box.prefs("doctor", "--quick")
    #expect(run.code == 0)
    #expect(run.output.contains("fine  integrity  the file is well-formed\n"))
    #expect(!run.output.contains("values"))
  }

  @Test("a backup is put back, the old file kept under a dated name")
  func restore() throws {
    _ = try box.prefs("backup", box.path("copy.db"))
    _ = try box.prefs("set", "a.b", "2")
    let run = try box.prefs("restore-backup", box.path("copy.db"))
    #expect(run.code == 0 && run.output.isEmpty)
    #expect(run.diagnostics.hasPrefix("prefs: the old file is kept as \(box.store).replaced-2"))
    #expect(try box.prefs("get", "a.b").output == "1\n")
    let aside = try #require(box.files.first { $0.contains("replaced") })
    #expect(try box.prefs("get", "a.b", "-s", box.path(aside)).output == "2\n")
    let json = try box.prefs("restore-backup", "--json", box.path(aside)).output
    #expect(json.hasPrefix(#"{"store":"\#(box.store)","replaced":"\#(box.store).replaced-2"#))
    #expect(try box.prefs("get", "a.b").output == "2\n")
  }

  @Test("what cannot be put back has its code, and changes nothing")
  func refused() throws {
    #expect(try box.prefs("restore-backup", box.path("none.db")).code == 66)
    try Data("hello".utf8).write(to: box.folder.appending(path: "text"))
    #expect(try box.prefs("restore-backup", box.path("text")).code == 65)
    _ = try box.prefs("backup", box.path("copy.db"))
    let run = try box.shell(
      """
      mkfifo $FOLDER/pipe
      sqlite3 $PREFS_STORE < $FOLDER/pipe & exec 3> $FOLDER/pipe
      printf 'SELECT 1 FROM preference;\\n.shell touch %s\\n' $FOLDER/held >&3
      until [ -e $FOLDER/held ]; do sleep 0.01; done
      prefs restore-backup $FOLDER/copy.db; code=$?
      exec 3>&-; wait; exit $code
      """)
    #expect(run.code == 75)
    #expect(run.diagnostics.contains("in use by sqlite3 ("))
    #expect(!box.files.contains { $0.contains("replaced") || $0.contains("partial") })
  }

  @Test("migrate up keeps a copy from before, unless told otherwise; none of an empty file")
  func migrationBackup() throws {
    let old = box.path("old.db")
    #expect(try box.prefs("migrate", "up", "--to", "1", "-s", old).code == 0)
    #expect(!box.files.contains { $0.contains("migration-backup") })
    let insert = "INSERT INTO preference (namespace, key, type, value) VALUES ('a', 'b', 'int', 1)"
    _ = try box.shell("sqlite3 $FOLDER/old.db \"\(insert)\"")
    #expect(try box.prefs("migrate", "up", "--to", "2", "--no-backup", "-s", old).code == 0)
    #expect(!box.files.contains { $0.contains("migration-backup") })
    #expect(try box.prefs("migrate", "up", "--dry-run", "-s", old).code == 0)
    #expect(!box.files.contains { $0.contains("migration-backup") })
    #expect(try box.prefs("migrate", "up", "-s", old).code == 0)
    #expect(box.files.contains("old.db.migration-backup-1"))
    #expect(
      try box.prefs("restore-backup", old + ".migration-backup-1", "-s", old).code == 0)
    #expect(
      try box.shell("sqlite3 $FOLDER/old.db 'PRAGMA user_version'").output == "2\n")
  }
}
