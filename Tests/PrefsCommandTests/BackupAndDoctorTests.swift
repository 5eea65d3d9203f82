import Testing

@testable import prefs

@Suite("prefs backup and doctor")
struct BackupAndDoctorTests {
  @Test("a backup is one file with everything in it, and replaces nothing unless told")
  func backup() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.b", "1")
    #expect(try box.prefs("backup", box.path("copy.db")).code == 0)
    #expect(try box.prefs("-s", box.path("copy.db"), "get", "a.b").output == "1\n")
    #expect(try box.prefs("backup", box.path("copy.db")).code == 73)
    _ = try box.prefs("set", "a.b", "2")
    #expect(try box.prefs("backup", box.path("copy.db"), "--overwrite").code == 0)
    #expect(try box.prefs("-s", box.path("copy.db"), "get", "a.b").output == "2\n")
  }

  @Test("of a store that is not there no backup is made")
  func nothing() throws {
    let box = try Sandbox()
    #expect(try box.prefs("backup", box.path("copy.db")).code == 66)
    #expect(box.files == [])
  }

  @Test("doctor finds a sound store sound, and changes nothing")
  func sound() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.b", "1")
    let before = try box.bytes("store.db")
    let run = try box.prefs("doctor")
    #expect(run.code == 0)
    #expect(run.output.contains("fine  integrity  the file is well-formed\n"))
    #expect(try box.bytes("store.db") == before)
    #expect(try box.prefs("doctor", "--json").output.hasPrefix(#"[{"severity":"fine","#))
  }

  @Test("doctor names a value that cannot be read")
  func trouble() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.b", "1")
    _ = try box.sqlite(
      "INSERT INTO preference (namespace, key, type, value) VALUES ('a', 'c', 'json', '{')")
    let run = try box.prefs("doctor")
    #expect(run.code == 1)
    #expect(run.output.contains("trouble  values"))
    #expect(run.output.contains("a.c: "))
    // It is shown as it stands, and the rest of the list with it.
    #expect(try box.prefs("list").output == "a.b  int   1\na.c  json  {\n")
    #expect(try box.prefs("list", "--json").code == 0)
  }

  @Test("doctor names a colour that cannot be read, and one that it does not know")
  func colors() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.p3", "color(display-p3 1 0 0)")
    for (key, json) in [("broken", "{"), ("other", #"{"space":"xyz","red":1}"#)] {
      _ = try box.sqlite(
        "INSERT INTO preference (namespace, key, type, value) "
          + "VALUES ('a', '\(key)', 'color_blob', CAST('\(json)' AS BLOB))")
    }
    let run = try box.prefs("doctor")
    #expect(run.code == 1)
    #expect(run.output.contains("trouble  values     a.broken: "))
    #expect(run.output.contains("note     values     a.other: "))
    #expect(!run.output.contains("a.p3"))
  }

  @Test("doctor misses a trigger that is gone, without which changes are not logged")
  func missingTrigger() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.b", "1")
    _ = try box.sqlite("DROP TRIGGER preference_log_update")
    let run = try box.prefs("doctor")
    #expect(run.code == 1)
    #expect(run.output.contains("trouble  schema     trigger preference_log_update is missing\n"))
  }
}
