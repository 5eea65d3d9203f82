import Foundation
import Preferences
import TestSupport
import Testing

private enum Theme: String, PreferenceValue { case dark, light }
private enum Loudness: Int, PreferenceValue { case low = 1, high = 9 }
private struct Point: PreferenceCodable, Equatable {
  var x = 0.0
  var y = 0.0
}

@Suite("Values come back as they were set")
struct ValueTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sets, closes, opens and reads.
  private func roundTrip<Value: PreferenceValue & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let key = PreferenceStore.Key("value", in: "Test", default: value)
    let store = try PreferenceStore(path: folder.file())
    try store.set(value, for: key)
    let other = try PreferenceStore(path: folder.file())
    #expect(try other.state(of: key) == .set(value), sourceLocation: sourceLocation)
  }

  @Test("Booleans and integers of every width, at their edges")
  func integers() throws {
    for value in [true, false] { try roundTrip(value) }
    for value in [Int.min, -1, 0, 1, Int.max] { try roundTrip(value) }
    for value in [Int8.min, Int8.max] { try roundTrip(value) }
    for value in [Int16.min, Int16.max] { try roundTrip(value) }
    for value in [Int32.min, Int32.max] { try roundTrip(value) }
    for value in [UInt8.min, UInt8.max] { try roundTrip(value) }
    for value in [UInt16.max] { try roundTrip(value) }
    for value in [UInt32.max] { try roundTrip(value) }
    for value in [UInt64(Int64.max)] { try roundTrip(value) }
  }

  @Test("doubles bit for bit, infinities and denormals too")
  func doubles() throws {
    let values = [
      0.1, -0.5, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e-300,
    ]
    for value in values { try roundTrip(value) }
    try roundTrip(Float(0.1))
    let zero = PreferenceStore.Key("zero", in: "Test", default: 1.0)
    let store = try PreferenceStore(path: folder.file())
    try store.set(-0.0, for: zero)
    #expect(store[zero].sign == .minus)
  }

  @Test(
    "text with anything in it",
    arguments: ["", "a", "a\0b", "\0", "é", "e\u{301}", "👩‍👩‍👧", "\u{10FFFF}", "line\r\nline"])
  func text(_ text: String) throws {
    try roundTrip(text)
    let store = try PreferenceStore(path: folder.file())
    let key = PreferenceStore.Key("value", in: "Test", default: "other")
    #expect(store[key].utf8.elementsEqual(text.utf8))
  }

  @Test("bytes, also none and a megabyte")
  func bytes() throws {
    try roundTrip([UInt8]())
    try roundTrip([UInt8](repeating: 0xAB, count: 1_000_000))
    try roundTrip(Data([0, 255, 0]))
    try roundTrip(Data())
  }

  @Test("dates to the millisecond, URLs and UUIDs")
  func foundation() throws {
    try roundTrip(Date(timeIntervalSince1970: 1_700_000_000.123))
    try roundTrip(Date(timeIntervalSince1970: -1.5))
    try roundTrip(try #require(URL(string: "https://example.com/a?b=c#d")))
    try roundTrip(UUID())
  }

  @Test("enums by raw value, optionals, lists, dictionaries, structs")
  func composed() throws {
    try roundTrip(Theme.light)
    try roundTrip(Loudness.high)
    try roundTrip(String?.none)
    try roundTrip(Int?.some(5))
    try roundTrip([1, 2, 3])
    try roundTrip([String]())
    try roundTrip(["a": 1.5, "b": -2])
    try roundTrip([Theme.dark, .light])
    try roundTrip([PreferenceColor.red, PreferenceColor(white: 0.5, alpha: 0.25)])
    try roundTrip([Date(timeIntervalSince1970: 0.125)])
    try roundTrip([[UInt8]([1, 2]), []])
    try roundTrip([Int?.none, 3])
    try roundTrip(["home": ["a", "b"]])
    try roundTrip(["editor": Theme.dark, "shell": .light])
    try roundTrip(Point(x: 1, y: -2.5))
    try roundTrip([Point(), Point(x: 1)])
    try roundTrip(Appearance.dark)
    try roundTrip(PreferenceColor(red: -0.25, green: 1.5, blue: 0, alpha: 0.5))
  }

  @Test("what cannot be stored is refused by name, and the old value stays")
  func refusals() throws {
    let store = try PreferenceStore(path: folder.file())
    let real = PreferenceStore.Key("real", in: "Test", default: 1.0)
    try store.set(2, for: real)
    #expect(throws: PreferenceError.self) { try store.set(.nan, for: real) }
    #expect(store[real] == 2)
    let large = PreferenceStore.Key("large", in: "Test", default: UInt64(0))
    #expect(throws: PreferenceError.self) { try store.set(.max, for: large) }
    #expect(try store.state(of: large) == .unset)
    let nested = PreferenceStore.Key<Int??>("nested", in: "Test", default: nil)
    #expect(throws: PreferenceError.self) { try store.set(.some(nil), for: nested) }
    let colour = PreferenceStore.Key("colour", in: "Test", default: PreferenceColor.red)
    #expect(throws: PreferenceError.self) {
      try store.set(PreferenceColor(white: .nan), for: colour)
    }
    let list = PreferenceStore.Key("list", in: "Test", default: [1.0])
    #expect(throws: PreferenceError.self) { try store.set([.infinity], for: list) }
    store[real] = .nan
    #expect(store[real] == 2)
    #expect(store.diagnostics.count == 1)
  }

  @Test("a value of another type reads as the default, stays, and is reported")
  func otherType() throws {
    let store = try PreferenceStore(path: folder.file())
    let text = PreferenceStore.Key("theme", in: "Test", default: "")
    try store.set("dark", for: text)
    let before = try store.row(of: PreferenceName("Test.theme"))
    let number = PreferenceStore.Key("theme", in: "Test", default: 3)
    #expect(store[number] == 3)
    let expected = PreferenceError.typeMismatch(
      key: try PreferenceName("Test.theme"), expected: .int, found: .text)
    #expect(store.diagnostics == [expected])
    #expect(throws: expected) { try store.get(number) }
    #expect(throws: expected) { try store.update(number) { $0 += 1 } }
    #expect(throws: expected) { try store.transaction { t in t[number] += 1 } }
    #expect(store[text] == "dark")
    #expect(try store.row(of: PreferenceName("Test.theme")) == before)
    let theme = PreferenceStore.Key("theme", in: "Test", default: Theme.light)
    #expect(store[theme] == .dark)
  }

  @Test("a Boolean is no integer, an integer no Boolean and no real, a text neither")
  func noConversion() throws {
    let store = try PreferenceStore(path: folder.file())
    let bool = PreferenceStore.Key("value", in: "Test", default: false)
    let int = PreferenceStore.Key("value", in: "Test", default: 7)
    let real = PreferenceStore.Key("value", in: "Test", default: 7.5)
    let text = PreferenceStore.Key("value", in: "Test", default: "")
    try store.set(1, for: int)
    #expect(store[bool] == false && store[real] == 7.5 && store[text] == "")
    try store.set(true, for: bool)
    #expect(store[int] == 7 && store[real] == 7.5)
    for word in ["true", "YES", "100", "maybe", ""] {
      try store.set(word, for: text)
      #expect(store[bool] == false && store[int] == 7 && store[real] == 7.5)
    }
  }

  @Test("a date is rounded to the millisecond, and reads the same before and after a restart")
  func dateRounding() throws {
    let key = PreferenceStore.Key("date", in: "Test", default: Date.distantPast)
    let date = Date(timeIntervalSinceReferenceDate: 608_742_427.539547)
    let store = try PreferenceStore(path: folder.file())
    try store.set(date, for: key)
    let first = store[key]
    #expect(abs(first.timeIntervalSince(date)) <= 0.0005)
    #expect(try PreferenceStore(path: folder.file())[key] == first)
    try store.set(first, for: key)
    #expect(try store.row(of: PreferenceName("Test.date"))?.sequence == 1)
  }

  @Test("an unknown case and an unknown appearance stay in the file")
  func unknownCases() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set("sepia", for: PreferenceStore.Key("theme", in: "Test", default: ""))
    #expect(store[PreferenceStore.Key("theme", in: "Test", default: Theme.light)] == .light)
    #expect(store.diagnostics.count == 1)
    #expect(store[PreferenceStore.Key("theme", in: "Test", default: "")] == "sepia")
  }
}
