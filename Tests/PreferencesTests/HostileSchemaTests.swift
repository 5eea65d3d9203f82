import Foundation
import TestSupport
import Testing

@testable import Preferences

/// Files that somebody has prepared: at worst they are refused.
@Suite("Schemas made by an attacker")
struct HostileSchemaTests {
  let folder: TemporaryFolder
  let shell: Shell

  init() throws {
    folder = try TemporaryFolder()
    shell = Shell(file: folder.file())
    let store = try PreferenceStore(path: folder.file())
    try store.set("ada", for: AppSettings.username)
    try store.close()
  }

  private static let endless = """
    WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c
    """

  /// Reads, writes and examines within a time; what was thrown.
  private func use(_ what: String, within limit: Duration = .seconds(120)) -> [StoreFailure.Kind] {
    var kinds: [StoreFailure.Kind] = []
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch PreferenceError.unavailable(let failure) {
        kinds.append(failure.kind)
      } catch { #expect(error is PreferenceError, "\(what)") }
    }
    let start = ContinuousClock.now
    attempt {
      let store = try PreferenceStore(path: folder.file())
      attempt { _ = try store.get(AppSettings.username) }
      attempt { _ = try store.rows() }
      attempt { _ = try store.history().prefix(5) }
      attempt { try store.set(5, for: AppSettings.launches) }
      attempt { try store.remove(AppSettings.username) }
      attempt { _ = try store.examine() }
      try store.close()
    }
    #expect(ContinuousClock.now - start < limit, "\(what)")
    return kinds
  }

  @Test(
    "a view or a virtual table in the place of a table is refused before it is read",
    arguments: [
      "CREATE VIEW preference AS \(endless)",
      "CREATE VIRTUAL TABLE preference USING fts5(namespace, key, type, value)",
      "CREATE VIEW PREFERENCE AS SELECT load_extension('/tmp/x')",
    ])
  func noTable(_ sql: String) throws {
    try shell.run("DROP TABLE preference; \(sql)")
    guard try shell.run("SELECT 1 FROM sqlite_schema WHERE name LIKE 'preference'").output == "1\n"
    else { try Test.cancel("the shell cannot make it") }
    #expect(use(sql, within: .seconds(5)) == [.damaged])
  }

  @Test("a trigger without end fails the write, and leaves everything as it was")
  func endlessTrigger() throws {
    try shell.run(
      """
      CREATE VIEW endless AS \(Self.endless);
      CREATE TRIGGER a BEFORE INSERT ON preference BEGIN SELECT * FROM endless; END
      """)
    let store = try PreferenceStore(path: folder.file())
    let error = #expect(throws: PreferenceError.self) {
      try store.set(5, for: AppSettings.launches)
    }
    guard case .unavailable(let failure) = error else { return }
    #expect(failure.kind == .damaged && failure.message.contains("does not come to an end"))
    #expect(store[AppSettings.username] == "ada" && store[AppSettings.launches] == 0)
    try store.set("eve", for: AppSettings.username)
  }

  @Test(
    "functions with effects outside the file do not run, whatever calls them",
    arguments: [
      "CREATE TRIGGER a BEFORE INSERT ON preference BEGIN SELECT %; END",
      "CREATE TRIGGER a AFTER DELETE ON preference BEGIN SELECT %; END",
      "CREATE VIEW v AS SELECT % AS x; CREATE TRIGGER a BEFORE INSERT ON preference BEGIN SELECT x FROM v; END",
    ],
    [
      "load_extension('evil')", "writefile('%/written', 'x')", "readfile('/etc/passwd')",
      "edit('x')", "fts3_tokenizer('a', x'00')",
    ])
  func functions(_ sql: String, _ function: String) throws {
    let function = function.replacingOccurrences(of: "%", with: folder.path)
    try shell.run(sql.replacingOccurrences(of: "%", with: function))
    let before = folder.contents
    _ = use(sql)
    #expect(folder.contents.filter { !$0.contains("-") } == before.filter { !$0.contains("-") })
  }

  @Test("a schema of our own cannot be rewritten from within, nor another file attached")
  func writableSchema() throws {
    try shell.run(
      """
      CREATE TRIGGER a BEFORE INSERT ON preference BEGIN
        UPDATE sqlite_schema SET sql = 'x' WHERE name = 'preference'; END
      """)
    try shell.run(
      "CREATE TRIGGER b AFTER INSERT ON preference BEGIN DELETE FROM preference_change; END")
    let schema = try shell.run("SELECT sql FROM sqlite_schema WHERE name = 'preference'").output
    _ = use("writable schema")
    #expect(
      try shell.run("SELECT sql FROM sqlite_schema WHERE name = 'preference'").output == schema)
  }

  @Test("values as large as they come stay within bounds", .enabled(if: isLong))
  func largeValues() throws {
    try shell.run(
      """
      INSERT INTO preference (namespace, key, type, value)
        VALUES ('A', 'large', 'data', zeroblob(300000000))
      """)
    let store = try PreferenceStore(path: folder.file())
    #expect(store[AppSettings.username] == "ada")
    let large = PreferenceStore.Key("large", in: "A", default: [UInt8]())
    let error = #expect(throws: PreferenceError.self) { try store.get(large) }
    guard case .unavailable(let failure) = error else { return }
    #expect(failure.message.contains("256 MiB"))
    try store.set("eve", for: AppSettings.username)
  }

  @Test("recursion without bottom, in triggers, JSON and references")
  func recursion() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let nested = String(repeating: #"{"reference":"A.b","fallback":"#, count: 5000)
    try folder.write(
      Array(
        """
        PRAGMA recursive_triggers = 1;
        CREATE TRIGGER a AFTER UPDATE ON preference_key BEGIN
          UPDATE preference_key SET created_at = coalesce(created_at, 0) + 1; END;
        INSERT INTO preference (namespace, key, type, value) VALUES ('A', 'deep', 'json', '\(deep)');
        INSERT INTO preference (namespace, key, type, value)
          VALUES ('A', 'color', 'color_blob', CAST('\(nested)' AS BLOB));
        """.utf8), to: "script.sql")
    #expect(try shell.run(".read \(folder.file("script.sql"))").status == 0)
    let store = try PreferenceStore(path: folder.file())
    #expect(store[PreferenceStore.Key("deep", in: "A", default: [String]())] == [])
    #expect(store[PreferenceStore.Key("color", in: "A", default: PreferenceColor.red)] == .red)
    _ = use("recursion")
  }

  @Test("bytes flipped and pages swapped anywhere: never a crash, a hang, or a change by a reader")
  func damage() throws {
    let store = try RepairStore(keys: 60)
    let bytes = try store.folder.bytes(of: "preferences.db")
    let pages = bytes.count / 4096
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<(isLong ? 5000 : 150) {
      var damaged = bytes
      switch round % 3 {
      case 0:
        for _ in 0...Int.random(in: 0..<20, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          damaged[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        }
      case 1:
        let (a, b) = (
          Int.random(in: 0..<pages, using: &generator), Int.random(in: 0..<pages, using: &generator)
        )
        for index in 0..<4096 { damaged.swapAt(a * 4096 + index, b * 4096 + index) }
      default:
        // The headers of pages are where it hurts.
        let page = Int.random(in: 0..<pages, using: &generator) * 4096
        for _ in 0..<4 {
          damaged[page + Int.random(in: 0..<120, using: &generator)] = .random(
            in: 0...255, using: &generator)
        }
      }
      try store.folder.write(damaged, to: "damaged.db")
      let path = store.folder.file("damaged.db")
      let start = ContinuousClock.now
      do throws(PreferenceError) {
        var options = StoreOptions()
        options.access = .readOnly
        let reader = try PreferenceStore(path: path, options: options)
        _ = try? reader.rows(followingReferences: true)
        _ = try? reader.history().prefix(100)
        _ = try reader.examine()
        try reader.close()
      } catch {
        guard case .unavailable = error else { throw error }
      }
      #expect(try store.folder.bytes(of: "damaged.db") == damaged, "seed \(seed), round \(round)")
      let target = store.folder.file("out.db")
      _ = try? StoreFile(path: path).salvage(into: target, busyTimeout: 100)
      try? FileManager.default.removeItem(atPath: target)
      if let writer = try? PreferenceStore(path: path) {
        try? writer.set(5, for: AppSettings.launches)
        try? writer.remove(AppSettings.accent)
        try? writer.close()
      }
      #expect(ContinuousClock.now - start < .seconds(60), "seed \(seed), round \(round)")
    }
  }
}
