import Preferences
import TestSupport
import Testing

extension PreferenceKeys {
  fileprivate var width: PreferenceStore.Key<Int> { .init("width", in: "Named", default: 3) }
}

/// Reads by names that are only known when the program runs, and other calls beside those by keys.
@Suite("Reads and writes by written names and key paths")
struct WrittenNameTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  private let width = PreferenceStore.Key("width", in: "Named", default: 3)
  private let name: PreferenceName

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    name = try PreferenceName("Named.width")
  }

  @Test("a value by its written name is what is stored now, whoever wrote it; nil when nothing is")
  func values() throws {
    #expect(try store.storedValue(named: "Named.width") == nil)
    #expect(folder.contents.isEmpty)
    try store.set(5, for: width)
    let other = try PreferenceStore(path: folder.file())
    // Twice each, since the second comes from the cache.
    for number in 6..<9 {
      try other.set(number, for: width)
      for _ in 0..<2 { #expect(try store.storedValue(named: "Named.width") == .int(Int64(number))) }
    }
    try other.remove(width)
    for _ in 0..<2 { #expect(try store.storedValue(named: "Named.width") == nil) }
    let dotted = PreferenceStore.Key("a.b", in: "Named", default: "")
    try store.set("x", for: dotted)
    for _ in 0..<2 { #expect(try store.storedValue(named: "Named.\"a.b\"") == .text("x")) }
    #expect(throws: PreferenceError.self) { try store.storedValue(named: "nameless") }
  }

  @Test("a reference to a colour is followed, and again after the colour has changed")
  func references() throws {
    let named = PreferenceStore.Key("orange", in: "Brand", default: PreferenceColor.white)
    let accent = PreferenceStore.Key("accent", in: "Named", default: AdaptiveColor(.black))
    try store.set(.red, for: named)
    try store.set(AdaptiveColor(ColorReference(to: named)), for: accent)
    for color in [PreferenceColor.red, .blue] {
      try store.set(color, for: named)
      for _ in 0..<2 { #expect(try store.get(accent).resolved(for: .light) == color) }
      let stored = try store.storedValue(named: "Named.accent")
      #expect(stored?.color?.resolved(for: .light) == color)
    }
  }

  @Test("a transaction takes key paths and tells states, its own changes included")
  func transaction() throws {
    try store.transaction { (t) throws in
      #expect(try t.state(of: width) == .unset)
      t[\.width] = 4
      #expect(t[\.width] == 4)
      #expect(try t.state(of: width) == .set(4))
    }
    #expect(store[width] == 4)
    let color = ComponentColorKey("Tint", in: "Named", alpha: true, default: .white)
    try store.transaction { t in
      try t.set(.red, for: color)
      #expect(try t.get(color) == .red)
    }
  }

  @Test("one name is restored, its history read, and erased, by name alone")
  func history() async throws {
    try store.set(1, for: width)
    let point = HistoryPoint.sequence(try store.sequence(at: .sequence(.max)))
    try store.set(2, for: width)
    try store.restore(name, to: point)
    #expect(store[width] == 1)
    var changes = 0
    for try await change in store.history(of: name) {
      #expect(change.name == name)
      changes += 1
    }
    #expect(changes == 3)
    try store.erase(name)
    #expect(try store.state(of: width) == .unset)
  }

  @Test("keys are equal when their names are, whatever their codec and default")
  func keys() {
    let same = PreferenceStore.Key("width", in: "Named", default: 9)
    let other = PreferenceStore.Key("height", in: "Named", default: 3)
    #expect(Set([width, same, other]) == [width, other])
  }
}
