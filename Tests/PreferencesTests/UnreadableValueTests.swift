import Foundation
import Preferences
import Testing

@Suite("A stored value that its key's type cannot read")
struct UnreadableValueTests {
  private let store = PreferenceStore.inMemory()
  private let name: PreferenceName

  init() throws { name = try PreferenceName(namespace: "Test", key: "value") }

  /// Stores what the library would not, and reads it.
  private func check<Value: PreferenceValue & Equatable>(
    _ type: StoredType, _ storage: StoredValue.Storage, reads fallback: Value, _ reason: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let stored = StoredValue(type: type, storage: storage)
    try store.transaction { (transaction) throws(PreferenceError) in
      try transaction.set(stored, for: name)
    }
    let key = PreferenceStore.Key("value", in: "Test", default: fallback)
    #expect(store[key] == fallback, sourceLocation: sourceLocation)
    guard case .unreadable(let found, let error) = try store.state(of: key) else {
      Issue.record("\(stored) was read", sourceLocation: sourceLocation)
      return
    }
    #expect(found == stored, sourceLocation: sourceLocation)
    #expect(error.description.contains(reason), "\(error)", sourceLocation: sourceLocation)
  }

  @Test("reads as the default, stays, and says why")
  func unreadable() throws {
    try check(.url, .text(""), reads: URL(fileURLWithPath: "/"), "not a URL")
    try check(.uuid, .text("a"), reads: UUID(), "not a UUID")
    try check(.int, .integer(300), reads: UInt8(7), "300 does not fit UInt8")
    try check(.json, .text("{}"), reads: [1], "expected a JSON list")
    try check(.json, .text("[true]"), reads: [1], "holds something else than int")
    try check(
      .json, .text(#"["no colour"]"#), reads: [PreferenceColor.black], "the text of a colour")
  }

  @Test("stored values are told apart by their bytes, also in a set")
  func hashing() {
    let storages: [StoredValue.Storage] = [
      .null, .integer(1), .real(1), .text("\u{E9}"), .text("e\u{301}"), .blob([1]),
      .malformedText([0xFF]), .components(red: 1, green: 0, blue: 0, alpha: 1),
    ]
    #expect(Set(storages + storages).count == storages.count)
  }

  @Test("a date that no 64 bits of milliseconds hold is refused")
  func date() throws {
    let key = PreferenceStore.Key("date", in: "Test", default: Date(timeIntervalSince1970: 0))
    #expect(throws: PreferenceError.self) {
      try store.set(Date(timeIntervalSince1970: 1e300), for: key)
    }
    #expect(try store.state(of: key) == .unset)
  }
}
