import Foundation

/// A folder of its own for one test, removed with the object.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("preferences-\(UUID().uuidString)").path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String = "store.db") -> String { path + "/" + name }

  /// The names of what is in the folder.
  var contents: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func bytes(_ name: String = "store.db") -> [UInt8] {
    FileManager.default.contents(atPath: file(name)).map(Array.init) ?? []
  }
}
