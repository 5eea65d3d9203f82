import Preferences
import Testing

@testable import prefs

@Suite("prefs get, set, unset")
struct SetAndGetTests {
  @Test("a value of every type comes back as it was set", arguments: ValueType.all.map(\.tag))
  func roundTrip(tag: StoredType) throws {
    let box = try Sandbox()
    let type = try #require(ValueType.of(tag))
    #expect(try box.prefs("set", "a.b", "--type", type.word, "--", type.example).code == 0)
    #expect(try box.prefs("get", "a.b").output == type.example + "\n")
    let row = try box.sqlite("SELECT type, value FROM settings WHERE name = 'a.b'")
    #expect(row.output.hasPrefix(type.word + "|"))
  }

  @Test(
    "a reader of a missing store creates nothing",
    arguments: [
      ["get", "a.b"], ["list"], ["describe", "a.b"], ["unset", "a.b"], ["list", "--json"],
      ["unset", "--namespace", "a", "--yes"], ["__complete", "get", ""],
    ])
  func readerCreatesNothing(arguments: [String]) throws {
    let box = try Sandbox()
    _ = try ToolRun(arguments, environment: ["PREFS_STORE": box.store])
    #expect(box.files == [])
  }

  @Test("a name that is not set prints nothing and is 1; --quiet says nothing at all")
  func notSet() throws {
    let box = try Sandbox()
    let run = try box.prefs("get", "a.b")
    #expect(run.code == 1)
    #expect(run.output == "")
    #expect(run.diagnostics == "prefs: a.b is not set\n")
    #expect(try box.prefs("get", "a.b", "--quiet").diagnostics == "")
  }

  @Test("several values are set together or not at all")
  func together() throws {
    let box = try Sandbox()
    #expect(try box.prefs("set", "a.x", "1", "a.y", "two").code == 0)
    let sets = try box.sqlite("SELECT count(DISTINCT change_set), count(*) FROM preference_change")
    #expect(sets.output == "1|2\n")
    let run = try box.prefs("set", "a.y", "three", "a.x", "one")
    #expect(run.code == 65)
    #expect(
      run.diagnostics == "prefs: a.x: expected int (\(Int64.min) to \(Int64.max)), found 'one'\n")
    #expect(try box.prefs("get", "a.y").output == "two\n")
  }

  @Test("a stored type wins, and --type changes it")
  func storedType() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.b", "--type", "text", "5")
    _ = try box.prefs("set", "a.b", "6")
    #expect(try box.sqlite("SELECT type, value FROM preference").output == "text|6\n")
    _ = try box.prefs("set", "a.b", "7", "--type", "int")
    #expect(try box.sqlite("SELECT type, value FROM preference").output == "int|7\n")
  }

  @Test("a negative number needs no quoting, a dash needs --")
  func dashes() throws {
    let box = try Sandbox()
    #expect(try box.prefs("set", "a.b", "-5").code == 0)
    #expect(try box.prefs("get", "a.b").output == "-5\n")
    #expect(try box.prefs("set", "a.c", "-x").code == 64)
    #expect(try box.prefs("set", "--", "a.c", "-x").code == 0)
    #expect(try box.prefs("get", "a.c").output == "-x\n")
  }

  @Test("compare-and-set writes only over the expected value")
  func compareAndSet() throws {
    let box = try Sandbox()
    #expect(try box.prefs("set", "a.b", "1", "--if-equals", "0").code == 1)
    #expect(try box.prefs("set", "a.b", "1", "--if-unset").code == 0)
    #expect(try box.prefs("set", "a.b", "2", "--if-unset").code == 1)
    #expect(try box.prefs("set", "a.b", "2", "--if-equals", "1").code == 0)
    let run = try box.prefs("set", "a.b", "3", "--if-equals", "1")
    #expect(run.code == 1)
    #expect(run.diagnostics == "prefs: a.b does not equal '1'; nothing was set\n")
    #expect(try box.prefs("get", "a.b").output == "2\n")
  }

  @Test("of many counters at once no step is lost")
  func counters() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.n", "0")
    let run = try box.shell(
      """
      step() {
        for i in 1 2 3 4 5; do
          until n=$(prefs get a.n) && prefs set -q a.n $((n + 1)) --if-equals $n 2>/dev/null; do :; done
        done
      }
      step & step & step & step & wait
      """)
    #expect(run.code == 0)
    #expect(try box.prefs("get", "a.n").output == "20\n")
  }

  @Test(
    "a bad name is named, and nothing is created",
    arguments: ["nodot", "", ".b", "a.", "a.\u{7}", "a.\(String(repeating: "x", count: 256))"])
  func badNames(name: String) throws {
    let box = try Sandbox()
    for run in [try box.prefs("set", "--", name, "1"), try box.prefs("get", "--", name)] {
      #expect(run.code == 65)
      #expect(run.diagnostics.hasPrefix("prefs: '"))
      #expect(run.diagnostics.contains("' is not a preference name: "))
    }
    #expect(box.files == [])
  }

  @Test("unset removes names and whole namespaces, the latter only when told twice")
  func unset() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.x", "1", "a.y", "2", "b.x", "3")
    let run = try box.prefs("unset", "a.x", "a.z")
    #expect(run.code == 0)
    #expect(run.diagnostics == "prefs: a.z is not set\n")
    #expect(try box.prefs("unset", "--namespace", "a").code == 64)
    #expect(try box.prefs("list", "--names").output == "a.y\nb.x\n")
    #expect(try box.prefs("unset", "--namespace", "a", "--yes").code == 0)
    #expect(try box.prefs("list", "--names").output == "b.x\n")
  }

  @Test("who writes is on record")
  func origin() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.b", "1")
    _ = try box.prefs("set", "a.b", "2", "--origin", "installer")
    _ = try box.sqlite("UPDATE preference SET value = 3")
    let origins = try box.sqlite(
      "SELECT coalesce(origin, 'outside') FROM history ORDER BY sequence")
    #expect(origins.output == "prefs\ninstaller\noutside\n")
  }

  @Test("data is read from a file or standard input")
  func dataFromFile() throws {
    let box = try Sandbox()
    let run = try box.shell("printf 'a\\0b' > $FOLDER/f; prefs set -t data a.b @$FOLDER/f")
    #expect(run.code == 0)
    #expect(try box.prefs("get", "a.b").output == "YQBi\n")
    #expect(try box.prefs("set", "a.b", "@-", input: "hi").code == 0)
    #expect(try box.prefs("get", "a.b").output == "aGk=\n")
    #expect(try box.prefs("set", "a.b", "@/dev/zero").code == 65)
    let missing = try box.prefs("set", "a.b", "@/nowhere")
    #expect(missing.code == 66)
    #expect(missing.diagnostics == "prefs: /nowhere: No such file or directory\n")
  }
}
