import Preferences
import TestSupport
import Testing

@Suite("An app's own migrations")
struct AppMigrationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let width = PreferenceStore.Key("width", in: "Window", default: 0)
  private static let size = PreferenceStore.Key("size", in: "Window", default: "")

  private static let steps: [PreferenceMigrations.Step] = [
    .swift("rename_colour") { try $0.rename("Settings.colour", to: "Settings.accent") },
    .sql("drop_beta", "DELETE FROM preference WHERE namespace = 'Beta';"),
    .swift("split_size") { t in
      let parts = t[size].split(separator: "x").compactMap { Int($0) }
      guard let first = parts.first else { return }
      t[width] = first
      t.remove(size)
    },
  ]

  private func open(_ steps: [PreferenceMigrations.Step]) throws -> PreferenceStore {
    var options = StoreOptions()
    options.migrations = PreferenceMigrations("com.example.notes", steps)
    return try PreferenceStore(path: folder.file(), options: options)
  }

  private func fill() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set(
      .red, for: PreferenceStore.Key("colour", in: "Settings", default: PreferenceColor.black))
    try store.set(true, for: PreferenceStore.Key("flag", in: "Beta", default: false))
    try store.set("800x600", for: Self.size)
  }

  @Test("run once, before the store is handed out, in one change set of the app")
  func run() throws {
    try fill()
    let store = try open(Self.steps)
    let shell = Shell(file: folder.file())
    #expect(
      try shell.run("SELECT name, value FROM settings").output
        == "Settings.accent|#FF0000\nWindow.width|800\n")
    #expect(store[AppSettings.accent] == .red && store[Self.width] == 800)
    #expect(
      try shell.run(
        "SELECT origin, count(*), count(DISTINCT change_set) FROM history WHERE sequence > 3 GROUP BY 1"
      ).output == "com.example.notes|5|1\n")
    try store.set("1x1", for: Self.size)
    #expect(try open(Self.steps)[Self.size] == "1x1")
  }

  @Test("a file that is created later has had them, too")
  func newFile() throws {
    let store = try open(Self.steps)
    #expect(folder.contents == [])
    try store.set("1x1", for: Self.size)
    #expect(try open(Self.steps)[Self.size] == "1x1")
  }

  @Test("an older file goes on from where it is")
  func later() throws {
    try fill()
    _ = try open(Array(Self.steps.prefix(1)))
    let store = try open(Self.steps)
    #expect(store[Self.width] == 800)
  }

  @Test("one that fails leaves nothing of the others, and the file as it was")
  func failure() throws {
    try fill()
    struct Refused: Error {}
    let failing: [PreferenceMigrations.Step] = [
      .swift("throws") { _ in throw Refused() }, .sql("bad_sql", "UPDATE nothing SET a = 1"),
      .sql("drops_table", "DROP TABLE preference"), .sql("commits", "COMMIT"),
      .sql("bad_value", "UPDATE preference SET value = x'00' WHERE key = 'width'"),
      .swift("no_value") { t in
        t[PreferenceStore.Key("real", in: "Test", default: 1.0)] = .nan
      },
    ]
    for step in failing {
      let error = #expect(throws: PreferenceError.self) { try open(Self.steps + [step]) }
      guard case .unavailable(let failure) = error else {
        Issue.record("\(error as Any)")
        continue
      }
      #expect(failure.kind == .migrationFailed)
      #expect(failure.message.contains(step.sqlName), "\(failure.message)")
      let store = try PreferenceStore(path: folder.file())
      #expect(store[Self.size] == "800x600")
    }
  }

  @Test("a shortened or reordered history is refused by name")
  func changedHistory() throws {
    try fill()
    _ = try open(Self.steps)
    #expect(throws: PreferenceError.self) { try open(Array(Self.steps.reversed())) }
    let older = try #require(throws: PreferenceError.self) {
      try open(Array(Self.steps.prefix(1))).set("x", for: Self.size)
    }
    guard case .unavailable(let failure) = older else { throw older }
    #expect(failure.kind == .newerSchema)
  }

  @Test("a store that only reads runs none of them")
  func readOnly() throws {
    try fill()
    var options = StoreOptions()
    options.migrations = PreferenceMigrations("com.example.notes", Self.steps)
    options.access = .readOnly
    let store = try PreferenceStore(path: folder.file(), options: options)
    #expect(store[Self.size] == "800x600")
  }
}

extension PreferenceMigrations.Step {
  /// The name, as an error shows it.
  var sqlName: String { String(describing: self).split(separator: "\"")[1].description }
}
