import Preferences
import TestSupport
import Testing

extension PreferenceKeys {
  fileprivate var steps: PreferenceStore.Key<Int> { .init("steps", in: "Test", default: 10) }
}

/// `store[key] += 1` reads and writes: what is made of a default that only stands in must not be stored.
@Suite("Changes in place")
struct ChangeInPlaceTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  private let number = PreferenceStore.Key("steps", in: "Test", default: 10)
  private let text = PreferenceStore.Key("steps", in: "Test", default: "")

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
  }

  private struct Refusal: Error {}

  @Test("begin with the default or with what is stored, in every form")
  func readable() throws {
    store[number] += 1
    #expect(store[number] == 11)
    store[\.steps] += 1
    @Preference("steps", in: "Test", store: store) var steps = 10
    steps += 1
    let reference = $steps
    reference.value += 1
    #expect(store[number] == 14)
    let buffer = PreferenceBuffer(store, delay: .seconds(600))
    buffer[number] += 1
    buffer[number] += 1
    #expect(buffer[number] == 16 && store[number] == 14)
    try buffer.flush()
    #expect(store[number] == 16)
    #expect(store.diagnostics == [])
  }

  @Test(
    "of a value that cannot be read are not made; it stays, and is reported; assigning replaces it")
  func unreadable() throws {
    try store.set("seven", for: text)
    let expected = PreferenceError.typeMismatch(
      key: try PreferenceName("Test.steps"), expected: .int, found: .text)
    let reference = PreferenceReference(number, in: store)
    let buffer = PreferenceBuffer(store, delay: .seconds(600))
    let changes: [() -> Void] = [
      { self.store[self.number] += 1 }, { self.store[\.steps] += 1 },
      { reference.value += 1 }, { buffer[self.number] += 1 },
    ]
    for (index, change) in changes.enumerated() {
      store.clearDiagnostics()
      change()
      #expect(store.diagnostics == [expected], "form \(index)")
      try buffer.flush()
      #expect(store[text] == "seven", "form \(index)")
    }
    store[number] = 1
    #expect(store[number] == 1)
  }

  @Test("that throw store nothing")
  func throwing() throws {
    func fail(_ value: inout Int) throws {
      value += 1
      throw Refusal()
    }
    store[number] = 3
    #expect(throws: Refusal.self) { try fail(&store[number]) }
    #expect(store[number] == 3)
    #expect(try store.history(of: PreferenceName("Test.steps")).prefix(9).count == 1)
  }

  @Test("of a colour in keys of its own are not made when one of these is no number")
  func components() throws {
    let color = ComponentColorKey("Color1", in: "Settings", alpha: true, default: .white)
    store[color].alpha = 0.5
    #expect(store[color].alpha == 0.5)
    let red = PreferenceStore.Key("Color1R", in: "Settings", default: "")
    try store.set("red", for: red)
    store[color].alpha = 0.25
    #expect(store[red] == "red")
    #expect(store[PreferenceStore.Key("Color1A", in: "Settings", default: 0.0)] == 0.5)
    #expect(store.diagnostics.count == 1)
  }
}
