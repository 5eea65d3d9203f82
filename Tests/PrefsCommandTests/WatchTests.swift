import Testing

@testable import prefs

@Suite("prefs watch")
struct WatchTests {
  @Test("what was changed after a number, then what comes, a line each")
  func lines() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.x", "1", "--origin", "first")
    _ = try box.prefs("set", "a.x", "2", "b.y", "two")
    let run = try box.shell(
      """
      prefs watch --after 0 --count 5 > "$FOLDER/seen" & watcher=$!
      sleep 0.3
      prefs unset a.x
      sqlite3 "$PREFS_STORE" "UPDATE preference SET value = 'three' WHERE key = 'y'"
      wait $watcher && cat "$FOLDER/seen"
      """)
    #expect(run.code == 0, "\(run.diagnostics)")
    let lines = run.output.split(separator: "\n").map(String.init)
    let ends = [
      "a.x  - -> 1  (first)", "a.x  1 -> 2  (prefs)", "b.y  - -> two  (prefs)",
      "a.x  2 -> -  (prefs)", "b.y  two -> three",
    ]
    #expect(lines.count == 5)
    for (number, (line, end)) in zip(lines, ends).enumerated() {
      #expect(line.hasPrefix("#\(number + 1)  20") && line.hasSuffix(end), "\(line)")
    }
  }

  @Test("a name or a namespace alone; objects for programs")
  func filters() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.x", "1", "a.y", "true", "b.x", "#FF8800")
    #expect(
      try box.prefs("watch", "a", "--after", "0", "--count", "2").output.split(separator: "\n")
        .count
        == 2)
    let json = try box.prefs("watch", "b.x", "--after", "0", "--count", "1", "--json").output
    #expect(json.hasPrefix(#"{"sequence":3,"changeSet":1,"time":"20"#))
    #expect(json.contains(#""namespace":"b","key":"x","operation":"insert","before":null,"#))
    #expect(json.contains(#""after":{"type":"color","value":{"red":1.0"#))
    #expect(try box.prefs("watch", "").code == 65)
    #expect(try box.prefs("watch", "a", "--after", "x").code == 64)
  }

  @Test("a program runs for each change, without a shell")
  func exec() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "a.x", "$(touch hacked); `id`", "a.y", "1")
    _ = try box.prefs("unset", "a.y")
    let run = try box.shell(
      #"""
      cd "$FOLDER"
      printf '#!/bin/sh\nprintf "%%s|" "$PREFS_SEQUENCE" "$PREFS_OPERATION" "$@" "$PREFS_AFTER"; echo\n[ "$2" != 1 ]\n' > told
      chmod +x told
      prefs watch --after 0 --count 3 --exec ./told
      ls
      """#)
    #expect(
      run.output.hasPrefix(
        """
        1|insert|a.x|$(touch hacked); `id`|$(touch hacked); `id`|
        2|insert|a.y|1|1|
        3|delete|a.y||

        """), "\(run.output)")
    #expect(!run.output.contains("hacked\n"))
    #expect(run.diagnostics.contains("./told ended with 1 for #2"))
    #expect(try box.prefs("watch", "--after", "0", "--count", "1", "--exec", "/nowhere").code == 66)
  }
}
