@testable import Preferences
import SQLiteCore
import TestSupport
import Testing

@Suite("Writing")
struct WriteTests {
  let folder: TemporaryFolder
  let store: PreferenceStore

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    try store.set("ada", for: AppSettings.username)
  }

  private func count(_ sql: String) throws -> String {
    try Shell(file: folder.file()).run(sql).output
  }

  @Test("an equal value writes nothing: no log row, no byte")
  func equal() throws {
    let before = try store.row(of: PreferenceName("Settings.username"))
    // The counter of commits, as seen by a connection that makes none of them.
    let version = try store.read { (connection) throws(SQLiteError) in
      try connection.integer("PRAGMA data_version")
    }
    for _ in 0..<5 { try store.set("ada", for: AppSettings.username) }
    try store.remove(AppSettings.launches)
    #expect(try store.row(of: PreferenceName("Settings.username")) == before)
    #expect(try count("SELECT count(*) FROM preference_change") == "1\n")
    let now = try store.read { (connection) throws(SQLiteError) in
      try connection.integer("PRAGMA data_version")
    }
    #expect(now == version)
    try store.set("grace", for: AppSettings.username)
    let moved = try store.read { (connection) throws(SQLiteError) in
      try connection.integer("PRAGMA data_version")
    }
    #expect(moved != version)
  }

  @Test("a set writes its key and nothing else; defaults never become rows")
  func onlyItsKey() throws {
    try store.register(AppSettings.launches, AppSettings.accent, AppSettings.appearance)
    _ = (store[AppSettings.launches], store[AppSettings.accent], store[AppSettings.nickname])
    #expect(try count("SELECT count(*) FROM preference") == "1\n")
    let fresh = try PreferenceStore(path: folder.file("fresh.db"))
    try fresh.set(.red, for: AppSettings.accent)
    #expect(try fresh.rows().map(\.name.description) == ["Settings.accent"])
  }

  @Test("set to the default is set, and unset again by remove")
  func defaultIsSet() throws {
    try store.set(0, for: AppSettings.launches)
    #expect(try store.state(of: AppSettings.launches) == .set(0))
    try store.remove(AppSettings.launches)
    #expect(try store.state(of: AppSettings.launches) == .unset)
  }

  @Test("compare-and-set writes only over the state that was expected")
  func compareAndSet() throws {
    let key = AppSettings.launches
    #expect(try store.set(1, for: key, ifStateIs: .set(0)) == false)
    #expect(try store.set(1, for: key, ifStateIs: .unset))
    #expect(try store.set(2, for: key, ifStateIs: .unset) == false)
    #expect(try store.set(2, for: key, ifStateIs: .set(1)))
    #expect(store[key] == 2)
  }

  @Test("a transaction with a change that cannot be made makes none")
  func failingChange() throws {
    let real = PreferenceStore.Key("real", in: "Test", default: 0.0)
    #expect(throws: PreferenceError.self) {
      try store.transaction { t in
        t[AppSettings.username] = "grace"
        t[real] = .nan
        t[AppSettings.launches] = 3
      }
    }
    #expect(store[AppSettings.username] == "ada" && store[AppSettings.launches] == 0)
    enum Own: Error { case stop }
    do {
      try store.transaction(throwing: Own.self) { (t) throws(Own) in
        t[AppSettings.launches] = 4
        throw .stop
      }
      Issue.record("should have thrown")
    } catch {
      guard case .body(.stop) = error else { throw error }
    }
    #expect(store[AppSettings.launches] == 0)
    #expect(try count("SELECT count(*) FROM preference_change") == "1\n")
  }

  @Test("a throwing set in a transaction is caught there and fails nothing else")
  func throwingSet() throws {
    let real = PreferenceStore.Key("real", in: "Test", default: 0.0)
    try store.transaction { (t) throws(PreferenceError) in
      do { try t.set(.nan, for: real) } catch { try t.set(1.5, for: real) }
      #expect(try t.get(real) == 1.5)
    }
    #expect(store[real] == 1.5)
  }

  @Test("names are listed in order, and a namespace is reset in one change set")
  func namespaces() throws {
    try store.set(1, for: AppSettings.launches)
    try store.set(2, for: PreferenceStore.Key("size", in: "Editor", default: 0))
    #expect(
      try store.names().map(\.description) == [
        "Editor.size", "Settings.launches", "Settings.username",
      ])
    #expect(try store.removeAll(in: "Settings") == 2)
    #expect(try store.removeAll(in: "Settings") == 0)
    #expect(try store.names(in: "Settings") == [])
    #expect(try store.names().count == 1)
    #expect(
      try count(
        "SELECT count(*), count(DISTINCT change_set) FROM history WHERE operation = 'delete'")
        == "2|1\n")
  }

  @Test("a program's chosen store is the one of wrappers that name none")
  func chosenStore() throws {
    let helper = try HelperProcess(["store-current", folder.file("chosen.db")])
    #expect(try helper.line() == "ada")
    #expect(try helper.finish() == 0)
    #expect(
      try PreferenceStore(path: folder.file("chosen.db")).names().map(\.description) == [
        "Preferences.name"
      ])
  }

  @Test("nested use on one thread is an error at once; reads go on")
  func nested() throws {
    let other = try PreferenceStore(path: folder.file())
    try store.transaction { t in
      t[AppSettings.launches] = 1
      #expect(t[AppSettings.launches] == 1)
      #expect(store[AppSettings.launches] == 0 && other[AppSettings.launches] == 0)
      #expect(throws: PreferenceError.transactionInProgress) {
        try store.set(5, for: AppSettings.launches)
      }
      #expect(throws: PreferenceError.transactionInProgress) { try store.transaction { _ in } }
      #expect(throws: PreferenceError.transactionInProgress) { try store.close() }
      store[AppSettings.username] = "eve"
    }
    #expect(store[AppSettings.launches] == 1 && store[AppSettings.username] == "ada")
    #expect(store.diagnostics == [.transactionInProgress])
    store.clearDiagnostics()
    #expect(store.diagnostics == [])
  }

  @Test("a store in memory is read inside its own transaction without waiting")
  func nestedInMemory() throws {
    let memory = PreferenceStore.inMemory()
    try memory.transaction { t in
      t[AppSettings.launches] = 1
      #expect(memory[AppSettings.launches] == 1)
      #expect(throws: PreferenceError.transactionInProgress) {
        try memory.set(2, for: AppSettings.launches)
      }
    }
    #expect(memory[AppSettings.launches] == 1)
    #expect(memory.diagnostics == [])
    try memory.close()
    #expect(throws: PreferenceError.self) { try memory.get(AppSettings.launches) }
  }

  @Test("threads of one process on one store and on two lose no update")
  func threads() async throws {
    let stores = [store, try PreferenceStore(path: folder.file())]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          for _ in 0..<100 {
            try stores[number % 2].update(AppSettings.launches) { $0 += 1 }
            _ = stores[(number + 1) % 2][AppSettings.username]
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(store[AppSettings.launches] == 400)
  }

  @Test("no statement is compiled twice, however often it is used")
  func statements() throws {
    func prepared() throws -> (Int, Int) {
      var writes = 0
      try store.withWriter(wrap: { $0 }) { (_, connection) throws(PreferenceError) in
        writes = connection.prepareCount
      }
      return (try store.read { $0.prepareCount } ?? 0, writes)
    }
    func use() throws {
      try store.set("x", for: AppSettings.username)
      try store.update(AppSettings.launches) { $0 += 1 }
      _ = store[AppSettings.username]
      try store.remove(AppSettings.launches)
    }
    try use()
    let once = try prepared()
    for _ in 0..<50 { try use() }
    #expect(try prepared() == once)
  }

  @Test(
    "a long log is copied into the file while others read",
    .enabled(if: !TemporaryFolder.usesRollbackJournal))
  func checkpoints() throws {
    var options = StoreOptions()
    options.durability = .normal
    let writer = try PreferenceStore(path: folder.file(), options: options)
    let text = PreferenceStore.Key("text", in: "Test", default: "")
    for number in 0..<1500 {
      try writer.set(String(repeating: "\(number % 10)", count: 5000), for: text)
      _ = store[text]
    }
    let log = try #require(try? Shell(file: folder.file()).run("PRAGMA journal_mode").output)
    #expect(log == "wal\n")
    let size = fileSize(folder.file("preferences.db-wal"))
    #expect(size > 0 && size < 8 << 20, "the log has \(size) bytes")
    #expect(writer.diagnostics == [])
    #expect(try store.examine().allSatisfy { $0.severity != .trouble })
  }
}
