import Foundation
import TestSupport
import Testing

@testable import Preferences

@Suite("What an examination finds")
struct ExaminationTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  let shell: Shell

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    shell = Shell(file: folder.file())
    try store.set(1, for: AppSettings.launches)
  }

  private func found(_ subject: String) throws -> [String] {
    try store.examine().filter { $0.severity != .fine && $0.subject == subject }
      .map { "\($0.severity.rawValue) \($0.message)" }
  }

  @Test("colours that follow each other in a circle, and those that follow nothing")
  func references() throws {
    func refer(_ name: String, to target: String) throws {
      try shell.run(
        """
        INSERT INTO preference (namespace, key, type, value) VALUES ('C', '\(name)', 'color_blob',
          CAST('{"reference":"C.\(target)"}' AS BLOB))
        """)
    }
    #expect(try found("references") == [])
    for (name, target) in [("a", "b"), ("b", "c"), ("c", "a"), ("in", "a"), ("out", "none")] {
      try refer(name, to: target)
    }
    let findings = try found("references")
    #expect(findings.count == 2)
    #expect(findings.contains { $0.hasPrefix("note C.out follows C.none, which is not set") })
    #expect(
      findings.contains { $0.hasPrefix("trouble the colours C.a, C.b, C.c follow each other") })
    #expect(try store.examine(.quick).allSatisfy { $0.subject != "references" })
  }

  @Test("a circle is found among many that only lead to it")
  func circle() throws {
    func name(_ key: String) throws -> PreferenceName {
      try PreferenceName(namespace: "N", key: key)
    }
    let chain = try (0..<1000).map { (try name("\($0)"), [try name("\($0 + 1)")]) }
    var references = Dictionary(uniqueKeysWithValues: chain)
    #expect(StoreExamination.circle(in: references) == [])
    references[try name("1000")] = [try name("999"), try name("none")]
    #expect(
      StoreExamination.circle(in: references) == [try name("1000"), try name("999")].sorted())
    references = [try name("self"): [try name("self")]]
    #expect(StoreExamination.circle(in: references) == [try name("self")])
  }

  @Test(
    "a log that does not agree with the table, in each way that it can",
    arguments: [
      ("UPDATE preference_change SET value = 7", "differ from their newest version"),
      (
        """
        INSERT INTO preference_change (previous, namespace, key, type, value)
          VALUES (1, 'Settings', 'launches', 'int', 5)
        """, "newer than their preference"
      ),
      (
        "DROP TRIGGER preference_log_delete; DELETE FROM preference", "gone from the table"
      ),
      ("UPDATE preference_change SET previous = 9", "do not follow an older one"),
    ])
  func log(_ sql: String, _ message: String) throws {
    #expect(try found("log") == [])
    try shell.run(sql)
    let findings = try found("log")
    #expect(findings.count == 1 && findings[0].hasPrefix("trouble 1 "), "\(findings)")
    #expect(findings.allSatisfy { $0.contains(message) })
  }

  @Test("rights of others on the file, on what is beside it, and on its folder")
  func permissions() throws {
    #expect(try found("permissions") == [])
    let names = folder.contents
    for name in names {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: folder.file(name))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let findings = try found("permissions")
    #expect(findings.count == names.count + 1 && findings.allSatisfy { $0.hasPrefix("note ") })
  }

  @Test("damage on one page is told, and the rest is looked at all the same")
  func damage() throws {
    let store = try RepairStore()
    let pages = try store.folder.bytes(of: "preferences.db").count / 4096
    var unnoticed = 0
    // Behind the schema, without which nothing can be opened.
    for page in 12..<pages {
      try store.damage(pages: [page]) { UInt8(truncatingIfNeeded: $0 &* 31) }
      let findings = try PreferenceStore(path: store.folder.file("damaged.db")).examine()
      #expect(findings.contains { $0.subject == "journal" })
      if !findings.contains(where: { $0.severity == .trouble && $0.subject == "integrity" }) {
        unnoticed += 1
      }
    }
    // A page that is in no use may hold anything.
    #expect(unnoticed <= 2 && pages > 20)
  }

  @Test("a write-ahead log on a network file system, told by the system's list of mounts")
  func networkFileSystem() {
    let mounts = [
      "22 1 8:1 / / rw - ext4 /dev/sda1 rw", "36 22 0:53 / /home rw shared:1 - nfs4 host:/home rw",
      "37 22 0:54 / /mnt rw - fuse.sshfs host: rw", "broken", "1 2 0:55",
    ]
    func type(_ major: UInt64, _ minor: UInt64) -> String? {
      SystemCalls.networkFileSystem(
        device: major << 8 | minor & 0xFF | (minor & ~0xFF) << 12, mounts: mounts)
    }
    #expect(type(8, 1) == nil && type(0, 53) == "nfs4" && type(0, 54) == "fuse.sshfs")
    #expect(type(0, 55) == nil && type(9, 9) == nil)
    #expect(SystemCalls.networkFileSystem(of: folder.file()) == nil)
  }
}
