import TestSupport
import Testing

@testable import Preferences

@Suite("How long the cache keeps what it knows")
struct CacheLifetimeTests {
  @Test("a store that is let go keeps none of the keys that were read from it")
  func letGo() throws {
    let folder = try TemporaryFolder()
    weak var box: KeyBox<Int>?
    do {
      let key = PreferenceStore.Key("number", in: "Test", default: 0)
      box = key.box
      let store = try PreferenceStore(path: folder.file())
      try store.set(1, for: key)
      // From the second time on the decoded value is kept with the key.
      for _ in 0..<3 { #expect(store[key] == 1) }
    }
    #expect(box == nil)
  }
}
