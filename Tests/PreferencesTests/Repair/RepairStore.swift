import Foundation
import TestSupport

@testable import Preferences

/// A closed store in a folder of its own, and what was in it.
struct RepairStore {
  let folder: TemporaryFolder
  var path: String { folder.file() }

  /// Some hundred keys, changed, deleted and undone; one redacted, one unlogged, one of many pages.
  init(keys: Int = 300) throws {
    folder = try TemporaryFolder()
    let store = try PreferenceStore(path: folder.file())
    try store.transaction(origin: "filling") { t in
      for number in 0..<keys {
        t[PreferenceStore.Key("key\(number)", in: "Test", default: "")] =
          "value \(number) " + String(repeating: "x", count: 60)
      }
    }
    try store.set(
      String(repeating: "long", count: 4000), for: PreferenceStore.Key("big", in: "A", default: ""))
    try store.set(PreferenceColor(red: 1, green: 0.5, blue: 0), for: AppSettings.accent)
    try store.set("hush", for: PreferenceStore.Key("name", in: "Z", default: "").redacted())
    try store.set("gone soon", for: AppSettings.username, origin: "somebody")
    try store.remove(AppSettings.username)
    try store.set(1, for: AppSettings.launches)
    try store.set(2, for: AppSettings.launches)
    try store.undo()
    try store.set("unlogged", for: PreferenceStore.Key("state", in: "Z", default: "").unlogged())
    try store.close()
  }

  /// Everything that a store shows: values with their times, the history, what is hidden.
  static func content(of path: String) throws -> [String] {
    var options = StoreOptions()
    options.access = .readOnly
    let store = try PreferenceStore(path: path, options: options)
    defer { try? store.close() }
    let rows = try store.rows().map {
      "\($0.name) \($0.value) \($0.createdAt) \($0.updatedAt) \($0.sequence == 0)"
    }
    let changes = try store.history().prefix(10_000).map {
      "\($0.name) \(String(describing: $0.before)) \(String(describing: $0.after)) \($0.changedAt) "
        + "\($0.origin ?? "-")"
    }
    return rows + changes + (try store.redactedNames().map(\.description))
  }

  /// The file with pages overwritten, as `damaged.db`.
  func damage(pages: [Int], _ byte: (Int) -> UInt8) throws {
    var damaged = try folder.bytes(of: "preferences.db")
    for page in pages {
      for index in page * 4096..<(page + 1) * 4096 { damaged[index] = byte(index) }
    }
    try folder.write(damaged, to: "damaged.db")
  }
}

/// What a file is called that the tests bring with them.
func fixture(_ name: String) -> String {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/\(name)").path
}
