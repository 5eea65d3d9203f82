import Foundation
import Preferences
import Testing

@testable import prefs

@Suite("prefs history, show, diff, undo, redo, restore, erase")
struct HistoryTests {
  let box: Sandbox

  init() throws {
    box = try Sandbox()
    _ = try box.prefs("set", "S.a", "1", "S.b", "one")
    _ = try box.prefs("set", "S.a", "2", "--origin", "window")
    _ = try box.prefs("unset", "S.b")
    _ = try box.prefs("set", "Other.c", "#FF8800")
  }

  /// The columns of a line, without the time.
  private func columns(_ output: String) -> [[String]] {
    output.split(separator: "\n").map { line in
      var columns = line.split(separator: "  ").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      #expect(columns.count == 5 && columns[1].hasSuffix("Z"), "\(line)")
      if columns.count > 1 { columns.remove(at: 1) }
      return columns
    }
  }

  @Test("history of everything, of a namespace and of a preference, newest first")
  func history() throws {
    let all = [
      ["#5", "prefs", "Other.c", "- -> #FF8800"], ["#4", "prefs", "S.b", "one -> -"],
      ["#3", "window", "S.a", "1 -> 2"], ["#2", "prefs", "S.b", "- -> one"],
      ["#1", "prefs", "S.a", "- -> 1"],
    ]
    #expect(columns(try box.prefs("history").output) == all)
    #expect(columns(try box.prefs("history", "S").output) == Array(all[1...]))
    #expect(columns(try box.prefs("history", "S.b").output) == [all[1], all[3]])
    #expect(columns(try box.prefs("history", "--limit", "2").output) == Array(all[..<2]))
    #expect(columns(try box.prefs("history", "--since", "#3").output) == Array(all[..<2]))
    #expect(try box.prefs("history", "--since", "now").output == "")
    #expect(columns(try box.prefs("history", "--since", "1h ago").output) == all)
    try box.sqlite("UPDATE preference SET value = 9 WHERE key = 'a'")
    #expect(
      columns(try box.prefs("history", "S.a", "--limit", "1").output) == [
        ["#6", "-", "S.a", "2 -> 9"]
      ])
    #expect(try box.prefs("history", "None").diagnostics == "prefs: no changes\n")
  }

  @Test("history as JSON: one array of changes")
  func historyJSON() throws {
    let output = try box.prefs("history", "S.a", "--json").output
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
    #expect(list.map { $0["sequence"] as? Int } == [3, 1])
    #expect((list[0]["before"] as? [String: Any])?["value"] as? Int == 1)
    #expect(list[1]["before"] is NSNull && list[0]["origin"] as? String == "window")
    #expect(list[0]["operation"] as? String == "update")
  }

  @Test("a timeline of change sets tells what was undone and redone")
  func graph() throws {
    _ = try box.prefs("undo")
    _ = try box.prefs("undo")
    _ = try box.prefs("redo")
    let lines = try box.prefs("history", "--graph").output.split(separator: "\n").map(String.init)
    #expect(lines.map { $0.prefix(1) } == ["│", "↷", "↶", "↶", "○", "●", "●", "●"])
    #expect(lines[1].contains("#8 redo of #7 (prefs)  S.b one -> -"))
    #expect(lines[4].contains("#5 (prefs)  Other.c - -> #FF8800"))
    #expect(lines[7].hasSuffix("#1 (prefs)  S.a, S.b"))
    #expect(lines[0].wholeMatch(of: /│ [0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil)
  }

  @Test("show gives a value, a namespace or everything as it was")
  func show() throws {
    #expect(try box.prefs("show", "S.b", "--at", "#3").output == "one\n")
    let gone = try box.prefs("show", "S.b", "--at", "4")
    #expect(gone.code == 1 && gone.output == "" && gone.diagnostics == "prefs: S.b was not set\n")
    #expect(try box.prefs("show", "--at", "seq:2").output == "S.a  int   1\nS.b  text  one\n")
    #expect(try box.prefs("show", "Other", "--at", "5").output == "Other.c  color  #FF8800\n")
    #expect(
      try box.prefs("show", "S.a", "--at", "2", "--json").output
        == #"{"name":"S.a","type":"int","value":1}"# + "\n")
    let timed = try box.prefs("show", "S.a", "--at", "now")
    #expect(timed.output == "2\n")
    #expect(
      timed.diagnostics.wholeMatch(
        of: /prefs: as of [-0-9]{10}T[:0-9]{8}[-+][0-9]{2}:[0-9]{2} \([-0-9]{10}T[:.0-9]{12}Z\)\n/)
        != nil, "\(timed.diagnostics)")
    #expect(try box.prefs("show", "S.a").code == 64)
    #expect(try box.prefs("show", "S.a", "--at", "soon").code == 64)
  }

  @Test("diff of two moments")
  func diff() throws {
    #expect(
      try box.prefs("diff", "2", "5").output
        == "Other.c  - -> #FF8800\nS.a      1 -> 2\nS.b      one -> -\n")
    #expect(try box.prefs("diff", "2", "now", "S").output == "S.a  1 -> 2\nS.b  one -> -\n")
    #expect(try box.prefs("diff", "5").output == "")
    #expect(
      try box.prefs("diff", "4", "--json").output.contains(
        #""before":null,"after":{"type":"color""#))
  }

  @Test("undo goes back, redo forward; nothing to undo is 1")
  func undo() throws {
    #expect(columns(try box.prefs("undo").output)[0].last == "#FF8800 -> -")
    #expect(try box.prefs("undo").code == 0)
    #expect(try box.prefs("get", "S.b").output == "one\n")
    #expect(try box.prefs("redo").code == 0)
    #expect(try box.prefs("redo").code == 0)
    let none = try box.prefs("redo")
    #expect(none.code == 1 && none.diagnostics == "prefs: nothing to redo\n")
    for _ in 0..<4 { #expect(try box.prefs("undo").code == 0) }
    #expect(try box.prefs("list").output == "")
    #expect(try box.prefs("undo").code == 1)
  }

  @Test("an undo that would overwrite a later change is refused with 1, and goes on with --force")
  func refused() throws {
    let run = try box.prefs("undo", "1")
    #expect(run.code == 1 && run.output == "")
    #expect(
      run.diagnostics
        == "prefs: changed again since: S.a, S.b; nothing was undone (--force overwrites)\n")
    #expect(try box.prefs("undo", "#1", "--force").code == 0)
    #expect(try box.prefs("get", "S.a").code == 1)
    #expect(try box.prefs("undo", "99").code == 1)
    #expect(try box.prefs("undo", "S.b").code == 0)
  }

  @Test("restore of a preference, a namespace and everything")
  func restore() throws {
    #expect(columns(try box.prefs("restore", "S.a", "--at", "1").output)[0].last == "2 -> 1")
    #expect(try box.prefs("restore", "S", "--at", "#2").code == 0)
    #expect(try box.prefs("get", "S.b").output == "one\n")
    #expect(try box.prefs("restore", "--at", "0").code == 0)
    #expect(try box.prefs("list").output == "")
    #expect(try box.prefs("undo").code == 0)
    #expect(try box.prefs("list", "--names").output == "Other.c\nS.a\nS.b\n")
    #expect(try box.prefs("restore", "--at", "999").diagnostics.contains("nothing has changed"))
    #expect(try box.prefs("restore").code == 64)
  }

  @Test("a past that was pruned is said to be gone, with 1")
  func pruned() throws {
    #expect(try box.prefs("history", "prune").output == "0 changes removed\n")
    #expect(try box.prefs("history", "prune", "--keep", "1").output == "3 changes removed\n")
    for words in [
      ["show", "--at", "1"], ["diff", "1"], ["restore", "--at", "1"], ["undo", "1"],
    ] {
      let run = try ToolRun(words, environment: ["PREFS_STORE": box.store])
      #expect(run.code == 1 && run.diagnostics.contains("no longer reaches back"), "\(words)")
    }
    #expect(columns(try box.prefs("history", "S.a").output)[0].last == "? -> 2")
  }

  @Test("values of redacted preferences are hidden everywhere, unless they are to be revealed")
  func redacted() throws {
    _ = try box.prefs("set", "S.token", "hush")
    _ = try box.prefs("set", "S.token", "hush2")
    try box.sqlite(
      "INSERT INTO preference_key (namespace, key, redacted) VALUES ('S', 'token', 1)")
    let lines = [
      ["list"], ["list", "--json"], ["list", "S", "--long"], ["describe", "S.token"],
      ["describe", "S.token", "--json"], ["history"], ["history", "--json"],
      ["history", "--graph"], ["diff", "0"], ["diff", "6", "--json"], ["show", "--at", "now"],
      ["show", "--at", "now", "--json"], ["export"], ["export", "S", "--format", "plist"],
      ["get", "S.token"], ["get", "S.token", "--json"], ["show", "S.token", "--at", "6"],
    ]
    for line in lines {
      let run = try ToolRun(line, environment: ["PREFS_STORE": box.store])
      #expect(!(run.output + run.diagnostics).contains("hush"), "\(line)")
      let reveal = try ToolRun(line + ["--reveal"], environment: ["PREFS_STORE": box.store])
      #expect(reveal.output.contains("hush"), "\(line): \(reveal.output) \(reveal.diagnostics)")
    }
    #expect(try box.prefs("get", "S.token").code == 1)
    #expect(try box.prefs("undo").output.contains("hush") == false)
  }

  @Test("an erased secret is nowhere in the files, and needs --yes")
  func erase() throws {
    _ = try box.prefs("set", "S.token", "Xq7-secret")
    #expect(try box.prefs("erase", "S.token").code == 64)
    #expect(try box.prefs("get", "S.token").code == 0)
    #expect(try box.prefs("erase", "S.token", "--yes").code == 0)
    #expect(try box.shell("grep -rlac Xq7-secret \"$FOLDER\"").output == "")
    #expect(columns(try box.prefs("history", "S.token").output)[0].last == "<erased> -> -")
    #expect(try box.prefs("undo", "S.token").code == 1)
  }

  @Test(
    "what only reads the history creates nothing",
    arguments: [
      ["history"], ["history", "--graph"], ["show", "--at", "1"], ["diff", "1"], ["undo"], ["redo"],
      ["restore", "--at", "1"], ["history", "prune"], ["erase", "a.b", "--yes"],
    ])
  func createsNothing(words: [String]) throws {
    let empty = try Sandbox()
    _ = try ToolRun(words, environment: ["PREFS_STORE": empty.store])
    #expect(empty.files == [])
  }
}

@Suite("Moments as people write them")
struct MomentTextTests {
  /// 2026-03-01T12:00:00Z, a Sunday.
  private let now: Int64 = 1_772_366_400_000

  @Test(
    "every form is read, in the local zone unless it names one",
    arguments: [
      ("#12", .sequence(12)), ("seq:12", .sequence(12)), ("12", .sequence(12)),
      ("2026-03-01T14:00:00Z", .time(milliseconds: 1_772_373_600_000)),
      ("2026-03-01 15:00:00+01:00", .time(milliseconds: 1_772_373_600_000)),
      ("@5", .time(milliseconds: 5)), ("now", .time(milliseconds: 1_772_366_400_000)),
      ("2h ago", .time(milliseconds: 1_772_359_200_000)),
      ("90 seconds ago", .time(milliseconds: 1_772_366_310_000)),
      ("3 days ago", .time(milliseconds: 1_772_107_200_000)),
      ("1w ago", .time(milliseconds: 1_771_761_600_000)),
    ] as [(String, HistoryPoint)])
  func forms(text: String, point: HistoryPoint) {
    #expect(MomentText.parse(text, now: now) == point)
  }

  @Test(
    "what is no moment is refused",
    arguments: [
      "", "soon", "2026-13-01", "2026-02-30", "25:00", "14:60", "2h", "ago", "-1", "#", "# 1",
      "99999999999999999999", "yesterday noon", "2 moons ago", "9999999999d ago",
    ])
  func refused(text: String) {
    #expect(MomentText.parse(text, now: now) == nil)
  }

  @Test("local times are those of the zone, also in the nights when clocks are changed")
  func zone() throws {
    let run = try Sandbox().shell(
      """
      export TZ=Europe/Berlin
      prefs set a.b 1 --quiet
      for at in '2026-03-01 14:00' '2026-07-01' '2026-10-25 12:00'; do
        prefs show a.b --at "$at" 2>&1 | head -n 1
      done
      TZ=America/St_Johns prefs show a.b --at '2026-03-01 14:00' 2>&1 | head -n 1
      """)
    #expect(
      run.output.split(separator: "\n").map { $0.dropFirst("prefs: as of ".count) } == [
        "2026-03-01T14:00:00+01:00 (2026-03-01T13:00:00.000Z)",
        "2026-07-01T00:00:00+02:00 (2026-06-30T22:00:00.000Z)",
        "2026-10-25T12:00:00+01:00 (2026-10-25T11:00:00.000Z)",
        "2026-03-01T14:00:00-03:30 (2026-03-01T17:30:00.000Z)",
      ])
    let today = try #require(MomentText.parse("today"))
    let yesterday = try #require(MomentText.parse("yesterday"))
    guard case .time(let end) = today, case .time(let start) = yesterday else { return }
    #expect((22...26).contains((end - start) / 3_600_000))
    #expect(MomentText.parse("yesterday 00:00") == yesterday)
  }
}
