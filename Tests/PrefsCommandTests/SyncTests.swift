import Foundation
import Testing

@testable import prefs

#if PREFERENCES_POSTGRES
  import SyncConformance
#endif

@Suite("prefs sync")
struct SyncTests {
  @Test("without an account nothing is done, nothing is written, and the way on is named")
  func signedOut() throws {
    let box = try Sandbox()
    for verb in [["status"], ["now"], ["run"], ["devices"], ["include", "*"], ["log"]] {
      let run = try ToolRun(["sync"] + verb, environment: ["PREFS_STORE": box.store])
      #expect(run.code == (verb == ["log"] ? 0 : 1), "\(verb): \(run.diagnostics)")
      if verb != ["log"] {
        #expect(run.diagnostics.contains("no account is signed in"), "\(verb)")
      }
    }
    #expect(box.files.filter { $0.hasSuffix(".db") }.isEmpty)
    #expect(try box.prefs("sync").code == 64)
    #expect(try box.prefs("sync", "include", "a", "--prefer", "me").code == 64)
  }

  #if PREFERENCES_POSTGRES
    @Test("a server that is not there, a password on the line, a string that is none")
    func refusals() throws {
      let box = try Sandbox()
      let away = try box.prefs("sync", "login", "host=127.0.0.1 port=1 user=ada sslmode=disable")
      #expect(away.code == 75)
      #expect(away.diagnostics.contains("the server cannot be reached"))
      let password = try box.prefs("sync", "login", "host=127.0.0.1 user=ada password=secret")
      #expect(password.code == 64)
      #expect(!password.diagnostics.contains("secret"))
      #expect(try box.prefs("sync", "login", "host='").code == 65)
      #expect(box.files.isEmpty)
    }

    @Test(
      "two devices: sign in, include, edit offline, who wins, the log of it, devices, sign out",
      .enabled(if: PostgresCluster.programs != nil, "no PostgreSQL server is installed"))
    func devices() throws {
      let cluster = try PostgresCluster()
      let box = try Sandbox()
      func on(_ device: String, _ words: String...) throws -> ToolRun {
        try ToolRun(words, environment: ["PREFS_STORE": box.path("\(device).db")])
      }
      let server = cluster.connection()
      #expect(try box.prefs("sync", "server", "status", server).output.contains("pending"))
      let before = try on("laptop", "sync", "login", server)
      #expect(before.code == 78, "\(before.diagnostics)")
      #expect(
        try box.prefs("sync", "server", "migrate", server).output
          == "applied 1 create_preferences\n")
      for device in ["laptop", "desk"] {
        let login = try on(device, "sync", "login", server, "--device", device)
        #expect(login.code == 0, "\(login.diagnostics)")
        #expect(login.diagnostics.contains("nothing roams yet"))
        #expect(try on(device, "sync", "include", "Settings.*").code == 0)
      }
      _ = try on("laptop", "set", "Settings.accent", "#FF0000", "Other.here", "1")
      #expect(try on("laptop", "sync", "now").code == 0)
      #expect(try on("desk", "sync", "now").code == 0)
      #expect(try on("desk", "list").output == "Settings.accent  color  #FF0000\n")
      _ = try on("laptop", "set", "Settings.accent", "#0000FF")
      usleep(20_000)
      _ = try on("desk", "set", "Settings.accent", "#00FF00")
      let status = try on("laptop", "sync", "status").output
      #expect(status.contains("account  postgres\n"), "\(status)")
      #expect(status.contains("pending  1\n"), "\(status)")
      for device in ["desk", "laptop"] { #expect(try on(device, "sync", "now").code == 0) }
      #expect(try on("laptop", "get", "Settings.accent").output == "#00FF00\n")
      #expect(try on("laptop", "history", "Settings.accent").output.contains("  desk "))
      let log = try on("laptop", "sync", "log", "Settings.accent", "--json").output
      #expect(
        log.contains(##""state":"superseded","value":"#0000FF","winner":"desk""##), "\(log)")
      let history = try on("laptop", "history", "Settings.accent")
      #expect(history.output.contains("superseded by desk\n"), "\(history.output)")
      #expect(try on("desk", "history", "Settings.accent").output.contains("accepted\n"))
      let json = try on("laptop", "history", "--json").output
      #expect(json.contains(##""roaming":{"state":"superseded","winner":"desk"}"##), "\(json)")
      #expect(try on("laptop", "sync", "devices").output.split(separator: "\n").count == 2)
      let doctor = try on("laptop", "doctor")
      #expect(doctor.code == 0 && !doctor.output.contains("sync_"), "\(doctor.output)")
      let verify = try on("laptop", "migrate", "verify")
      #expect(verify.code == 0 && verify.output.isEmpty, "\(verify.output)")
      _ = try ToolRun(
        "sqlite3 \"$PREFS_STORE\" 'CREATE TABLE own (a); ALTER TABLE sync_rule ADD COLUMN b TEXT'",
        environment: ["PREFS_STORE": box.path("laptop.db")])
      let changed = try on("laptop", "migrate", "verify")
      #expect(changed.code == 78)
      #expect(changed.output.contains("failure  table sync_rule"), "\(changed.output)")
      #expect(changed.output.contains("note     table own"), "\(changed.output)")
      let id = try on("laptop", "sync", "devices").output.prefix(8)
      #expect(try on("desk", "sync", "forget", String(id)).code == 0)
      #expect(try on("laptop", "sync", "devices").output.split(separator: "\n").count == 1)
      #expect(try on("laptop", "sync", "logout").code == 0)
      #expect(try on("laptop", "sync", "status").code == 1)
      #expect(try on("laptop", "get", "Settings.accent").output == "#00FF00\n")
    }

    @Test(
      "--prefer decides at the first meeting, of 'include' and of 'login'; 'exclude' holds back what waits",
      .enabled(if: PostgresCluster.programs != nil, "no PostgreSQL server is installed"))
    func rules() throws {
      let cluster = try PostgresCluster()
      let box = try Sandbox()
      let server = cluster.connection()
      func on(_ device: String, _ words: String...) throws -> String {
        let run = try ToolRun(words, environment: ["PREFS_STORE": box.path("\(device).db")])
        #expect(run.code == 0, "\(words): \(run.diagnostics)")
        return run.output
      }
      func value(_ device: String, _ key: String) throws -> String {
        try on(device, "get", "Settings.\(key)").trimmingCharacters(in: .newlines)
      }
      #expect(try box.prefs("sync", "server", "migrate", server).code == 0)
      for key in ["server", "local", "newest"] {
        _ = try on("early", "set", "Settings.\(key)", "1")
      }
      usleep(50_000)
      _ = try on("laptop", "sync", "login", server, "--device", "laptop")
      _ = try on("laptop", "sync", "include", "*")
      for key in ["server", "local", "newest", "later"] {
        _ = try on("laptop", "set", "Settings.\(key)", "2")
      }
      _ = try on("laptop", "sync", "now")
      usleep(50_000)
      _ = try on("early", "set", "Settings.later", "3")
      _ = try on("early", "sync", "login", server, "--device", "early")
      for (key, prefer) in [
        ("server", "server"), ("local", "local"), ("newest", "newest"), ("later", "newest"),
      ] {
        _ = try on("early", "sync", "include", "Settings.\(key)", "--prefer", prefer)
      }
      _ = try on("early", "sync", "now")
      _ = try on("laptop", "sync", "now")
      for device in ["early", "laptop"] {
        #expect(try value(device, "server") == "2")
        #expect(try value(device, "local") == "1")
        #expect(try value(device, "newest") == "2")
        #expect(try value(device, "later") == "3")
      }
      for (prefer, expected) in [("server", "2"), ("local", "9")] {
        _ = try on("early", "sync", "logout")
        _ = try on("early", "set", "Settings.server", "9")
        _ = try on("early", "sync", "login", server, "--prefer", prefer)
        _ = try on("early", "sync", "now")
        _ = try on("laptop", "sync", "now")
        #expect(try value("laptop", "server") == expected)
      }
      // The server is away while it is edited, so that the edit is queued.
      cluster.stop()
      _ = try on("laptop", "set", "Settings.local", "5")
      let away = try ToolRun(["sync", "now"], environment: ["PREFS_STORE": box.path("laptop.db")])
      #expect(away.code == 75)
      #expect(try on("laptop", "sync", "status").contains("pending  1\n"))
      _ = try on("laptop", "sync", "exclude", "Settings.local")
      try cluster.start()
      _ = try on("laptop", "sync", "now")
      _ = try on("early", "sync", "now")
      #expect(try value("laptop", "local") == "5")
      #expect(try value("early", "local") == "1")
      #expect(try on("laptop", "sync", "status").contains("pending  0\n"))
    }
  #endif
}
