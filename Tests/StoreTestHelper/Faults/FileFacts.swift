import Foundation

/// Files as the matrix looks at them and puts them back.
enum FileFacts {
  static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Names and bytes of all files of a folder; SQLite must be done with them.
  static func contents(of folder: String) throws -> [(name: String, bytes: Data)] {
    try FileManager.default.contentsOfDirectory(atPath: folder).map {
      ($0, try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))
    }
  }

  /// Makes these the only files of a folder.
  static func replaceContents(of folder: String, by files: [(name: String, bytes: Data)]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      unlink("\(folder)/\(name)")
    }
    for (name, bytes) in files {
      try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
  }

  /// How many descriptors the process has open.
  static var descriptors: Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
  }
}
