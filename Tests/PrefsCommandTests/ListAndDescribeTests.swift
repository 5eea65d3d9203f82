import Testing

@testable import prefs

@Suite("prefs list and describe")
struct ListAndDescribeTests {
  private func filled() throws -> Sandbox {
    let box = try Sandbox()
    _ = try box.prefs(
      "set", "Settings.accent", "#ff8800", "Settings.name", "a\u{1b}[2Jb", "App.runs", "3",
      "App.\"a.b\"", "true")
    return box
  }

  @Test("the list is aligned and cannot steer a terminal")
  func list() throws {
    let box = try filled()
    #expect(
      try box.prefs("list").output == """
        App."a.b"        bool   true
        App.runs         int    3
        Settings.accent  color  #FF8800
        Settings.name    text   a\\u{1b}[2Jb

        """)
    #expect(try box.prefs("list", "App", "--names").output == "App.\"a.b\"\nApp.runs\n")
    #expect(try box.prefs("list", "Nothing").output == "")
    #expect(try box.prefs("get", "Settings.name").output == "a\u{1b}[2Jb\n")
  }

  @Test("JSON has types, times and exact components")
  func json() throws {
    let box = try filled()
    let output = try box.prefs("list", "Settings", "--json").output
    #expect(output.contains(#""namespace":"Settings","key":"accent","type":"color""#))
    #expect(output.contains(#""value":{"red":1.0,"green":0.533333"#))
    #expect(output.contains(#""value":"a\u001b[2Jb""#))
    #expect(try box.prefs("list", "Nothing", "--json").output == "[]\n")
    let one = try box.prefs("get", "-j", "App.\"a.b\"").output
    #expect(one.hasPrefix(#"{"namespace":"App","key":"a.b","type":"bool","value":true,"#))
  }

  @Test("the value that get prints is the one of the view settings")
  func agreesWithView() throws {
    let box = try filled()
    _ = try box.prefs("set", "X.date", "-t", "date", "1969-12-31T23:59:59.999Z")
    _ = try box.prefs("set", "X.wide", "-t", "color", "1.25 -0.5 0.1234567")
    _ = try box.prefs("set", "X.soft", "-t", "color", "0.1 0.2 0.3 0.4")
    _ = try box.prefs("set", "X.real", "0.1")
    for name in ["X.date", "X.wide", "X.soft", "X.real", "App.runs", "Settings.accent"] {
      let seen = try box.sqlite("SELECT value FROM settings WHERE name = '\(name)'").output
      #expect(try box.prefs("get", name).output == seen)
    }
  }

  @Test("describe tells type, times and version; of a name not set it says so")
  func describe() throws {
    let box = try filled()
    let run = try box.prefs("describe", "Settings.accent")
    #expect(run.output.contains("name        Settings.accent\n"))
    #expect(run.output.contains("type        color (a colour)\n"))
    #expect(run.output.contains("components  1.0 0.5333333333333333 0.0 1.0\n"))
    #expect(try box.prefs("describe", "a.b").code == 1)
  }

  @Test("bash completes names, namespaces and values from the store")
  func completion() throws {
    let box = try filled()
    func complete(_ line: String) throws -> [String] {
      let run = try ToolRun(
        """
        source <(prefs completions bash)
        COMP_LINE=$LINE COMP_POINT=${#LINE}
        _prefs
        printf '%s\\n' "${COMPREPLY[@]}"
        """, environment: ["PREFS_STORE": "/nowhere", "LINE": "prefs -s \(box.store) " + line])
      return run.output.split(separator: "\n").map(String.init)
    }
    #expect(try complete("get Sett") == ["Settings.accent", "Settings.name"])
    #expect(try complete("get App.\\\"") == ["App.\\\"a.b\\\""])
    #expect(try complete("get 'App.\"") == ["App.\"a.b\""])
    #expect(try complete("list A") == ["App"])
    #expect(try complete("set App.\\\"a.b\\\" ") == ["true", "false"])
    #expect(try complete("set x.y -t appearance d") == ["dark"])
    #expect(try complete("set x.y --type=appe") == ["appearance"])
    #expect(try complete("unset Settings.accent Sett") == ["Settings.name"])
  }

  @Test("text that is not UTF-8 is printed byte for byte, and never as something else")
  func malformedText() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.b", "x")
    _ = try box.sqlite("UPDATE preference SET value = CAST(x'68ff69' AS TEXT)")
    let run = try box.shell("prefs get a.b | od -An -tx1")
    #expect(run.output == " 68 ff 69 0a\n")
    #expect(run.diagnostics == "prefs: a.b: the text is not UTF-8; it is printed as it is\n")
    #expect(try box.prefs("list").output == "a.b  text  h\u{FFFD}i\n")
    #expect(try box.prefs("get", "a.b", "-j").output.contains(#""storage":"malformedText""#))
    #expect(try box.prefs("doctor").code == 1)
  }
}
