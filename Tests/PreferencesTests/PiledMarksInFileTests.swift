import Preferences
import TestSupport
import Testing

/// Swift compares texts in their normal form, in time with the square of the marks on one character:
/// a name of 200 KB would cost a dictionary seconds each time.
@Suite("A file whose texts have more marks on a character than any language")
struct PiledMarksInFileTests {
  private enum Flavour: String, PreferenceValue, Codable { case sweet, sour }

  private let folder: TemporaryFolder
  private let store: PreferenceStore
  private let marks = String(repeating: "\u{301}\u{323}", count: 150)

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
    try store.set(1, for: key("other", 0))
  }

  private func key<Value: PreferenceValue>(
    _ key: String, _ standard: Value
  ) -> PreferenceStore.Key<Value> { .init(key, in: "A", default: standard) }

  /// Stores `type` and `value`, SQL for both, past the rules of the schema.
  private func put(_ name: String = "'k'", type: String, value: String) throws {
    try Shell(file: folder.file()).run(
      """
      PRAGMA ignore_check_constraints = ON;
      INSERT INTO preference (namespace, key, type, value) VALUES ('A', \(name), \(type), \(value));
      """)
  }

  @Test("names and tags are shown without the marks")
  func namesAndTags() throws {
    try put("'k\(marks)'", type: "'e\(marks)'", value: "1")
    let repaired = String(repeating: "\u{FFFD}", count: 300)
    let row = try #require(try store.rows().first)
    #expect(row.name.key == "k" + repaired)
    #expect(row.value.type.rawValue == "e" + repaired)
    #expect(try store.history().prefix(1).map(\.name) == [row.name])
    #expect(try store.examine().contains { $0.subject == "names" && $0.severity == .trouble })
  }

  // Compared with each case, these take hours.
  @Test("words of an enum are words of nobody, at once", .timeLimit(.minutes(30)))
  func words() throws {
    let marks = "replace(hex(zeroblob(1000000)), '00', char(0x301, 0x323))"
    try put("'look'", type: "'appearance'", value: "'x' || \(marks)")
    try put("'taste'", type: "'text'", value: "'x' || \(marks)")
    #expect(try store.get(key("look", Appearance.dark)) == .system)
    #expect(throws: PreferenceError.self) { try store.get(key("taste", Flavour.sour)) }
    #expect(try store.get(key("taste", "")).utf8.count == 4_000_001)
  }

  @Test("JSON is unreadable, and not written", arguments: ["[\"MARKS\"]", "{\"e\\u0301MARKS\":1}"])
  func json(_ text: String) throws {
    try put(type: "'json'", value: "'\(text.replacing("MARKS", with: marks))'")
    #expect(throws: PreferenceError.self) { try store.get(key("k", [""])) }
    #expect(throws: PreferenceError.self) { try store.get(key("k", ["": 0])) }
    #expect(throws: PreferenceError.self) { try store.set(["e" + marks], for: key("list", [""])) }
    #expect(throws: PreferenceError.self) {
      try store.set(["e" + marks: 1], for: key("dictionary", ["": 0]))
    }
    try store.set("e" + marks, for: key("text", ""))
  }

  @Test("256 marks are read and written")
  func most() throws {
    let text = "e" + String(repeating: "\u{301}", count: 256)
    let key = key("list", [""])
    try store.set([text], for: key)
    #expect(try PreferenceStore(path: folder.file()).get(key) == [text])
  }
}
