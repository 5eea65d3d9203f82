import SchemaMigrations

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A folder of migrations: every file in it that ends in `.sql`.
struct MigrationFolder {
  let path: String

  /// The names of the `.sql` files, sorted.
  ///
  /// - Throws: ``ExitCode/noInput``.
  func names() throws(Failure) -> [String] {
    guard let folder = opendir(path) else {
      throw Failure(.noInput, "\(path.shown): \(errorText(errno))")
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".sql"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The migrations of a component.
  ///
  /// - Throws: a ``Failure`` for a file that cannot be read, a `MigrationError` for one that is none.
  func migrations(of component: String) throws -> MigrationSet {
    var files: [(name: String, text: [UInt8])] = []
    for name in try names() { files.append((name, try File.read("\(path)/\(name)"))) }
    guard !files.isEmpty else {
      throw Failure(.noInput, "\(path.shown): there is no file V0001__….sql in it")
    }
    return try MigrationSet(component: component, files: files)
  }

  /// Makes the folder unless it is there.
  ///
  /// - Throws: ``ExitCode/cannotCreate``.
  func create() throws(Failure) {
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw Failure(.cannotCreate, "\(path.shown): \(errorText(errno))")
    }
  }

  /// Writes a file that is not there yet.
  ///
  /// - Throws: ``ExitCode/cannotCreate``.
  func write(_ text: String, to name: String) throws(Failure) {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "\(file.shown): \(errorText(errno))")
    }
    defer { _ = close(descriptor) }
    if let number = File.writeAll(Array(text.utf8), to: descriptor) {
      throw Failure(.inputOutput, "\(file.shown): \(errorText(number))")
    }
  }
}
