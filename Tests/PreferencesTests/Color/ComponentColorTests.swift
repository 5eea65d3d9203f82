import Preferences
import TestSupport
import Testing

@Suite("colours in number keys of their own")
struct ComponentColorTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  let shell: Shell
  let color1 = ComponentColorKey("Color1", in: "Settings", alpha: true, default: .white)

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    shell = Shell(file: folder.file())
  }

  @Test("red, green, blue and alpha are rows of their own, written in one change set")
  func roundTrip() throws {
    #expect(store[color1] == .white)
    #expect(folder.contents.isEmpty)
    let color = PreferenceColor(red: 0.1, green: -0.2, blue: 1.3, alpha: 0.4)
    try store.set(color, for: color1, origin: "panel")
    #expect(try PreferenceStore(path: folder.file()).get(color1) == color)
    #expect(
      try shell.run("SELECT name, type, value FROM settings").output
        == "Settings.Color1A|real|0.4\nSettings.Color1B|real|1.3\n"
        + "Settings.Color1G|real|-0.2\nSettings.Color1R|real|0.1\n")
    #expect(
      try shell.run("SELECT count(DISTINCT change_set), origin FROM history").output == "1|panel\n")
    store[color1] = .red
    #expect(store[color1] == .red)
    try store.remove(color1)
    #expect(store[color1] == .white)
    #expect(try store.names().isEmpty)
  }

  @Test("a missing component is the default; integers are numbers; anything else is named")
  func foreign() throws {
    try shell.run(".read /dev/null")
    try store.set(1, for: PreferenceStore.Key("Color1R", in: "Settings", default: 0))
    try store.set(0.5, for: PreferenceStore.Key("Color1G", in: "Settings", default: 0.0))
    #expect(store[color1] == .white)
    try store.set(0, for: PreferenceStore.Key("Color1B", in: "Settings", default: 0))
    #expect(store[color1] == PreferenceColor(red: 1, green: 0.5, blue: 0))
    try store.set("x", for: PreferenceStore.Key("Color1A", in: "Settings", default: ""))
    #expect(
      throws: PreferenceError.typeMismatch(
        key: try PreferenceName("Settings.Color1A"), expected: .real, found: .text)
    ) { try store.get(color1) }
    #expect(store[color1] == .white)
    #expect(store.diagnostics.count == 1)
  }

  @Test("bytes are rounded; a colour that cannot be said is refused whole")
  func bytes() throws {
    let key = ComponentColorKey("C", in: "Settings", scale: .bytes, default: .black)
    try store.set(PreferenceColor(red: 1, green: 0.5, blue: 0), for: key)
    #expect(
      try shell.run("SELECT value FROM preference ORDER BY key").output == "0\n128\n255\n")
    #expect(store[key].hex == "#FF8000")
    for color in [PreferenceColor.clear, PreferenceColor(red: .nan, green: 0, blue: 0)] {
      #expect(throws: PreferenceError.self) { try store.set(color, for: key) }
    }
    #expect(store[key].hex == "#FF8000")
    let unnamed = ComponentColorKey(red: "", green: "g", blue: "b", default: .black)
    #expect(throws: PreferenceError.self) { try store.set(.red, for: unnamed) }
    #expect(try store.names(in: PreferenceStore.defaultNamespace).isEmpty)
  }

  @Test("a migration joins them into one colour")
  func join() throws {
    let color = PreferenceColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    let key = PreferenceStore.Key("Color1", in: "Settings", default: PreferenceColor.white)
    let parts = color1
    try store.set(color, for: parts)
    try store.close()
    var options = StoreOptions()
    options.migrations = PreferenceMigrations(
      "com.example.paint",
      [
        .swift("join_color1") { transaction in try transaction.join(parts, into: key) }
      ])
    let migrated = try PreferenceStore(path: folder.file(), options: options)
    #expect(migrated[key] == color)
    #expect(try migrated.names() == [PreferenceName("Settings.Color1")])
    try migrated.transaction { (transaction) throws(PreferenceError) in
      #expect(try transaction.join(parts, into: key) == false)
    }
    #expect(migrated[key] == color)
  }

  @Test("a reader never sees half of a colour that another thread writes")
  func snapshot() async throws {
    let (store, key) = (store, color1)
    try store.set(PreferenceColor(white: 0), for: key)
    let other = try PreferenceStore(path: folder.file())
    let writing = Task.detached {
      for step in 1...200 {
        try other.set(
          PreferenceColor(white: Double(step) / 200, alpha: Double(step) / 200), for: key)
      }
    }
    var seen = 0
    while store[key].red < 1, seen < 1_000_000 {
      let color = store[key]
      #expect(color.red == color.green && color.green == color.blue)
      seen += 1
    }
    try await writing.value
    #expect(seen > 0 && store[key] == PreferenceColor(white: 1))
  }
}
