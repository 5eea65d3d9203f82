import Foundation
import PreferencesSchema
import TestSupport
import Testing

@Suite("prefs migrate")
struct MigrateTests {
  let folder: TemporaryFolder
  var store: String { folder.file("store.db") }

  init() throws { folder = try TemporaryFolder() }

  func prefs(_ arguments: String...) throws -> ToolRun {
    try ToolRun(["migrate"] + arguments + ["--store", store])
  }

  /// With an app's migrations.
  func app(_ arguments: String...) throws -> ToolRun {
    try ToolRun(
      ["migrate"] + arguments + [
        "--store", store, "--directory", folder.file("sql"), "--component", "com.example.notes",
      ])
  }

  /// The last version of the library's schema.
  let latest = PreferencesSchema.latest

  func write(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("sql"), withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(filePath: folder.file("sql/\(name)")))
    }
  }

  @discardableResult
  func sqlite(_ script: String) throws -> String {
    let run = try ToolRun("sqlite3 '\(store)' <<'END'\n\(script)\nEND")
    #expect(run.code == 0, "\(run.diagnostics)")
    return run.output.trimmingCharacters(in: .newlines)
  }

  static let notes = [
    "V0001__create_notes.sql":
      """
    CREATE TABLE note (body TEXT);
    INSERT INTO preference (namespace, key, type, value) VALUES ('Notes', 'a', 'int', 1);
    INSERT INTO preference (namespace, key, type, value) VALUES ('Notes', 'b', 'int', 2);
    """,
    "V0001__create_notes.down.sql": "DROP TABLE note;",
  ]

  @Test(
    "what only reads makes no file",
    arguments: [
      (["status"], 0), (["status", "--json"], 0), (["status", "--exit-code"], 1), (["plan"], 0),
      (["plan", "--to", "0"], 0), (["up", "--dry-run"], 0), (["verify"], 66), (["baseline"], 66),
      (["down", "--to", "0", "--yes"], 66), (["down", "--to", "0"], 64), (["down", "--yes"], 64),
      (["plan", "--to", "99"], 64), (["plan", "--to", "x"], 64),
      (["up", "--directory", "/"], 64), (["up", "--component", "a"], 64),
      (["up", "--component", "preferences", "--directory", "/"], 64),
    ] as [([String], Int32)])
  func missing(_ arguments: [String], _ code: Int32) throws {
    let run = try ToolRun(["migrate"] + arguments + ["--store", store])
    #expect(run.code == code, "\(run.diagnostics)")
    #expect(folder.contents == [])
  }

  @Test("up makes a file for its owner alone, and a second time does nothing")
  func up() throws {
    let first = try prefs("up")
    #expect(first.code == 0)
    #expect(first.output.hasPrefix("applied  1  create_preferences  "))
    #expect(first.output.hasSuffix("\(store): preferences at version \(latest), done\n"))
    #expect(folder.contents == ["store.db"])
    #expect(
      try FileManager.default.attributesOfItem(atPath: store)[.posixPermissions] as? Int == 0o600)
    let second = try prefs("up")
    #expect(second.code == 0)
    #expect(second.output == "\(store): preferences at version \(latest), nothing to do\n")
    #expect(
      try prefs("up", "--json").output == """
        {"store":"\(store)","dryRun":false,"runs":[{"component":"preferences","from":\(latest),\
        "to":\(latest),\
        "steps":[]}]}

        """)
    #expect(try prefs("status", "--exit-code").code == 0)
    #expect(try sqlite("PRAGMA journal_mode; PRAGMA user_version") == "wal\n\(latest)")
  }

  @Test("what only reads moves not a byte, also beside a log that a crash has left")
  func readOnly() throws {
    #expect(try prefs("up").code == 0)
    // The copy is what a power failure leaves: commits in the log, nobody connected.
    let crashed = try ToolRun(
      """
      cd '\(folder.path)' && printf '%s\\n' \
        "PRAGMA wal_autocheckpoint=0;" \
        "INSERT INTO preference (namespace, key, type, value) VALUES ('S', 'k', 'int', 1);" \
        ".shell cp store.db crashed.db; cp store.db-wal crashed.db-wal" | sqlite3 store.db \
        && mv crashed.db store.db && mv crashed.db-wal store.db-wal
      """)
    #expect(crashed.code == 0, "\(crashed.diagnostics)")
    #expect(folder.contents.contains("store.db-wal"))
    let before = try ToolRun("cd '\(folder.path)' && cksum store.db store.db-wal").output
    for verb in [["status"], ["plan"], ["verify"], ["up", "--dry-run"]] {
      #expect(try ToolRun(["migrate"] + verb + ["--store", store]).code == 0)
      #expect(try ToolRun("cd '\(folder.path)' && cksum store.db store.db-wal").output == before)
    }
    #expect(try sqlite("SELECT value FROM settings") == "1")
  }

  @Test("status as text and as JSON")
  func status() throws {
    #expect(
      try prefs("status").output == """
        \(store): preferences at version 0 of 4, 4 pending, there is no file yet
        1  create_preferences  pending
        2  color_text          pending
        3  undo                pending
        4  lighter_update      pending

        """)
    _ = try prefs("up")
    let text = try prefs("status").output
    #expect(
      text.hasPrefix("\(store): preferences at version \(latest) of \(latest), nothing pending\n"))
    #expect(text.contains("1  create_preferences  applied  20"))
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(try prefs("status", "--json").output.utf8))
        as? [String: Any])
    #expect(json["version"] as? Int == latest && json["exists"] as? Bool == true)
    #expect((json["migrations"] as? [[String: Any]])?.first?["state"] as? String == "applied")
    #expect(json["problem"] is NSNull)
  }

  @Test("an app's migrations come after the library's, and sign what they change")
  func appMigrations() throws {
    try write(Self.notes)
    #expect(
      try app("plan").output == "up  V0001__create_notes.sql\n")
    #expect(try app("status", "--exit-code").code == 1)
    #expect(folder.contents == ["sql"])
    let run = try app("up", "--origin", "setup")
    #expect(run.code == 0, "\(run.diagnostics)")
    #expect(run.output.contains("preferences at version \(latest), done"))
    #expect(run.output.contains("com.example.notes at version 1, done"))
    #expect(
      try sqlite("SELECT DISTINCT origin, change_set, count(*) FROM history") == "setup|1|2")
    #expect(try app("verify").code == 0)
    let verify = try prefs("verify")
    #expect(verify.code == 0)
    #expect(verify.output == "note     table note is not of the migrations\n")
    #expect(try prefs("down", "--to", "0", "--yes").code == 78)
  }

  @Test("down says what it needs, and leaves a backup with what was lost")
  func down() throws {
    try write(Self.notes)
    _ = try app("up")
    try sqlite("INSERT INTO note VALUES ('precious')")
    let refused = try app("down", "--to", "0")
    #expect(refused.code == 64 && refused.diagnostics.contains("--yes"))
    let run = try app("down", "--to", "0", "--yes")
    #expect(run.code == 0, "\(run.diagnostics)")
    #expect(run.output.hasPrefix("backup in \(store).backup\ntook back  1  create_notes  "))
    #expect(try ToolRun("sqlite3 '\(store).backup' 'SELECT body FROM note'").output == "precious\n")
    #expect(try sqlite("SELECT count(*) FROM sqlite_schema WHERE name = 'note'") == "0")
    let nothing = try app("down", "--to", "0", "--yes")
    #expect(nothing.output == "\(store): com.example.notes at version 0, nothing to do\n")
    _ = try app("up")
    #expect(try app("down", "--to", "0", "--yes").output.hasPrefix("backup in \(store).backup-2\n"))
  }

  @Test("an error of a script names file, line and column; the preferences are as they were")
  func scriptError() throws {
    try write(["V0001__a.sql": "CREATE TABLE a (b);\n\nINSERT INTO a VALUES (1, 2);\n"])
    _ = try prefs("up")
    let run = try app("up")
    #expect(run.code == 78)
    #expect(
      run.diagnostics
        == "prefs: V0001__a.sql:3:1: table a has 1 columns but 2 values were supplied\n")
    #expect(try sqlite("SELECT count(*) FROM sqlite_schema WHERE name = 'a'") == "0")
    try write(["V0001__a.sql": "DROP VIEW settings;"])
    let refused = try app("up", "--json")
    #expect(refused.code == 78)
    #expect(refused.diagnostics.contains("V0001__a.sql:1:1: settings belongs to preferences"))
    #expect(refused.diagnostics.hasPrefix("{\"error\":{\"code\":78,"))
  }

  @Test("every way in which file and migrations can disagree has its exit code")
  func exitCodes() throws {
    try write(Self.notes)
    _ = try app("up")
    try write(["V0001__create_notes.sql": "CREATE TABLE note (other TEXT);"])
    #expect(try [app("up"), app("plan"), app("verify")].map(\.code) == [78, 78, 78])
    let status = try app("status")
    #expect(status.code == 0 && status.output.contains("create_notes  changed"))
    #expect(status.diagnostics.contains("changed since it was applied"))
    try write(Self.notes)
    try sqlite("DROP TRIGGER preference_rename")
    let drift = try prefs("verify")
    #expect(drift.code == 78)
    #expect(drift.output.contains("failure  trigger preference_rename is missing\n"))
    try sqlite(
      """
      INSERT INTO schema_migration
        SELECT component, 99, name, checksum, fingerprint, 99, 0, 0, tool FROM schema_migration
        WHERE component = 'preferences' AND version = 1;
      PRAGMA user_version = 99;
      """)
    #expect(try [prefs("up"), prefs("plan"), prefs("verify")].map(\.code) == [69, 69, 69])
    #expect(try prefs("status").output.contains("too new to be written"))
    try sqlite("UPDATE schema_migration SET compatible = 1")
    #expect(try prefs("up").code == 0, "newer, and compatible")
    try sqlite("PRAGMA application_id = 7")
    for verb in ["status", "plan", "up", "verify", "baseline"] {
      let run = try prefs(verb)
      #expect(run.code == 65)
      #expect((run.output + run.diagnostics).contains("application_id is 7"))
    }
  }

  @Test("a lock beyond the timeout is 75")
  func busy() throws {
    try write(Self.notes)
    _ = try prefs("up")
    let run = try ToolRun(
      """
      cd '\(folder.path)'; mkfifo lock; sqlite3 store.db <lock & exec 3>lock
      echo 'BEGIN IMMEDIATE;' >&3; echo '.shell touch held' >&3
      while ! [ -e held ]; do sleep 0.05; done
      prefs migrate up --timeout 0.1 --store store.db -d sql -c com.example.notes
      code=$?; exec 3>&-; wait; exit $code
      """)
    #expect(run.code == 75)
    #expect(run.diagnostics.contains("still locked by another process after 100 ms"))
  }

  @Test("of two runs at once both succeed, and one has the work")
  func race() throws {
    for _ in 0..<10 {
      let run = try ToolRun(
        """
        cd '\(folder.path)'; rm -f store.db*
        prefs migrate up --store store.db & prefs migrate up --store store.db; a=$?
        wait $!; exit $((a + $?))
        """)
      #expect(run.code == 0, "\(run.diagnostics)")
      #expect(run.output.split(separator: "\n").filter { $0.hasPrefix("applied") }.count == latest)
    }
  }

  @Test("new numbers on, and an empty migration is refused until it says something")
  func new() throws {
    let directory = folder.file("sql")
    func new(_ arguments: String...) throws -> ToolRun {
      try ToolRun(["migrate", "new", "--directory", directory] + arguments)
    }
    #expect(try new("first").output == "\(directory)/V0001__first.sql\n")
    #expect(
      try new("second", "--reversible").output == """
        \(directory)/V0002__second.sql
        \(directory)/V0002__second.down.sql

        """)
    let empty = try app("up")
    #expect(empty.code == 65)
    #expect(empty.diagnostics == "prefs: V0001__first.sql: there is no statement in it\n")
    #expect(folder.contents == ["sql"])
    for bad in ["Upper", "a-b", "é", ""] { #expect(try new(bad).code == 64) }
    try write(["third.sql": ""])
    #expect(try new("fourth").code == 65, "what is no migration is not numbered around")
    #expect(try ToolRun(["migrate", "new", "a", "-d", "/nonexistent/sql"]).code == 73)
  }

  @Test("a file restored from a dump is put right by a baseline")
  func baseline() throws {
    _ = try prefs("up")
    let restored = folder.file("restored.db")
    let run = try ToolRun("sqlite3 '\(store)' .dump | sqlite3 '\(restored)'")
    #expect(run.code == 0)
    func migrate(_ verb: String) throws -> ToolRun {
      try ToolRun(["migrate", verb, "--store", restored])
    }
    #expect(try migrate("up").code == 78)
    #expect(try migrate("status").diagnostics.contains("'baseline' sets it right"))
    #expect(
      try migrate("baseline").output == "\(restored): preferences recorded at version \(latest)\n")
    #expect(try migrate("verify").code == 0)
    #expect(try migrate("baseline").code == 78, "there is nothing left to record")
  }

  @Test("every verb tells of its options and exit codes")
  func help() throws {
    for verb in ["status", "plan", "up", "down", "verify", "new", "baseline"] {
      let run = try ToolRun(["help", "migrate", verb])
      #expect(run.code == 0)
      #expect(run.output.contains("--directory DIR") && run.output.contains("exit codes:"))
    }
  }
}
