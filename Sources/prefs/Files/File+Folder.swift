#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension File {
  /// Writes a new folder with all that is in it, for its owner alone; it is there whole or not at
  /// all, and one that exists is never touched.
  ///
  /// - Throws: ``ExitCode/cannotCreate`` if there is something of that name, and as ``write(_:to:)``.
  static func writeFolder(
    _ files: [(path: String, bytes: [UInt8])], to path: String
  ) throws(Failure) {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    guard !exists(String(path)) else {
      throw Failure(.cannotCreate, "\(String(path).shown): exists already; name a new folder")
    }
    let temporary = "\(path).\(getpid()).tmp"
    do throws(Failure) {
      try makeFolder(temporary)
      for file in files {
        var folder = temporary
        for part in file.path.split(separator: "/").dropLast() {
          folder += "/\(part)"
          if !exists(folder) { try makeFolder(folder) }
        }
        try write(file.bytes, to: "\(temporary)/\(file.path)")
      }
      guard rename(temporary, String(path)) == 0 else { throw failure(String(path), errno) }
    } catch {
      remove(files.map(\.path), from: temporary)
      throw error
    }
  }

  private static func makeFolder(_ path: String) throws(Failure) {
    guard mkdir(path, 0o700) == 0 else { throw failure(path, errno) }
  }

  /// Takes back what was written; nothing else can lie in a folder that nobody knew of.
  private static func remove(_ files: [String], from folder: String) {
    for file in files.sorted(by: >) {
      var path = "\(folder)/\(file)"
      unlink(path)
      while let slash = path.lastIndex(of: "/"), path[..<slash] != folder {
        path = String(path[..<slash])
        rmdir(path)
      }
    }
    rmdir(folder)
  }
}
