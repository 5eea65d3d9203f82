import Foundation
import Preferences
import TestSupport
import Testing

enum AppSettings: PreferenceNamespace {
  static let namespace = "Settings"
  static let username = key("username", default: "guest")
  static let launches = key("launches", default: 0)
  static let accent = key("accent", default: PreferenceColor.white)
  static let appearance = key("appearance", default: Appearance.system)
  static let nickname = key("nickname", as: String.self)
}

@Suite("A store in a file")
struct StoreTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("reading a store that does not exist gives defaults and creates nothing")
  func readCreatesNothing() throws {
    let store = try PreferenceStore(path: folder.file())
    #expect(store[AppSettings.username] == "guest")
    #expect(try store.state(of: AppSettings.accent) == .unset)
    #expect(store.diagnostics == [])
    #expect(folder.contents == [])
  }

  @Test("what was set is read back, also by another store on the file")
  func roundTrip() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set("ada", for: AppSettings.username)
    try store.set(
      PreferenceColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4), for: AppSettings.accent)
    store[AppSettings.appearance] = .dark
    #expect(store[AppSettings.username] == "ada")
    let other = try PreferenceStore(path: folder.file())
    #expect(
      other[AppSettings.accent] == PreferenceColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4))
    #expect(other[AppSettings.appearance] == .dark)
    #expect(store.diagnostics == [])
  }

  @Test("never set, set to nil and set to a value are three states")
  func threeStates() throws {
    let store = try PreferenceStore(path: folder.file())
    #expect(try store.state(of: AppSettings.nickname) == .unset)
    try store.set(nil, for: AppSettings.nickname)
    #expect(try store.state(of: AppSettings.nickname) == .set(nil))
    try store.set("countess", for: AppSettings.nickname)
    #expect(try store.state(of: AppSettings.nickname) == .set("countess"))
    try store.remove(AppSettings.nickname)
    #expect(try store.state(of: AppSettings.nickname) == .unset)
  }

  @Test("a transaction is one change set, or nothing")
  func transactions() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.transaction { t in
      t[AppSettings.launches] += 1
      t[AppSettings.launches] += 1
      t[AppSettings.username] = "ada"
    }
    #expect(store[AppSettings.launches] == 2)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.transaction { t in
        t[AppSettings.launches] = 9
        throw Stop()
      }
    }
    #expect(store[AppSettings.launches] == 2)
    #expect(throws: PreferenceError.transactionInProgress) {
      try store.transaction { _ in try store.set(1, for: AppSettings.launches) }
    }
  }

  @Test("a store in memory holds its values")
  func memory() throws {
    let store = PreferenceStore.inMemory()
    #expect(store.diagnostics == [])
    try store.set(7, for: AppSettings.launches)
    try store.update(AppSettings.launches) { $0 += 1 }
    #expect(store[AppSettings.launches] == 8)
    #expect(store.diagnostics == [])
  }
}
