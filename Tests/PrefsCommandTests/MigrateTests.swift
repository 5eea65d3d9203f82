import Foundation
import Testing

@testable import prefs

@Suite("prefs migrate")
struct MigrateTests {
  /// A store with the migrations of an app that are not run yet.
  private func withMigrations() throws -> Sandbox {
    let box = try Sandbox()
    _ = try box.prefs("set", "App.colour", "#fff", "App.runs", "3")
    let script = """
      mkdir $FOLDER/app; cd $FOLDER/app
      echo "INSERT INTO preference (namespace, key, type, value, red, green, blue, alpha)
        SELECT namespace, 'accent', type, value, red, green, blue, alpha FROM preference
        WHERE key = 'colour'; DELETE FROM preference WHERE key = 'colour';" > V0001__rename.sql
      echo "DELETE FROM preference WHERE key = 'runs';" > V0002__drop.sql
      echo "SELECT 1;" > V0002__drop.down.sql
      """
    #expect(try box.shell(script).code == 0)
    return box
  }

  @Test(
    "what only looks leaves the file as it is, to the byte",
    arguments: [["status"], ["plan"], ["plan", "--down"], ["verify"], ["status", "--json"]])
  func looking(arguments: [String]) throws {
    let box = try Sandbox()
    #expect(try ToolRun(["migrate"] + arguments, environment: ["PREFS_STORE": box.store]).code == 0)
    #expect(box.files == [])
    _ = try box.prefs("set", "a.b", "1")
    let (files, bytes) = (box.files, try box.bytes("store.db"))
    let run = try ToolRun(["migrate"] + arguments, environment: ["PREFS_STORE": box.store])
    #expect(run.code == 0)
    #expect(box.files == files)
    #expect(try box.bytes("store.db") == bytes)
  }

  @Test("a store is up to date after its first write; before, a migration is pending")
  func status() throws {
    let box = try Sandbox()
    let before = try box.prefs("migrate", "status", "--exit-code")
    #expect(before.code == 1)
    #expect(before.output.contains("1 create_preferences  pending\n"))
    _ = try box.prefs("set", "a.b", "1")
    let after = try box.prefs("migrate", "status", "--exit-code")
    #expect(after.code == 0)
    #expect(after.output.contains("1 create_preferences  applied 2"))
    #expect(try box.prefs("migrate", "plan").output == "")
    #expect(try box.prefs("migrate", "verify").code == 0)
  }

  @Test("up makes an empty store, down empties it again, only when told twice")
  func upAndDown() throws {
    let box = try Sandbox()
    #expect(try box.prefs("migrate", "up", "--dry-run").output == "up  1  create_preferences\n")
    #expect(box.files == [])
    #expect(try box.prefs("migrate", "up").output == "up  1  create_preferences\n")
    #expect(try box.prefs("migrate", "up").output == "")
    let attributes = try FileManager.default.attributesOfItem(atPath: box.store)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    _ = try box.prefs("set", "a.b", "1")
    #expect(try box.prefs("migrate", "down").code == 64)
    #expect(try box.prefs("migrate", "down", "--dry-run").code == 0)
    #expect(try box.prefs("get", "a.b").output == "1\n")
    #expect(try box.prefs("migrate", "down", "--yes").code == 0)
    #expect(try box.prefs("get", "a.b").code == 1)
  }

  @Test("an app's own migrations run once, in order, all or none")
  func ownMigrations() throws {
    let box = try withMigrations()
    let options = ["--migrations", box.path("app"), "--component", "com.example.app"]
    func migrate(_ verb: String...) throws -> ToolRun {
      try ToolRun(["migrate"] + verb + options, environment: ["PREFS_STORE": box.store])
    }
    #expect(try migrate("plan").output == "up  1  rename\nup  2  drop\n")
    #expect(try migrate("up").output == "up  1  rename\nup  2  drop\n")
    #expect(try box.prefs("list").output == "App.accent  color  #FFFFFF\n")
    #expect(try migrate("up").output == "")
    #expect(try migrate("status", "--exit-code").code == 0)
    #expect(try migrate("down", "--yes").output == "down  2  drop\n")
    // There is no way back from the first.
    #expect(try migrate("down", "--yes").code == 78)
    // The history of a file is not to be edited.
    _ = try box.shell("echo \"DELETE FROM preference;\" > $FOLDER/app/V0001__rename.sql")
    #expect(try migrate("up").code == 78)
    #expect(try migrate("verify").code == 78)
    #expect(try box.prefs("list").output == "App.accent  color  #FFFFFF\n")
  }

  @Test("two runners at once: one migrates, the other finds nothing to do")
  func twoAtOnce() throws {
    let box = try withMigrations()
    let run = try box.shell(
      """
      cd $FOLDER
      for i in 1 2 3 4; do prefs migrate up -m app > out$i 2>&1 & done; wait
      cat out* | grep -c '^up'
      """)
    #expect(run.output == "2\n")
  }

  @Test("a failing statement is told with file and line, and nothing has changed")
  func failure() throws {
    let box = try withMigrations()
    _ = try box.shell("printf 'SELECT 1;\\nSELEC 2;\\n' > $FOLDER/app/V0003__bad.sql")
    let run = try box.prefs("migrate", "up", "-m", box.path("app"))
    #expect(run.code == 78)
    #expect(run.diagnostics.hasPrefix("prefs: V0003__bad.sql:2"))
    #expect(try box.prefs("list", "--names").output == "App.colour\nApp.runs\n")
  }

  @Test("new writes the next pair of files")
  func new() throws {
    let box = try withMigrations()
    let run = try box.prefs("migrate", "new", "split_name", "-m", box.path("app"))
    #expect(run.code == 0)
    #expect(
      run.output == """
        \(box.path("app"))/V0003__split_name.sql
        \(box.path("app"))/V0003__split_name.down.sql

        """)
    #expect(try box.prefs("migrate", "new", "Bad-Name", "-m", box.path("app")).code == 64)
    #expect(try box.prefs("migrate", "new", "name").code == 64)
    #expect(try box.prefs("migrate", "new", "name", "-m", "/nowhere").code == 66)
  }

  @Test("a dump that has lost its header is mended by baseline; anything else is not")
  func baseline() throws {
    let box = try Sandbox()
    #expect(try box.prefs("migrate", "baseline").code == 66)
    _ = try box.prefs("set", "a.b", "1")
    #expect(try box.prefs("migrate", "baseline").code == 78)
    _ = try box.shell(
      """
      cd $FOLDER; sqlite3 store.db .dump > dump.sql; rm store.db*; sqlite3 store.db < dump.sql
      """)
    #expect(try box.prefs("get", "a.b").code != 0)
    #expect(try box.prefs("migrate", "verify").code == 78)
    #expect(try box.prefs("migrate", "baseline").code == 0)
    #expect(try box.prefs("get", "a.b").output == "1\n")
    _ = try box.sqlite("DROP VIEW history")
    let run = try box.prefs("migrate", "verify")
    #expect(run.code == 78)
    #expect(run.output == "trouble  view history is missing\n")
  }
}
