import Foundation
import Testing

@testable import prefs

@Suite("Files that are no usable store")
struct BadStoreTests {
  /// A path to use, and how it comes about.
  static let cases: [(name: String, script: String, code: Int32)] = [
    ("a picture", "printf '\\x89PNG\\r\\n\\x1a\\n0123456789' > $PREFS_STORE", 65),
    ("a text", "yes settings | head -c 5000 > $PREFS_STORE", 65),
    ("a folder", "mkdir $PREFS_STORE", 65),
    ("another program's database", "sqlite3 $PREFS_STORE 'CREATE TABLE t (a)'", 65),
    (
      "a file of garbage pages",
      "prefs set a.b 1; dd if=/dev/urandom of=$PREFS_STORE bs=4096 seek=1 count=9 conv=notrunc", 65
    ),
    ("a file cut off", "prefs set a.b 1; head -c 100 $PREFS_STORE > f; mv f $PREFS_STORE", 65),
  ]

  @Test("is refused with its code and stays as it is", arguments: cases.indices)
  func refused(index: Int) throws {
    let (_, script, code) = Self.cases[index]
    let box = try Sandbox()
    #expect(try box.shell("cd $FOLDER; \(script)").code == 0)
    let before = try? box.bytes("store.db")
    for arguments in [
      ["get", "a.b"], ["set", "a.b", "2"], ["list"], ["unset", "a.b"], ["describe", "a.b"],
      ["export"], ["doctor"], ["backup", box.path("copy")], ["migrate", "status"],
      ["migrate", "up"], ["migrate", "verify"], ["import", "-", "--into", "a"],
    ] {
      let run = try ToolRun(arguments, input: "{\"b\": 2}", environment: ["PREFS_STORE": box.store])
      #expect(run.code == code, "\(arguments): \(run.diagnostics)")
      // What is wrong is the result of verify, and a failure of every other verb.
      let told = run.output.isEmpty ? run.diagnostics : run.output
      #expect(told.hasPrefix(run.output.isEmpty ? "prefs: \(box.store): " : "failure  "))
      #expect(run.output.isEmpty || arguments.last == "verify")
    }
    #expect((try? box.bytes("store.db")) == before)
    #expect(box.files == ["store.db"])
  }

  @Test("a lock held by another process is waited for, then told as 75")
  func locked() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.b", "1")
    let run = try box.shell(
      """
      mkfifo $FOLDER/pipe
      sqlite3 $PREFS_STORE < $FOLDER/pipe & exec 3> $FOLDER/pipe
      printf 'BEGIN IMMEDIATE;\\n.shell touch %s\\n' $FOLDER/held >&3
      until [ -e $FOLDER/held ]; do sleep 0.01; done
      prefs set a.b 2 --timeout 0.1; code=$?
      prefs get a.b
      exec 3>&-; wait; exit $code
      """)
    #expect(run.code == 75)
    #expect(run.output == "1\n")
    #expect(run.diagnostics.hasPrefix("prefs: \(box.store): "))
  }

  @Test("a folder that does not exist is not invented for --store, but is for --app")
  func folders() throws {
    let box = try Sandbox()
    #expect(try ToolRun(["set", "a.b", "1", "-s", box.path("x/y.db")]).code == 73)
    let environment = ["XDG_CONFIG_HOME": box.path("config")]
    #expect(try ToolRun(["set", "a.b", "1", "--app", "demo"], environment: environment).code == 0)
    #expect(try ToolRun(["get", "a.b", "-a", "demo"], environment: environment).output == "1\n")
    #expect(FileManager.default.fileExists(atPath: box.path("config/demo/preferences.db")))
    #expect(try ToolRun(["set", "a.b", "1"], environment: environment).code == 0)
    #expect(FileManager.default.fileExists(atPath: box.path("config/prefs/preferences.db")))
  }

  @Test(
    "what names no store is a usage error",
    arguments: [["-s", "x", "-a", "y"], ["-a", "../x"], ["-a", ""], ["-s", ""], ["-a", ".."]])
  func badLocations(options: [String]) throws {
    #expect(try ToolRun(["list"] + options).code == 64)
  }

  @Test(
    "no permission is 77, for reading and for writing",
    .enabled(if: geteuid() != 0, "permissions do not bind the superuser"))
  func permissions() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.b", "1")
    chmod(box.store, 0o000)
    #expect(try box.prefs("get", "a.b").code == 77)
    #expect(try box.prefs("set", "a.b", "2").code == 77)
    chmod(box.store, 0o600)
    chmod(box.folder.path, 0o500)
    #expect(try box.prefs("set", "a.b", "2").code == 77)
    chmod(box.folder.path, 0o700)
    #expect(try box.prefs("get", "a.b").output == "1\n")
  }
}
