import Foundation
import Testing

@testable import prefs

@Suite("prefs import and export")
struct ImportAndExportTests {
  /// Real preference files, beside the repository.
  private static let real = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/data/real/plist").standardizedFileURL.path
  private static let hasReal = FileManager.default.fileExists(atPath: real)

  private static let list = """
    <plist version="1.0"><dict><key>name</key><string>é</string><key>runs</key><integer>3</integer>
    <key>on</key><true/><key>f</key><real>1</real><key>sizes</key><array><integer>1</integer>
    </array></dict></plist>
    """

  @Test("a property list becomes one change set in the namespace of its file name")
  func importsList() throws {
    let box = try Sandbox()
    try Self.list.write(
      toFile: box.path("com.example.app.plist"), atomically: true, encoding: .utf8)
    let run = try box.prefs("import", box.path("com.example.app.plist"))
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("XML property list: 5 taken, 0 left out\n"))
    #expect(
      try box.prefs("list").output == """
        com.example.app.f      real  1.0
        com.example.app.name   text  é
        com.example.app.on     bool  true
        com.example.app.runs   int   3
        com.example.app.sizes  json  [1]

        """)
    #expect(
      try box.sqlite("SELECT count(DISTINCT change_set) FROM preference_change").output == "1\n")
  }

  @Test("a dry run shows the values and writes nothing")
  func dryRun() throws {
    let box = try Sandbox()
    let run = try box.prefs("import", "-", "--into", "A", "--dry-run", input: Self.list)
    #expect(run.code == 0)
    #expect(run.output.contains("\nA.runs   int   3\n"))
    #expect(box.files == [])
  }

  @Test("standard input needs a namespace, unless it brings its own")
  func standardInput() throws {
    let box = try Sandbox()
    #expect(try box.prefs("import", "-", input: Self.list).code == 64)
    #expect(try box.prefs("import", "-", "--into", "A", input: Self.list).code == 0)
    let run = try box.shell(
      """
      prefs export | prefs -s $FOLDER/copy.db import - && prefs -s $FOLDER/copy.db export > $FOLDER/b
      prefs export > $FOLDER/a
      grep -v edAt $FOLDER/a > $FOLDER/a2; grep -v edAt $FOLDER/b > $FOLDER/b2
      cmp $FOLDER/a2 $FOLDER/b2
      """)
    #expect(run.code == 0)
    #expect(run.diagnostics == "")
  }

  @Test("an equal import is no change")
  func again() throws {
    let box = try Sandbox()
    _ = try box.prefs("import", "-", "--into", "A", input: Self.list)
    _ = try box.prefs("import", "-", "--into", "A", input: Self.list)
    #expect(try box.sqlite("SELECT count(*) FROM preference_change").output == "5\n")
  }

  @Test("one value that cannot be stored fails the whole import")
  func allOrNothing() throws {
    let box = try Sandbox()
    let text = #"{"a": 1, "b": "\#(String(repeating: "x", count: 10))", "c": {"d": [1,]}"#
    let run = try box.prefs("import", "-", "--into", "A", input: text)
    #expect(run.code == 65)
    #expect(run.diagnostics.hasPrefix("prefs: standard input:1:"))
    #expect(box.files == [])
  }

  @Test("an entry that no name can hold is told, and makes the import a no")
  func leftOut() throws {
    let box = try Sandbox()
    let run = try box.prefs("import", "-", "--into", "A", "--json", input: #"{"a":1,"":2}"#)
    #expect(run.code == 1)
    #expect(run.output.contains(#""leftOut":[{"path":"","reason":"#))
    #expect(try box.prefs("list", "--names").output == "A.a\n")
  }

  @Test("a whole file becomes one value with --key")
  func key() throws {
    let box = try Sandbox()
    let run = try box.prefs("import", "-", "--into", "A", "--key", "all", input: "[1, 2]")
    #expect(run.code == 0)
    #expect(try box.prefs("get", "A.all").output == "[1,2]\n")
  }

  @Test(
    "a file that cannot be imported has its code and a place",
    arguments: [
      ("/nowhere.plist", 66, "/nowhere.plist"), ("/", 66, "/"), ("/dev/null", 66, "/dev/null"),
    ] as [(String, Int32, String)])
  func unreadable(path: String, code: Int32, message: String) throws {
    let box = try Sandbox()
    let run = try box.prefs("import", path)
    #expect(run.code == code)
    #expect(run.diagnostics.hasPrefix("prefs: \(message)"))
    #expect(box.files == [])
  }

  @Test(
    "a file is not replaced by an export of nothing",
    arguments: ["export B -f json", "export B -f plist", "export B -f css", "palette export B"])
  func nothing(line: String) throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "A.a", "#FF0000")
    _ = try box.shell("echo kept > $FOLDER/file")
    let run = try box.shell("prefs \(line) -o $FOLDER/file")
    #expect(run.code == 1 && run.diagnostics.contains("no preference in B\n"))
    #expect(try box.shell("cat $FOLDER/file").output == "kept\n")
  }

  @Test("an export is written whole, for its owner alone, or not at all")
  func output() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "A.x", "1", "B.y", "2")
    let run = try box.prefs("export", "A", "-o", box.path("a.plist"))
    #expect(run.code == 0)
    #expect(run.diagnostics == "prefs: \(box.path("a.plist")): 1 preferences\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: box.path("a.plist"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(String(decoding: try box.bytes("a.plist"), as: UTF8.self).contains("<key>x</key>"))
    #expect(try box.prefs("export", "-o", box.path("b.plist")).code == 64)
    #expect(try box.prefs("export", "-o", box.path("no/b.json")).code == 73)
    #expect(try box.prefs("export", "-o", box.path("")).code == 73)
    #expect(try box.prefs("export", "-o", "/dev/full/x").code == 73)
    #expect(!box.files.contains { $0.hasSuffix(".tmp") || $0.hasPrefix("b.") })
  }

  @Test(
    "every real property list is imported or refused by name", .enabled(if: hasReal),
    arguments: (try? FileManager.default.contentsOfDirectory(atPath: real).sorted()) ?? [])
  func realFiles(file: String) throws {
    let box = try Sandbox()
    let run = try box.prefs("import", "\(Self.real)/\(file)")
    #expect(run.code == (file == "shortcuts-array.plist" ? 65 : 0))
    #expect((run.output + run.diagnostics).contains(file) || run.code == 0)
    guard box.files.contains("store.db") else { return }
    // What was imported goes through both forms of export and comes back the same.
    let script = """
      cd $FOLDER; prefs export | grep -v edAt > one
      ns=$(prefs list --names | head -n 1 | cut -d. -f1)
      prefs export "$ns" -o list.plist -q && prefs -s two.db import list.plist --into "$ns" > log
      prefs -s two.db export | grep -v edAt > two; cmp one two
      """
    #expect(try box.shell(script).code == 0)
  }
}
